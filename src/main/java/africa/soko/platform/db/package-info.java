/// PostgreSQL: where it is, how its schemas are brought up to date, tables described once as
/// columns, and the set-based statements derived from them.
///
/// What always holds: a node serves nothing before its schemas are at the version it was built for;
/// `live` and `sandbox` hold the same tables; the number of statements does not depend on the
/// number of rows; rows are locked in the order of their keys.
package africa.soko.platform.db;
