package africa.soko.cli;

import africa.soko.cli.listen.Follower;
import africa.soko.cli.listen.Forwarder;
import africa.soko.cli.listen.Frame;
import africa.soko.cli.listen.Place;
import africa.soko.edge.Environment;
import africa.soko.edge.contract.ContractDocument;
import africa.soko.platform.config.Config;
import africa.soko.platform.config.Mode;
import africa.soko.platform.config.Setting;
import africa.soko.platform.crypto.SecretFile;
import africa.soko.platform.crypto.Sha256;
import africa.soko.platform.embedded.CannotStart;
import africa.soko.platform.json.Json;
import africa.soko.platform.json.ShapeFault;
import africa.soko.webhook.Signature;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// Brings the events of a partner to a program under development, which no webhook reaches.
@Command(
    name = "listen",
    description = {
      "Follow the events of a partner and post each, signed as a webhook is, to a URL.",
      "The variables SOKO and KEY, as the README sets them, say where and who; without them it is"
          + " the demo partner of the start-dev that runs on the same data directory. Where it has"
          + " come to is kept there as well: started again, it goes on without a gap."
    },
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "2:the arguments or settings cannot be used",
      "3:the service does not answer, or refuses",
      "130:ended by Ctrl-C"
    })
final class ListenCommand extends ConfiguredCommand {
  private static final int NAME_CHARS = 16;

  @Option(
      names = "--forward-to",
      paramLabel = "URL",
      description = "Where each event is posted. Without it, events are only shown.")
  private @Nullable String forwardTo;

  @Option(
      names = "--types",
      paramLabel = "NAME",
      split = ",",
      description = "Only events of these names, parted by commas.")
  private List<String> types = List.of();

  @Option(
      names = "--since",
      paramLabel = "WHEN",
      description =
          "Begin after this event, or with the first since this time, instead of where"
              + " the last run ended.")
  private @Nullable String since;

  @Option(names = "--print-json", description = "Print each event as it is, one a line.")
  private boolean isJson;

  @Option(
      names = "--secret-file",
      paramLabel = "FILE",
      description =
          "Sign with the secret that this file holds. Without it one is made, kept in the"
              + " data directory and printed.")
  private @Nullable Path secretFile;

  /// Where the service is, and who asks.
  private record Who(String base, String key) {}

  @Override
  public Integer call() throws Exception {
    var config = load(Mode.DEVELOPMENT);
    requireKnown(types);
    var target = forwardTo == null ? null : target(forwardTo);
    var who = who(config);
    var folder = folder(config);
    var place = Place.in(folder.resolve(name(who) + ".place"));
    if (since != null) place.beginAt(since);
    var follower = new Follower(who.base, who.key, place, this::tell);
    follower.begin();
    var forwarder = target == null ? null : forwarder(target, folder);
    tell("Listening to the events of %s".formatted(who.base));
    follower.follow(frame -> take(frame, forwarder));
    return ExitCode.DONE;
  }

  private Forwarder forwarder(URI target, Path folder) throws IOException {
    var secret =
        secretFile == null ? kept(folder.resolve("secret")) : Files.readString(secretFile).strip();
    if (secret.isEmpty()) throw refused(secretFile + " holds no secret");
    tell("Forwarding to " + target);
    if (secretFile == null) tell("Signing with " + secret);
    return new Forwarder(target, secret, Clock.systemUTC(), this::tell);
  }

  private void take(Frame frame, @Nullable Forwarder forwarder) throws InterruptedException {
    if (frame.id() == null) tell(frame.event() + ": events that were wanted are no longer kept");
    if (frame.id() == null || !(types.isEmpty() || types.contains(frame.event()))) return;
    var outcome = forwarder == null ? "" : "  " + forwarder.post(frame);
    if (isJson) out().println(frame.data());
    else out().printf("%-32s %s%s%n", frame.event(), frame.id(), outcome);
    out().flush();
  }

  /// Beside what is printed of events, which may be read by a program.
  private void tell(String text) {
    line().getErr().println(text);
    line().getErr().flush();
  }

  private void requireKnown(List<String> names) {
    var known = ContractDocument.load("/openapi").json().path("webhooks");
    for (var name : names) {
      if (!known.has(name)) throw refused("There is no event " + name + " (--types)");
    }
  }

  private URI target(String text) {
    try {
      var uri = new URI(text);
      var isHttp = Set.of("http", "https").contains(String.valueOf(uri.getScheme()));
      if (isHttp && uri.getHost() != null) return uri;
    } catch (URISyntaxException e) {
      throw refused("--forward-to is no URL: " + e.getMessage());
    }
    throw refused("--forward-to must be an http or https URL");
  }

  private Who who(Config config) throws IOException {
    var environment = System.getenv();
    var base = environment.get("SOKO");
    var key = environment.get("KEY");
    if (base != null && key != null) return new Who(base, key);
    if (base != null || key != null) throw refused("SOKO and KEY are set together, or neither is");
    var file = config.path(Setting.DATA_DIR).resolve("dev.json");
    if (!Files.exists(file)) {
      throw new CannotStart(
          "SOKO and KEY are not set, and no start-dev runs on %s (%s)"
              .formatted(file.getParent(), Setting.DATA_DIR.variable()));
    }
    try {
      var dev = Json.decode(Files.readAllBytes(file), Welcome.DevJson.class);
      return new Who(dev.publicUrl() + Environment.SANDBOX.base(), dev.sandboxKey());
    } catch (ShapeFault e) {
      throw new CannotStart(file + " cannot be read", e);
    }
  }

  private static Path folder(Config config) throws IOException {
    var folder = config.path(Setting.DATA_DIR).resolve("listen");
    if (Files.isDirectory(folder)) return folder;
    var ownerOnly = PosixFilePermissions.fromString("rwx------");
    return Files.createDirectories(folder, PosixFilePermissions.asFileAttribute(ownerOnly));
  }

  /// Each service, key and URL has a place of its own.
  private String name(Who who) {
    var text = String.join("\n", who.base, who.key, String.valueOf(forwardTo));
    var hash = Sha256.of(text.getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().formatHex(hash).substring(0, NAME_CHARS);
  }

  private static String kept(Path file) throws IOException {
    if (!Files.exists(file)) SecretFile.write(file, Signature.newSecret(new SecureRandom()) + "\n");
    return Files.readString(file).strip();
  }

  private ParameterException refused(String problem) {
    return new ParameterException(line(), problem);
  }
}
