package africa.soko.key;

import africa.soko.testing.Samples;
import africa.soko.testing.Service;
import africa.soko.testing.World;
import java.util.List;
import java.util.Objects;
import java.util.Set;

final class KeySamples implements Samples {
  private static final String ALLOW =
      "UPDATE partner_terms SET oauth_client_credentials_enabled = true WHERE partner_id = '%s'";

  /// A key that nothing else hangs on.
  private static final Thing KEY =
      new Thing() {
        @Override
        public Set<String> fields() {
          return Set.of("apiKey");
        }

        @Override
        public String id(World world, Use use) {
          return world.api().post("/api-keys/data-key", "").expect(201).text("/dataKey");
        }
      };

  /// What a client of OAuth is called, and the key that is its secret.
  private static final Thing CLIENT =
      new Thing() {
        @Override
        public Set<String> fields() {
          return Set.of("client_id");
        }

        @Override
        public String id(World world, Use use) {
          return world.api().get("/account").expect(200).text("/apiKeys/0/keyId");
        }
      };

  private static final Thing SECRET =
      new Thing() {
        @Override
        public Set<String> fields() {
          return Set.of("client_secret");
        }

        @Override
        public String id(World world, Use use) {
          return Objects.requireNonNull(world.api().credential());
        }
      };

  @Override
  public List<Thing> things() {
    return List.of(KEY, CLIENT, SECRET);
  }

  @Override
  public void prepare(World world, String operationId) {
    if (operationId.equals("issueToken")) allowTokens(world.service(), world.partner().id());
    if (operationId.equals("revokeDataKey")) KEY.id(world, Use.NONE);
  }

  /// Enables the grant in both environments.
  static void allowTokens(Service service, String partnerId) {
    service.execute(ALLOW.formatted(partnerId));
  }
}
