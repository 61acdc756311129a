/// What tests share: one PostgreSQL and one Redis for the process, one running service on them,
/// partners that call it over HTTP, and clocks.
package africa.soko.testing;
