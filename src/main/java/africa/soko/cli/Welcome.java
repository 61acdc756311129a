package africa.soko.cli;

import africa.soko.App;
import africa.soko.edge.Environment;
import africa.soko.edge.Identity;
import africa.soko.platform.config.Config;
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
import org.jspecify.annotations.Nullable;

/// What somebody who has just started the service wants to know, on the terminal and in `dev.json`.
final class Welcome {
  private static final String FILE = "dev.json";
  private static final String LAST_FILE = "dev.json.last";
  private static final int WAIT_SECONDS = 20;
  private static final String DEMO_SUBJECT = "dev|demo";
  private static final String DEMO_EMAIL = "demo@partner.example";
  private static final String DEMO_NAME = "Demo Partner";

  private final DataDirectory data;

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
            .register(new Identity(DEMO_SUBJECT, DEMO_EMAIL, DEMO_NAME), "start-dev")
            .await(WAIT_SECONDS, TimeUnit.SECONDS);
    var liveKey =
        app.liveDemo(demo.partnerId(), lastLiveKey()).await(WAIT_SECONDS, TimeUnit.SECONDS);
    var url = "http://" + config.text(Setting.HTTP_HOST) + ":" + app.port();
    return new DevJson(
        url,
        "http://" + config.text(Setting.MANAGEMENT_HOST) + ":" + app.managementPort(),
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

  static String text(DevJson dev) {
    return """

    Soko is ready.

      API        %1$s%3$s (sandbox), %1$s%4$s (live)
      Reference  %1$s/docs
      Health     %2$s/readyz, metrics %2$s/metrics
      Sandbox    %5$s

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
            dev.sandboxKey());
  }
}
