/// Where the program begins and where its parts are put together.
///
/// What always holds: everything is composed with plain `new`, and nothing outside of this package
/// knows how.
package africa.soko;
