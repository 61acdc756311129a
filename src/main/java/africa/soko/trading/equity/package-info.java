/// What an account was worth at the end of each day.
///
/// What always holds: an account has one row for each day of its life that has ended, by the clock
/// of its partner, up to the one that is due; a row is never changed.
@NullMarked
package africa.soko.trading.equity;

import org.jspecify.annotations.NullMarked;
