package africa.soko.notice;

import africa.soko.edge.Environment;
import africa.soko.edge.Page;
import africa.soko.platform.db.Fields;
import africa.soko.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// All SQL of the table `notice`.
public final class NoticeStore {
  private static final String PAGE =
      """
      SELECT * FROM notice
      WHERE partner_id = $1 AND coalesce(environment, $2) = $2
        AND ($3::text IS NULL OR notice_id < $3)
      ORDER BY notice_id DESC LIMIT $4
      """;

  private static final String ADD =
      "INSERT INTO notice (%s) SELECT * FROM %s ON CONFLICT (partner_id, cause) DO NOTHING"
          .formatted(String.join(", ", Notice.TABLE.columnNames()), Notice.TABLE.unnest());

  private static final String UNTOLD =
      """
      SELECT partner_id FROM partner AS p
      WHERE created_at < $2
        AND NOT EXISTS (
          SELECT FROM notice AS n WHERE n.partner_id = p.partner_id AND n.cause = $1)
      ORDER BY partner_id LIMIT $3
      """;

  // A node that claims a mail has it alone until its lease ends.
  private static final String CLAIM =
      """
      UPDATE notice AS n
      SET mail_attempts = mail_attempts + 1, mail_due_at = $2
      FROM (
        SELECT partner_id, notice_id, coalesce(p.technical_contact_email, p.email) AS recipient
        FROM notice AS due JOIN partner AS p USING (partner_id)
        WHERE mail_due_at <= $1
        ORDER BY mail_due_at LIMIT $3
        FOR UPDATE OF due SKIP LOCKED
      ) AS claimed
      WHERE n.partner_id = claimed.partner_id AND n.notice_id = claimed.notice_id
      RETURNING n.*, claimed.recipient
      """;

  private static final String SETTLE =
      """
      UPDATE notice SET mail_due_at = $3, mailed_at = $4
      WHERE partner_id = $1 AND notice_id = $2 AND mail_attempts = $5
      """;

  private final SqlClient client;

  /// A notice that this node is to send.
  ///
  /// @param attempt which one it is, from 1
  record DueMail(Notice notice, String recipient, int attempt) {}

  /// @param client with the schema `platform` in its search path
  public NoticeStore(SqlClient client) {
    this.client = client;
  }

  /// The notices of one page, newest first, and one more if there are more.
  Future<List<Notice>> page(String partnerId, Environment environment, Page page) {
    var tuple = Tuple.of(partnerId, environment.name(), page.after(), page.limit() + 1);
    return client.preparedQuery(PAGE).execute(tuple).map(rows -> Rows.map(rows, Notice::read));
  }

  /// Tells partners what they were not told before.
  public Future<?> add(List<Notice> notices) {
    return client.preparedQuery(ADD).execute(Notice.TABLE.insertTuple(notices));
  }

  /// Partners that were there before a time and have not been told of a cause.
  Future<List<String>> untold(String cause, Instant before, int partnersMax) {
    return client
        .preparedQuery(UNTOLD)
        .execute(Tuple.of(cause, utc(before), partnersMax))
        .map(rows -> Rows.map(rows, row -> row.text("partner_id")));
  }

  /// Takes mails that are due, for as long as the lease lasts.
  Future<List<DueMail>> claim(Instant now, Instant leaseEnd, int mailsMax) {
    return client
        .preparedQuery(CLAIM)
        .execute(Tuple.of(utc(now), utc(leaseEnd), mailsMax))
        .map(rows -> Rows.map(rows, NoticeStore::dueMail));
  }

  Future<?> sent(DueMail mail, Instant now) {
    return settle(mail, null, utc(now));
  }

  /// It is sent later.
  Future<?> again(DueMail mail, Instant at) {
    return settle(mail, utc(at), null);
  }

  /// It is never sent.
  Future<?> givenUp(DueMail mail) {
    return settle(mail, null, null);
  }

  private Future<?> settle(
      DueMail mail, @Nullable OffsetDateTime due, @Nullable OffsetDateTime sent) {
    var tuple =
        Tuple.tuple()
            .addValue(mail.notice.partnerId())
            .addValue(mail.notice.noticeId())
            .addValue(due)
            .addValue(sent)
            .addValue(mail.attempt);
    return client.preparedQuery(SETTLE).execute(tuple);
  }

  private static DueMail dueMail(Fields row) {
    return new DueMail(Notice.read(row), row.text("recipient"), row.integer("mail_attempts"));
  }

  private static OffsetDateTime utc(Instant time) {
    return time.atOffset(ZoneOffset.UTC);
  }
}
