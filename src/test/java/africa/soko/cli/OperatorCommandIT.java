package africa.soko.cli;

import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.edge.contract.ContractDocument;
import africa.soko.testing.Partner;
import africa.soko.testing.Service;
import africa.soko.testing.SokoTest;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `soko operator …`, as somebody would type it beside a start-dev.
@SokoTest
class OperatorCommandIT {
  private static final JsonMapper JSON = new JsonMapper();

  private final Service service;
  @TempDir private Path data;

  private record Run(int exit, String out, String err) {}

  OperatorCommandIT(Service service) {
    this.service = service;
  }

  @BeforeEach
  void devJson() throws IOException {
    var dev =
        Map.of(
            "managementUrl",
            "http://127.0.0.1:" + service.managementPort(),
            "operatorToken",
            service.operator().credential());
    Files.writeString(data.resolve("dev.json"), JSON.writeValueAsString(dev));
  }

  private Run run(String... arguments) {
    var out = new StringWriter();
    var err = new StringWriter();
    var all = new ArrayList<>(List.of("operator"));
    all.addAll(List.of(arguments));
    var exit =
        Soko.commandLine()
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true))
            .execute(all.toArray(String[]::new));
    return new Run(exit, out.toString(), err.toString());
  }

  private Run ask(String... arguments) {
    var all = new ArrayList<>(List.of(arguments));
    all.add("--data.dir=" + data);
    return run(all.toArray(String[]::new));
  }

  @Test
  void every_operation_is_a_command_with_help() {
    var operations = OperatorOperation.of(ContractDocument.load("/operator").json());
    assertThat(operations).hasSizeGreaterThan(20);
    var top = run("--help");
    assertThat(top.exit).isZero();
    for (var operation : operations) {
      assertThat(top.out).contains("  " + operation.command() + " ");
      var help = run(operation.command(), "--help");
      assertThat(help.exit).as(operation.command()).isZero();
      assertThat(help.out).contains("--json", "--url", operation.summary());
    }
  }

  @Test
  void an_answer_is_for_people_or_as_it_came(Partner partner) throws IOException {
    var text = ask("get-partner", partner.id());
    assertThat(text.exit).isZero();
    assertThat(text.out).contains("partnerId: " + partner.id(), "status: active");
    var json = ask("get-partner", partner.id(), "--json");
    assertThat(JSON.readTree(json.out).get("partnerId").asText()).isEqualTo(partner.id());
    assertThat(json.out.strip().lines()).hasSize(1);
  }

  @Test
  void fields_of_the_body_are_options(Partner partner) {
    var topped =
        ask(
            "top-up-wallet",
            partner.id(),
            "--amountUsd=12.50",
            "--environment",
            "sandbox",
            "--note",
            "Wire of 2 March");
    assertThat(topped).extracting(Run::exit, Run::err).containsExactly(0, "");
    assertThat(topped.out).contains("walletBalance: 100012.5");
    var flags = "--featureFlags={\"oauthClientCredentialsEnabled\":true}";
    assertThat(ask("change-partner", partner.id(), "--environment=sandbox", flags).exit).isZero();
    assertThat(ask("list-partners", "--limit=1", "--json").out).contains("\"count\":1");
  }

  @Test
  void a_repeat_with_its_key_is_done_once(Partner partner) {
    for (int i = 0; i < 2; i++) {
      var run =
          ask(
              "top-up-wallet",
              partner.id(),
              "--amountUsd=1",
              "--environment=sandbox",
              "--idempotency-key=once-" + partner.id());
      assertThat(run.exit).isZero();
    }
    assertThat(partner.sandbox().get("/account").number("/walletBalance"))
        .isEqualByComparingTo("100001");
  }

  @Test
  void what_goes_wrong_is_told_by_the_exit_code(Partner partner) throws IOException {
    assertThat(run().exit).isEqualTo(ExitCode.USAGE);
    assertThat(run("get-partners").err).contains("get-partner");
    assertThat(ask("get-partner").exit).isEqualTo(ExitCode.USAGE);
    var missing = ask("top-up-wallet", partner.id(), "--amountUsd=1");
    assertThat(missing.exit).isEqualTo(ExitCode.USAGE);
    assertThat(missing.err).contains("--environment");
    var noJson = ask("top-up-wallet", partner.id(), "--amountUsd=one", "--environment=sandbox");
    assertThat(noJson.exit).isEqualTo(ExitCode.USAGE);
    var unknown = ask("get-partner", "ptn_none");
    assertThat(unknown.exit).isEqualTo(ExitCode.NO);
    assertThat(unknown.err).contains("NOT_FOUND");
    assertThat(unknown.out).isEmpty();
    var away = ask("list-partners", "--url=http://127.0.0.1:1");
    assertThat(away.exit).isEqualTo(ExitCode.FAILED);
    assertThat(away.err).contains("http://127.0.0.1:1").hasLineCount(1);
    Files.delete(data.resolve("dev.json"));
    assertThat(ask("list-partners").exit).isEqualTo(ExitCode.FAILED);
  }
}
