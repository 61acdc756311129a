/// Redis as a fast, shared memory that may be away at any time.
///
/// What always holds: a call is answered or fails within the time that the settings give it; while
/// Redis is away every call fails at once; nothing that must not be lost is kept here.
package africa.soko.platform.redis;
