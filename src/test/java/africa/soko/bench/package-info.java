/// What `scripts/bench` measures with: the service as it is run, beside a bare Vert.x server and
/// beside pgbench on the same PostgreSQL. It is no part of the tests and asserts nothing.
package africa.soko.bench;
