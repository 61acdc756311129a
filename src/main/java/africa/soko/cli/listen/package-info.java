/// What `soko listen` does: it follows the stream of a partner and posts each event to a URL.
///
/// What always holds: the place on disk is moved only when what is before it was posted, so that an
/// event is posted at least once, whatever was restarted.
package africa.soko.cli.listen;
