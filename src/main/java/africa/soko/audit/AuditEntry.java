package africa.soko.audit;

import africa.soko.edge.Asked;
import africa.soko.edge.Caller;
import africa.soko.edge.Identity;
import africa.soko.edge.Principal;
import africa.soko.edge.RequestName;
import africa.soko.edge.Visitor;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Something that somebody asked for, and what came of it.
///
/// @param chain the partner in whose books it was, or [#OPERATORS]
/// @param status the HTTP status of the answer; 0 where it was not known yet
public record AuditEntry(String chain, String actor, Asked asked, String requestId, int status) {
  /// The chain of what operators have asked for, in the schema `platform`.
  public static final String OPERATORS = "operator";

  private static final char SEPARATOR = 31;

  public static AuditEntry of(
      String chain, Principal who, Asked asked, RequestName request, int status) {
    return new AuditEntry(chain, actor(who), asked, request.id(), status);
  }

  /// Who it was: the id of a credential or of a member, `idp:` and the subject of an ID token, or a
  /// word.
  static String actor(Principal who) {
    return switch (who) {
      case Caller.Session session -> session.memberId();
      case Caller caller -> caller.keyId();
      case Identity identity -> "idp:" + plain(identity.subject());
      case Visitor _ -> "client";
      case Principal.Operator _ -> "operator";
      case Principal.Nobody _ -> "nobody";
      case Principal.Service _ -> "service";
    };
  }

  private static String plain(String text) {
    return text.replaceAll("\\p{Cntrl}", "?");
  }

  /// An entry as it stands in its chain.
  ///
  /// @param at in microseconds
  @SuppressWarnings("ArrayRecordComponent") // compared by what it says, never as a whole
  public record Row(AuditEntry entry, long sequence, Instant at, byte[] hash) {

    /// What the hash of a row is made of besides the one before.
    String text() {
      var asked = entry.asked;
      return Stream.of(
              sequence,
              ChronoUnit.MICROS.between(Instant.EPOCH, at),
              entry.actor,
              asked.action(),
              asked.target(),
              asked.source(),
              entry.requestId,
              entry.status)
          .map(String::valueOf)
          .collect(Collectors.joining(String.valueOf(SEPARATOR)));
    }

    public String hashText() {
      return HexFormat.of().formatHex(hash);
    }
  }
}
