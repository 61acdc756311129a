package africa.soko.edge;

import africa.soko.platform.json.ShapeFault;
import io.netty.channel.unix.Errors.NativeIoException;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.ClosedConnectionException;
import java.net.ConnectException;
import java.net.SocketException;
import java.nio.channels.ClosedChannelException;
import org.jspecify.annotations.Nullable;

/// Turns whatever ended a request into what its caller is told.
public final class Faults {
  private Faults() {}

  /// @param mayHaveChanged whether something may have been done before the fault: then nobody may
  ///   be told that nothing was
  public static Refused refusal(Throwable fault, boolean mayHaveChanged) {
    return switch (fault) {
      case RefusedException e -> e.refused();
      case ShapeFault e -> shape(e);
      default -> {
        if (isNeverBegun(fault)) yield unavailable();
        if (isInterrupted(fault) && !mayHaveChanged) yield unavailable();
        yield Refused.of(
            ErrorCode.INTERNAL_ERROR, "An unexpected failure; quote the request id to support");
      }
    };
  }

  static Refused unavailable() {
    return Refused.of(
        ErrorCode.SERVICE_UNAVAILABLE,
        "A part of the service is away; nothing was processed, try again");
  }

  private static Refused shape(ShapeFault fault) {
    var code =
        switch (fault.kind()) {
          case WRONG_TYPE -> ErrorCode.INVALID_TYPE;
          case MISSING -> ErrorCode.MISSING_PARAM;
          case INVALID -> ErrorCode.VALIDATION_ERROR;
        };
    var refused = Refused.of(code, "%s", fault.getMessage());
    return fault.param() == null ? refused : refused.with("param", fault.param());
  }

  /// No connection was to be had, so that no statement was sent.
  private static boolean isNeverBegun(@Nullable Throwable fault) {
    if (fault == null) return false;
    if (fault instanceof ConnectException) return true;
    if (isPoolTimeout(fault)) return true;
    if (fault instanceof PgException e && isStartOrStop(e.getSqlState())) return true;
    return isNeverBegun(fault.getCause());
  }

  /// The pool says so with a bare Throwable of an internal type.
  private static boolean isPoolTimeout(Throwable fault) {
    return !(fault instanceof Exception) && "Timeout".equals(fault.getMessage());
  }

  private static boolean isStartOrStop(@Nullable String sqlState) {
    return "57P03".equals(sqlState) || "53300".equals(sqlState);
  }

  /// The connection was lost while it was in use.
  private static boolean isInterrupted(@Nullable Throwable fault) {
    if (fault == null) return false;
    if (isLostConnection(fault)) return true;
    if (fault instanceof PgException e) {
      var state = e.getSqlState();
      return state != null && (state.startsWith("08") || state.startsWith("57P"));
    }
    return isInterrupted(fault.getCause());
  }

  /// Each transport has words of its own for it.
  private static boolean isLostConnection(Throwable fault) {
    return fault instanceof ClosedConnectionException
        || fault instanceof ClosedChannelException
        || fault instanceof SocketException
        || fault instanceof NativeIoException;
  }
}
