/// Real PostgreSQL and Redis inside the data directory, for `start-dev` and for the tests.
///
/// What always holds: one process owns a data directory at a time; the servers listen on loopback
/// only, keep every file inside the directory, and end when the process that started them ends,
/// even by `kill -9`; PostgreSQL flushes every commit to disk.
package africa.soko.platform.embedded;
