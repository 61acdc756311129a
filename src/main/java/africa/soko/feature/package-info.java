/// What a feature of an environment is, and what all of them are given.
///
/// What always holds: a feature installs itself: its operations, what becomes due, what is
/// forgotten and when, and what works by itself. What composes an environment is a list of them.
package africa.soko.feature;
