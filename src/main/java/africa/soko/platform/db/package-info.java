/// PostgreSQL: tables described once as columns, and the set-based statements derived from them.
///
/// What always holds: the number of statements does not depend on the number of rows; rows are
/// locked in the order of their keys.
package africa.soko.platform.db;
