package africa.soko.access;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The scopes of a full key: everything (DECISIONS 3).
public final class FullScopes {
  private static final List<String> RESOURCES =
      List.of(
          "accounts",
          "wallets",
          "trading",
          "market",
          "alerts",
          "webhooks",
          "stream",
          "keys",
          "corporate-actions",
          "security",
          "audit",
          "organization");

  public static final Set<String> ALL =
      RESOURCES.stream()
          .flatMap(resource -> Stream.of(resource + ":read", resource + ":write"))
          .collect(Collectors.toUnmodifiableSet());

  private FullScopes() {}
}
