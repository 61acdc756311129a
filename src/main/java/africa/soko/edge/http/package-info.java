/// What HTTP itself says: media types, encodings, dates, headers, paths, chunks, and who a proxy
/// speaks for.
///
/// What always holds: nothing here knows operations, callers or errors.
package africa.soko.edge.http;
