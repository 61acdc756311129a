package africa.soko.edge;

/// Every error code of the service with its HTTP status (SPEC "Error codes"; the last ones are
/// ours).
public enum ErrorCode {
  AUTH_MISSING(401),
  AUTH_INVALID(401),
  AUTH_SUSPENDED(403),
  AUTH_REVOKED(403),
  RATE_LIMITED(429),
  MISSING_PARAM(400),
  MISSING_IDEMPOTENCY_KEY(400),
  INVALID_SYMBOL(400),
  UNKNOWN_EXCHANGE(400),
  INVALID_TYPE(400),
  VALIDATION_ERROR(400),
  BATCH_LIMIT_EXCEEDED(400),
  NOT_FOUND(404),
  CONFLICT(409),
  QUOTE_REQUIRED(400),
  QUOTE_NOT_FOUND(404),
  QUOTE_SCOPE_MISMATCH(403),
  STALE_QUOTE(409),
  QUOTE_ORDER_MISMATCH(409),
  INSUFFICIENT_FUNDS(400),
  KYC_REQUIRED(403),
  MARKET_CLOSED(422),
  FORBIDDEN(403),
  INTERNAL_ERROR(500),
  MAINTENANCE(503),
  SERVICE_UNAVAILABLE(503),
  INSUFFICIENT_UNITS(422),
  ORDER_NOT_CANCELLABLE(422),
  ACCOUNT_NOT_CLOSABLE(422),
  FUND_NOT_OPEN(422),
  LIMIT_EXCEEDED(422),
  GONE(410),
  METHOD_NOT_ALLOWED(405),
  NOT_ACCEPTABLE(406),
  PAYLOAD_TOO_LARGE(413),
  UNSUPPORTED_MEDIA_TYPE(415),
  EXPECTATION_FAILED(417);

  private final int status;

  ErrorCode(int status) {
    this.status = status;
  }

  public int status() {
    return status;
  }

  /// Whether a credential was shown that does not count.
  public boolean isOfCredential() {
    return this == AUTH_INVALID || this == AUTH_SUSPENDED || this == AUTH_REVOKED;
  }

  /// Where the reference explains it.
  public String page() {
    return "/docs/errors#" + name();
  }
}
