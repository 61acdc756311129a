package africa.soko.cli;

import africa.soko.App;
import africa.soko.edge.Environment;
import africa.soko.edge.Identity;
import africa.soko.edge.RequestName;
import africa.soko.platform.config.Config;
import africa.soko.platform.config.ListenHost;
import africa.soko.platform.config.Setting;
import africa.soko.platform.embedded.CannotStart;
import africa.soko.platform.embedded.DataDirectory;
import africa.soko.platform.json.Json;
import africa.soko.platform.json.ShapeFault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What somebody who has just started the service wants to know, on the terminal and in `dev.json`.
final class Welcome {
  static final String FILE = "dev.json";
  private static final String LAST_FILE = "dev.json.last";
  private static final int WAIT_SECONDS = 20;
  private static final String DEMO_SUBJECT = "dev|demo";
  private static final String DEMO_EMAIL = "demo@partner.example";
  private static final String DEMO_NAME = "Demo Partner";

  private static final int COUNTED_MAX = 1_000;

  private final DataDirectory data;
  private long kept;
  private String ticket = "";

  /// What scripts read. The file holds secrets and belongs to its owner alone.
  record DevJson(
      String publicUrl,
      String managementUrl,
      String sandboxKey,
      String liveKey,
      String operatorToken,
      String idpTokenUrl) {}

  Welcome(DataDirectory data) {
    this.data = data;
  }

  /// Takes away what an earlier start wrote, so that the file is there only when what it says
  /// holds. Its live key is known again afterwards.
  void putAside() throws IOException {
    var file = data.resolve(FILE);
    if (Files.exists(file)) {
      Files.move(file, data.resolve(LAST_FILE), StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /// Makes the demo partner and its keys, or finds them, and writes what scripts read.
  ///
  /// @throws CannotStart if that fails
  DevJson write(Config config, App app) {
    try {
      var dev = demo(config, app);
      save(dev);
      return dev;
    } catch (IOException e) {
      throw new CannotStart("Cannot write %s: %s".formatted(data.resolve(FILE), e), e);
    } catch (Exception e) {
      throw new CannotStart("The demo partner cannot be made: " + e, e);
    }
  }

  private DevJson demo(Config config, App app) throws Exception {
    var demo =
        app.registration()
            .register(
                new Identity(DEMO_SUBJECT, DEMO_EMAIL, DEMO_NAME), new RequestName("start-dev", ""))
            .await(WAIT_SECONDS, TimeUnit.SECONDS);
    var liveKey =
        app.demo().liveKey(demo.partnerId(), lastLiveKey()).await(WAIT_SECONDS, TimeUnit.SECONDS);
    var url = new ListenHost(config.text(Setting.HTTP_HOST)).url(app.port());
    kept = app.demo().orders(demo.partnerId()).await(WAIT_SECONDS, TimeUnit.SECONDS);
    ticket = app.oneTimeTicket(demo.apiKey());
    return new DevJson(
        url,
        new ListenHost(config.text(Setting.MANAGEMENT_HOST)).url(app.managementPort()),
        demo.apiKey(),
        liveKey,
        config.text(Setting.OPERATOR_TOKEN),
        url + "/dev/idp/token");
  }

  /// The live key of the last start on this data, which still works.
  private @Nullable String lastLiveKey() throws IOException {
    var file = data.resolve(LAST_FILE);
    if (!Files.exists(file)) return null;
    try {
      return Json.decode(Files.readAllBytes(file), DevJson.class).liveKey();
    } catch (ShapeFault e) {
      return null;
    }
  }

  private void save(DevJson file) throws IOException {
    var temporary = data.resolve(FILE + ".new");
    Files.deleteIfExists(temporary);
    Files.createFile(
        temporary,
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.write(temporary, Json.encode(file).getBytes());
    Files.move(temporary, data.resolve(FILE), StandardCopyOption.REPLACE_EXISTING);
  }

  /// What is printed, once [#write] is done.
  String text(Config config, DevJson dev) {
    return warning(config)
        + """

        Soko is ready.

          API        %1$s%3$s (sandbox), %1$s%4$s (live)
          Reference  %1$s/docs
          Health     %2$s/readyz, metrics %2$s/metrics
          Sandbox    %5$s
          Live key   in %6$s, with the operator's token; only you can read it
        %7$s
        Begin here, with the sandbox key filled in (once, within an hour, on this machine):

          %1$s/docs#one-time=%8$s

        From nothing to a filled order:

          export SOKO=%1$s%3$s KEY=%5$s
          QUOTE=$(curl -s "$SOKO/quote/SCOM.KE?type=BUY&quantity=10" -H "x-api-key: $KEY" | grep -o 'quo_[A-Z0-9]*')
          curl -s "$SOKO/trade" -H "x-api-key: $KEY" -H "Idempotency-Key: $(date +%%s)" -H 'Content-Type: application/json' -d '{"symbol":"SCOM.KE","type":"BUY","quantity":10,"quoteId":"'$QUOTE'"}'
          sleep 6; curl -s "$SOKO/orders" -H "x-api-key: $KEY"    # FILLED: the desk took 2 to 5 seconds

        Ctrl-C ends it. The data stays.
        """
            .formatted(
                dev.publicUrl(),
                dev.managementUrl(),
                Environment.SANDBOX.base(),
                Environment.LIVE.base(),
                dev.sandboxKey(),
                data.resolve(FILE),
                keptText(),
                ticket);
  }

  private String keptText() {
    if (kept == 0) return "";
    var count =
        kept == COUNTED_MAX ? kept + " orders or more" : kept == 1 ? "1 order" : kept + " orders";
    return "  Kept       " + count + " from the last run\n";
  }

  /// A development instance is made for one machine: one that others can reach says so first.
  static String warning(Config config) {
    var open =
        Stream.of(Setting.HTTP_HOST, Setting.MANAGEMENT_HOST)
            .filter(setting -> !new ListenHost(config.text(setting)).isLoopback())
            .map(setting -> setting.key() + "=" + config.text(setting))
            .toList();
    if (open.isEmpty()) return "";
    return """

    *** WARNING: OTHER MACHINES CAN REACH THIS DEVELOPMENT INSTANCE (%s) ***
    It holds no real money, and is not protected as one that does: %s is for that.
    The development identity provider signs for %s (soko.dev.idp.public).
    """
        .formatted(
            String.join(", ", open),
            Soko.asTyped("soko start"),
            config.text(Setting.DEV_IDP_PUBLIC).equals("true")
                ? "EVERYBODY"
                : "this machine alone");
  }
}
