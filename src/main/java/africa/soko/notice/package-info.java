/// What partners are told beside the interface: what goes out of it, an endpoint that was disabled
/// (SPEC "Versioning" 6, DECISIONS 10).
///
/// What always holds: a notice is a row before it is anything else, once for each cause; a mail is
/// made of the row, and ends by itself. A mail server that is away keeps nothing waiting.
package africa.soko.notice;
