package africa.soko.edge.server;

import java.time.Duration;
import java.util.Set;

/// How the public port is served.
///
/// @param corsOrigins the origins whose pages may call the service; none by default
/// @param drain how long a stopping server waits for the requests it has
public record HttpSettings(String host, int port, Set<String> corsOrigins, Duration drain) {}
