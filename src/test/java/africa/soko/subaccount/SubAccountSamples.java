package africa.soko.subaccount;

import static java.util.Map.entry;

import africa.soko.testing.Samples;
import africa.soko.testing.World;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

final class SubAccountSamples implements Samples {
  private static final Thing SUB_ACCOUNT =
      new Thing() {
        @Override
        public Set<String> fields() {
          return Set.of("userId", "subAccountId");
        }

        @Override
        public String id(World world, Use use) {
          if (!use.operationId().equals("closeSubAccount")) return world.user().id();
          // One that can be closed, and that nobody needs afterwards.
          var body = Map.of("externalId", "ext-" + UUID.randomUUID(), "displayName", "Wanjiru");
          return world.api().post("/users", body).expect(201).text("/subAccountId");
        }

        @Override
        public Map<String, String> all(World world) {
          return Map.of(
              "", world.user().id(), "by external id", "ext:" + world.user().externalId());
        }
      };

  @Override
  public List<Thing> things() {
    return List.of(SUB_ACCOUNT);
  }

  @Override
  public void renew(ObjectNode body) {
    for (var field : List.of("externalId", "uid")) {
      if (body.has(field)) body.put(field, field + "-" + UUID.randomUUID());
    }
  }

  @Override
  public Map<String, Set<String>> events() {
    return Map.ofEntries(
        entry(
            "deposit.confirmed",
            Samples.fields(
                "subAccountId externalId amount currency newBalance"
                    + " localAmount localCurrency fxRate")),
        entry("withdraw.confirmed", Samples.fields("subAccountId amount currency newBalance")),
        entry(
            "kyc.updated", Samples.fields("subAccountId externalId kycStatus kycLevel reference")),
        entry("account.frozen", Samples.fields("subAccountId frozen frozenBy")),
        entry(
            "account.closed",
            Samples.fields("subAccountId externalId status residualTransferUsd currency")));
  }

  @Override
  public List<JsonNode> cause(World world) {
    var user = world.user();
    var local = Map.of("amount", new BigDecimal("1290.00"), "currency", "KES");
    user.post("/deposit", local).expect(200);
    user.post("/withdraw", local).expect(200);
    user.post("/withdraw", Map.of("amountUsd", 1)).expect(200);
    var kyc = Map.of("status", "REJECTED", "reference", "case-7");
    world.partner().user().post("/kyc", kyc).expect(200);
    user.patch(Map.of("status", "frozen")).expect(200);
    user.patch(Map.of("status", "active")).expect(200);
    world.partner().user().delete("").expect(200);
    return List.of();
  }
}
