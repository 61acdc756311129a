package africa.soko;

import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.edge.contract.AsyncApi;
import africa.soko.edge.contract.ContractDocument;
import africa.soko.testing.Partner;
import africa.soko.testing.Service;
import africa.soko.testing.SokoTest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/// Clients that `scripts/clients` makes of the contract trade with the service. It fetches
/// generators from npm and Maven Central and takes minutes; what the machine lacks it leaves out
/// and says so. `-Dsoko.long=true` runs it.
@SokoTest
@EnabledIfSystemProperty(named = "soko.long", matches = "true")
class GeneratedClientsIT {
  private static final long WAIT_MINUTES = 15;

  @TempDir Path temp;

  @Test
  void they_compile_and_trade(Service service, Partner partner) throws Exception {
    var contract = temp.resolve("openapi.yaml");
    var document = ContractDocument.load("/openapi");
    Files.write(contract, document.asYaml().getBytes());
    var events = temp.resolve("asyncapi.json");
    Files.write(events, AsyncApi.of(document).getBytes());
    var output = temp.resolve("output.txt");
    var builder =
        new ProcessBuilder("scripts/clients", contract.toString(), events.toString())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().put("SOKO", service.at("/api/sandbox/v1/partner").url());
    builder.environment().put("KEY", partner.key());
    var process = builder.start();
    boolean ended = process.waitFor(WAIT_MINUTES, TimeUnit.MINUTES);
    if (!ended) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    var said = Files.readString(output);
    System.out.println(said);
    assertThat(ended && process.exitValue() == 0).as(said).isTrue();
    var orders = partner.sandbox().get("/orders").expect(200);
    assertThat(orders.at("/orders").size())
        .isEqualTo((int) said.lines().filter(line -> line.startsWith("ord_")).count());
  }
}
