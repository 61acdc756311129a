/// What a partner itself demands of requests with its credentials, beyond a key that counts (SPEC
/// "Operations whose path is not shown", DECISIONS 3).
///
/// What always holds: no change commits that was let in by a policy that has changed since; what
/// proxies tell counts from those alone that are trusted; a signature is good for one change; an
/// operator can lift what keeps a partner out.
@NullMarked
package africa.soko.security;

import org.jspecify.annotations.NullMarked;
