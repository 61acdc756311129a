package africa.soko.webhook;

import static africa.soko.testing.ReplyAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.edge.Environment;
import africa.soko.testing.Api;
import africa.soko.testing.Reply;
import africa.soko.testing.Service;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Two whole nodes that are asked for more webhooks at once than a partner may have.
class WebhookLimitIT {
  @Test
  void two_nodes_together_give_no_more_than_twenty() {
    try (var one = new Service();
        var other = one.another(UnaryOperator.identity())) {
      for (int round = 0; round < 3; round++) {
        var key = one.registered("limit-" + round).apiKey();
        var nodes =
            List.of(
                one.at(Environment.SANDBOX.base()).as(key),
                other.at(Environment.SANDBOX.base()).as(key));
        var asked =
            IntStream.range(0, 2 * Webhook.TALLY.max())
                .mapToObj(i -> nodes.get(i % 2).request("POST", "/webhooks"))
                .map(r -> r.body("{\"url\":\"https://example.com/\",\"events\":[\"*\"]}"))
                .map(Api.Request::sendAsync)
                .toList();
        var answers = asked.stream().map(CompletableFuture::join).toList();
        assertThat(answers).extracting(Reply::status).containsOnly(201, 422);
        var ids = nodes.getFirst().get("/webhooks").texts("/webhooks", "id");
        assertThat(ids).hasSize(Webhook.TALLY.max());
        nodes.getLast().delete("/webhooks/" + ids.getFirst()).expect(200);
        var again = "{\"url\":\"https://example.com/\",\"events\":[\"*\"]}";
        assertThat(nodes.getFirst().post("/webhooks", again)).hasStatus(201);
        assertThat(nodes.getLast().post("/webhooks", again)).isRefused(422, "LIMIT_EXCEEDED");
      }
      one.proveBooks();
    }
  }
}
