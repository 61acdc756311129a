/// The sockets: the public server in front of the edge, and the management server.
///
/// What always holds: every limit on a connection is set here; whatever a client sends, an answer
/// has the error shape or the connection is closed.
package africa.soko.edge.server;
