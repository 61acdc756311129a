package africa.soko.notice;

import africa.soko.edge.Environment;
import africa.soko.platform.db.Fields;
import africa.soko.platform.db.Table;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// One thing that a partner is told.
///
/// @param cause what it is told of; a partner is told once of each
/// @param environment where it is seen, or null for both
/// @param about what it speaks of: an operation, a field, an endpoint
/// @param createdAt since when it is known, and from when on a mail of it is due
public record Notice(
    String partnerId,
    String noticeId,
    String cause,
    @Nullable Environment environment,
    Type type,
    String about,
    String subject,
    String text,
    Instant createdAt) {

  public enum Type {
    DEPRECATION,
    REMOVAL,
    WEBHOOK_DISABLED,
    CERTIFICATION,
    KEY_EXPIRING
  }

  /// Notices that a change of the books causes are written with it.
  public static final Table<Notice> TABLE =
      Table.<Notice>named("platform.notice")
          .key("partner_id", Notice::partnerId)
          .key("notice_id", Notice::noticeId)
          .text("cause", Notice::cause)
          .constant("environment", Notice::environment)
          .constant("type", Notice::type)
          .text("about", Notice::about)
          .text("subject", Notice::subject)
          .text("text", Notice::text)
          .instant("created_at", Notice::createdAt)
          .instant("mail_due_at", Notice::createdAt)
          .writeOnly();

  static Notice read(Fields row) {
    return new Notice(
        row.text("partner_id"),
        row.text("notice_id"),
        row.text("cause"),
        row.maybeConstant("environment", Environment.class),
        row.constant("type", Type.class),
        row.text("about"),
        row.text("subject"),
        row.text("text"),
        row.instant("created_at"));
  }
}
