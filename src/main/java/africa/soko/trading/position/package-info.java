/// What an account holds: holdings, their lots, and what was sold of them.
///
/// What always holds: units held = units in open lots; cost of a holding = what its open lots have
/// cost; lots are sold first in, first out.
package africa.soko.trading.position;
