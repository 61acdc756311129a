package africa.soko.platform.config;

import static africa.soko.platform.config.Rule.*;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Every key that can be set. Its environment variable is the name in capitals with `_` for `.` and
/// `-`: `soko.http.port` is `SOKO_HTTP_PORT`. A secret may also be given as the path of a file, in
/// `…_FILE`.
///
/// A setting that must be chosen has no value in `start` until somebody gives one; `start-dev` has
/// a safe value for each, or makes one.
@SuppressWarnings("ImmutableEnumChecker") // Rules are functions without state.
public enum Setting {
  CONFIG_FILE(
      "config.file", TEXT, none(), "A properties file like this one; without it none is read."),
  DATA_DIR(
      "data.dir", TEXT, fixed("data"), "Where start-dev keeps its servers, keys and dev.json."),

  HTTP_HOST(
      "http.host",
      TEXT,
      chosen("127.0.0.1"),
      "Address of the public port: exposing it is your decision."),
  PUBLIC_URL(
      "public.url",
      SITE,
      none(),
      "Where partners reach the service, for links in its answers; never taken from a request."),
  HTTP_PORT("http.port", wholeNumber(0, 65_535), fixed("8080"), "Public API; 0 takes a free port."),
  TLS_CERT_FILE(
      "http.tls.cert.file",
      TEXT,
      none(),
      "PEM file of the public port's certificates; with it the port speaks TLS, and HTTP/2."),
  TLS_KEY_FILE("http.tls.key.file", TEXT, none(), "PEM file of the key of that certificate."),
  TLS_LOOK(
      "http.tls.look",
      DURATION,
      fixed("10s"),
      "How often it is looked whether these files have changed."),
  MTLS_PORT(
      "mtls.port",
      wholeNumber(0, 65_535),
      none(),
      "One more port of the API, whose clients show certificates; it needs these files too."),
  MANAGEMENT_HOST(
      "management.host",
      TEXT,
      fixed("127.0.0.1"),
      "Health, metrics and operators: keep it off the internet."),
  MANAGEMENT_PORT(
      "management.port",
      wholeNumber(0, 65_535),
      fixed("8081"),
      "Management API; 0 takes a free port."),
  HTTP_IDLE_TIMEOUT(
      "http.idle.timeout",
      DURATION,
      fixed("75s"),
      "Longer than load balancers keep idle connections, usually 60s."),
  HTTP_HEADER_TIMEOUT(
      "http.header.timeout",
      DURATION,
      fixed("10s"),
      "A client that sends its request head slower is cut off."),
  HTTP_CONNECTIONS_MAX(
      "http.connections.max",
      wholeNumber(1, 1_000_000),
      fixed("10000"),
      "Open connections of the public port; stay well below the limit of open files."),
  CORS_ORIGINS(
      "cors.origins",
      ORIGINS,
      none(),
      "Sites whose pages may call the API, by comma; none, as partners' servers call."),
  TRUSTED_PROXIES(
      "http.trusted.proxies",
      RANGES,
      none(),
      "Networks of proxies whose X-Forwarded-For counts, by comma; none where clients connect"
          + " themselves."),
  KEYS_GRACE_SECONDS(
      "keys.grace.seconds",
      wholeNumber(0, 86_400),
      fixed("60"),
      "How long a key that was replaced goes on working."),
  OAUTH_TOKEN_SECONDS(
      "oauth.token.seconds",
      wholeNumber(1, 86_400),
      fixed("900"),
      "How long a token of OAuth lives; never longer than its key."),
  SESSION_SECONDS(
      "session.seconds",
      wholeNumber(1, 86_400),
      fixed("3600"),
      "How long a session lives that an ID token opens."),
  SIGNATURE_SECONDS(
      "security.signature.seconds",
      wholeNumber(1, 900),
      fixed("300"),
      "How far the time of a signed request may be from the service's."),
  ROTATION_NOTICE_DAYS(
      "security.rotation.notice.days",
      wholeNumber(1, 365),
      fixed("14"),
      "How long before a key is too old its partner is told."),
  MTLS_HEADER(
      "mtls.header",
      TEXT,
      fixed("Client-Cert"),
      "Where a trusted proxy tells the client's certificate: RFC 9440, escaped PEM or SHA-256 in"
          + " hex."),
  AUDIT_YEARS(
      "audit.years",
      wholeNumber(7, 1_000),
      fixed("7"),
      "For how many years the audit log is kept, beyond the year of an entry."),
  AUDIT_REFUSALS_SECONDS(
      "audit.refusals.seconds",
      wholeNumber(1, 3_600),
      fixed("60"),
      "How long refused credentials are counted before they are written."),
  SLA_WRITE_SECONDS(
      "sla.write.seconds",
      wholeNumber(1, 3_600),
      fixed("60"),
      "How long answers are counted before their numbers are written."),
  SHUTDOWN_DELAY_SECONDS(
      "shutdown.delay.seconds",
      wholeNumber(0, 600),
      fixed("5", "0"),
      "How long a stopping node still takes requests: more than its balancer needs to notice."),
  SHUTDOWN_DRAIN_SECONDS(
      "shutdown.drain.seconds",
      wholeNumber(0, 600),
      fixed("20"),
      "Time for open requests after that; both below the 30 s of most orchestrators."),
  LOG_FORMAT(
      "log.format",
      oneOf("json", "text"),
      fixed("json", "text"),
      "json for collectors, text for a terminal."),

  PG_URI(
      "pg.uri",
      uri("postgresql", "postgres"),
      madeInDevelopment(),
      "postgresql://user@host:port/database, of a role that owns nothing; start-dev runs its own"
          + " without it."),
  PG_PASSWORD(
      "pg.password", TEXT, secret(), "Kept out of the URI so that it can come from a file."),
  PG_SSLMODE(
      "pg.sslmode",
      oneOf("disable", "allow", "prefer", "require", "verify-ca", "verify-full"),
      none(),
      "Whether PostgreSQL is reached by TLS, as its own clients call it; without it the URI says"
          + " so."),
  PG_CA_FILE(
      "pg.ca.file",
      TEXT,
      none(),
      "PEM file of the authorities that PostgreSQL's certificate is from, for verify-ca and"
          + " verify-full."),
  PG_OWNER_USER(
      "pg.owner.user",
      TEXT,
      none(),
      "The role that has the tables and migrates them; start migrates only if it is given."),
  PG_OWNER_PASSWORD(
      "pg.owner.password",
      TEXT,
      secret(),
      "Of that role; soko migrate may have it, and start not."),
  PG_POOL_SIZE(
      "pg.pool.size",
      wholeNumber(2, 500),
      fixed("16"),
      "Connections of each environment; a few per core are enough."),
  REDIS_URI(
      "redis.uri",
      uri("redis", "rediss"),
      madeInDevelopment(),
      "redis://user@host:port, or rediss:// by TLS; start-dev runs its own without it."),
  REDIS_PASSWORD(
      "redis.password", TEXT, secret(), "Kept out of the URI so that it can come from a file."),
  REDIS_CA_FILE(
      "redis.ca.file",
      TEXT,
      none(),
      "PEM file of the authorities that the certificate of rediss:// is from; without it those of"
          + " the JVM."),
  REDIS_TIMEOUT(
      "redis.timeout",
      DURATION,
      fixed("50ms"),
      "A Redis that answers later counts as away, and requests go on without it."),

  SERVER_SECRET(
      "server.secret",
      SECRET,
      chosenSecret(),
      "At least 32 bytes; sandbox keys and sealed secrets hang on it, never change it."),
  OPERATOR_TOKEN(
      "operator.token",
      SECRET,
      chosenSecret(),
      "At least 32 bytes; the bearer token of the operator API."),
  IDP_JWKS_URI(
      "idp.jwks.uri",
      HTTPS,
      madeInDevelopment(),
      "Public keys of the identity provider of your users, by https."),
  IDP_ISSUER("idp.issuer", TEXT, madeInDevelopment(), "The iss that its tokens must carry."),
  IDP_AUDIENCE("idp.audience", TEXT, madeInDevelopment(), "The aud that its tokens must carry."),

  DEV_IDP_PUBLIC(
      "dev.idp.public",
      oneOf("true", "false"),
      fixed("false"),
      "Whether the identity provider of start-dev signs tokens for callers of other machines too."),
  DEV_WEBHOOK_LOOPBACK(
      "dev.webhook.loopback",
      oneOf("auto", "true", "false"),
      fixed("auto"),
      "Whether webhooks of start-dev may go to this machine; auto: while nobody else can reach the"
          + " API."),
  WEBHOOK_SECRET_GRACE_SECONDS(
      "webhook.secret.grace.seconds",
      wholeNumber(0, 604_800),
      fixed("86400"),
      "How long a webhook secret that was replaced goes on signing beside the new one."),

  SMTP_HOST(
      "smtp.host",
      TEXT,
      none(),
      "The server that mails of notices go through; without it they are read at /notices alone."),
  SMTP_PORT("smtp.port", wholeNumber(1, 65_535), fixed("587"), "Its port."),
  SMTP_SECURITY(
      "smtp.security",
      oneOf("starttls", "tls", "none"),
      fixed("starttls"),
      "How the way there is kept secret; none for a server on this machine alone."),
  SMTP_USER("smtp.user", TEXT, none(), "Who logs in there; nobody without it."),
  SMTP_PASSWORD("smtp.password", TEXT, secret(), "The password of that user."),
  SMTP_SENDER(
      "smtp.sender", ADDRESS, fixed("soko@localhost"), "The address that the mails come from."),

  FEED(
      "feed",
      oneOf("simulated", "files", "http"),
      fixed("simulated"),
      "Where prices come from: made up by the service, from a folder, or from a server; the same on"
          + " all nodes."),
  FEED_SEED(
      "feed.seed",
      wholeNumber(0, Long.MAX_VALUE),
      fixed("1"),
      "The simulated prices follow from it: same seed, same prices."),
  FEED_FOLDER(
      "feed.folder", TEXT, none(), "The folder of CSV files of the feed files; needed for it."),
  FEED_URL(
      "feed.url",
      NEAR_HTTPS,
      secret(),
      "Where the feed http is asked; needed for it. https, or http on this machine; a secret, as"
          + " many carry a credential."),
  FEED_HEADER(
      "feed.header",
      HEADER,
      secret(),
      "One more header of these requests, Name: value, for example with a credential."),
  FEED_PAUSE(
      "feed.pause",
      DURATION,
      fixed("30s"),
      "From one look at the folder, or the server, to the next."),
  FEED_TIMEOUT("feed.timeout", DURATION, fixed("10s"), "A server that takes longer has failed."),
  FEED_BYTES_MAX(
      "feed.bytes.max",
      wholeNumber(1_000, 100_000_000),
      fixed("10000000"),
      "A larger file, or answer, is not read."),
  FEED_MOVE_MAX_PERCENT(
      "feed.move.max.percent",
      wholeNumber(1, 1_000_000),
      fixed("50"),
      "A price that is farther from the close before it is held for an operator, where the exchange"
          + " has no known band."),
  DESK_LIVE_FILL_SECONDS(
      "desk.live.fill.seconds",
      RANGE,
      fixed("60-300"),
      "How long a live order waits for its fill, in market hours."),
  DESK_SANDBOX_FILL_SECONDS(
      "desk.sandbox.fill.seconds",
      RANGE,
      fixed("2-5"),
      "The same in the sandbox, whose desk never closes."),
  DESK_FILL_PERCENT(
      "desk.fill.percent",
      wholeNumber(1, 100),
      fixed("100"),
      "How much of an order the desk fills at a time; below 100 orders fill in parts."),
  DESK_FILL_PACE(
      "desk.fill.pace",
      DURATION,
      fixed("30s"),
      "How long the next part of an order waits for the desk, in the hours of the desk."),
  DESK_PAUSE(
      "desk.pause",
      DURATION,
      fixed("500ms"),
      "How long the desk rests between two looks for what has become due."),
  LIMIT_SANDBOX_RPM(
      "limit.sandbox.rpm",
      wholeNumber(1, 10_000_000),
      fixed("100"),
      "Requests a minute of a sandbox partner, or of a holder of ID tokens."),
  LIMIT_OAUTH_RPM(
      "limit.oauth.rpm",
      wholeNumber(1, 10_000_000),
      fixed("20"),
      "Requests a minute for tokens of OAuth, from one address."),
  LIMIT_SANDBOX_STREAMS(
      "limit.sandbox.streams",
      wholeNumber(0, 100_000),
      fixed("2"),
      "Open event streams of a sandbox partner."),
  SANDBOX_SEED_USD(
      "sandbox.seed.usd",
      wholeNumber(0, 1_000_000_000),
      fixed("100000"),
      "What a new sandbox master wallet holds."),
  FEE_BASE_BPS(
      "fee.base.bps",
      wholeNumber(0, 5_000),
      fixed("100"),
      "Base fee of a new partner: 100 is 1 %."),
  FEE_MARKUP_BPS(
      "fee.markup.bps",
      wholeNumber(0, 5_000),
      fixed("50"),
      "Markup of a new partner, its own share."),
  ORDER_FULL_KYC_THRESHOLD_USD(
      "order.full-kyc.threshold.usd",
      wholeNumber(0, 1_000_000_000),
      fixed("10000"),
      "A larger order needs the full identity check.");

  private static final String PREFIX = "soko.";

  private final String key;
  private final Rule rule;
  private final Fallback fallback;
  private final String reason;

  Setting(String name, Rule rule, Fallback fallback, String reason) {
    this.key = PREFIX + name;
    this.rule = rule;
    this.fallback = fallback;
    this.reason = reason;
  }

  /// For example `soko.http.port`.
  public String key() {
    return key;
  }

  /// For example `SOKO_HTTP_PORT`.
  public String variable() {
    return variable(key);
  }

  /// For example `--http.port`.
  public String option() {
    return "--" + key.substring(PREFIX.length());
  }

  /// One sentence: what it does or why it has this default.
  public String reason() {
    return reason;
  }

  public boolean isSecret() {
    return fallback.secret();
  }

  /// Whether `start` refuses to run without a value of its own.
  public boolean isRequiredByStart() {
    return fallback.required();
  }

  /// The value that applies when none is given, null where there is none.
  public @Nullable String fallback(Mode mode) {
    return mode == Mode.DEVELOPMENT ? fallback.development() : fallback.service();
  }

  /// What is wrong with a value, null when nothing is.
  @Nullable String problem(String value, Mode mode) {
    return rule.problem(value, mode);
  }

  /// The spelling that all spellings of a key share: `http.port`, `--http-port` and
  /// `SOKO_HTTP_PORT`.
  static String variable(String key) {
    var plain = key.startsWith("--") ? key.substring(2) : key;
    var name = plain.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
    return name.startsWith("SOKO_") ? name : "SOKO_" + name;
  }

  private record Fallback(
      @Nullable String service, @Nullable String development, boolean required, boolean secret) {}

  private static Fallback fixed(String value) {
    return fixed(value, value);
  }

  private static Fallback fixed(String service, String development) {
    return new Fallback(service, development, false, false);
  }

  private static Fallback none() {
    return new Fallback(null, null, false, false);
  }

  private static Fallback secret() {
    return new Fallback(null, null, false, true);
  }

  private static Fallback chosen(String development) {
    return new Fallback(null, development, true, false);
  }

  /// `start` needs a value; `start-dev` makes its own while it starts.
  private static Fallback madeInDevelopment() {
    return new Fallback(null, null, true, false);
  }

  private static Fallback chosenSecret() {
    return new Fallback(null, null, true, true);
  }
}
