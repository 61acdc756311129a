package africa.soko.access;

import africa.soko.edge.Identity;
import africa.soko.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;

/// Reads the table `member`, and binds persons to what waits for them. What else changes it is a
/// command of the ledger.
public final class MemberStore {
  private static final String OF_IDENTITY =
      """
      SELECT p.*, m.member_id, m.role, m.status AS member_status
      FROM member m JOIN partner p USING (partner_id)
      WHERE m.identity_subject = $1 AND m.status <> 'REMOVED'
      """;

  // Who owned it once is not bound again.
  private static final String OWN =
      """
      WITH bound AS (
        UPDATE partner SET identity_subject = $1, email_verified = true
        WHERE identity_subject IS NULL AND partner_id = (
          SELECT partner_id FROM partner
          WHERE identity_subject IS NULL AND lower(email) = lower($2)
          ORDER BY created_at LIMIT 1)
        RETURNING partner_id)
      INSERT INTO member (partner_id, member_id, email, role, status, identity_subject, created_at,
        joined_at)
      SELECT partner_id, 'mem_' || substr(partner_id, 5), $2, 'OWNER', 'ACTIVE', $1, $3, $3
      FROM bound
      """;

  private static final String JOIN =
      """
      UPDATE member SET identity_subject = $1, status = 'ACTIVE', joined_at = $3, lapses_at = NULL
      WHERE status = 'INVITED' AND lapses_at > $3 AND (partner_id, member_id) = (
        SELECT partner_id, member_id FROM member
        WHERE status = 'INVITED' AND lower(email) = lower($2) AND lapses_at > $3
        ORDER BY created_at LIMIT 1)
      """;

  private static final String ALL =
      """
      SELECT * FROM member WHERE partner_id = $1 AND status <> 'REMOVED'
      ORDER BY created_at, member_id
      """;

  private final SqlClient client;

  /// @param client whose connections look into the schema `platform`
  public MemberStore(SqlClient client) {
    this.client = client;
  }

  /// Where a person is a member. Who holds the verified address of an organisation that never had
  /// an owner becomes that.
  public Future<Optional<Membership>> find(Identity identity, Instant now) {
    return known(identity).compose(found -> bound(OWN, identity, now, found));
  }

  /// The same of who opens a session: an invitation to his verified address is taken up.
  public Future<Optional<Membership>> join(Identity identity, Instant now) {
    return find(identity, now).compose(found -> bound(JOIN, identity, now, found));
  }

  public Future<List<Member>> list(String partnerId) {
    return client
        .preparedQuery(ALL)
        .execute(Tuple.of(partnerId))
        .map(rows -> Rows.map(rows, Member::read));
  }

  /// Two requests of one person may both try: the second finds what the first has bound.
  private Future<Optional<Membership>> bound(
      String sql, Identity identity, Instant now, Optional<Membership> found) {
    if (found.isPresent() || !identity.isVerified() || identity.email() == null) {
      return Future.succeededFuture(found);
    }
    return client
        .preparedQuery(sql)
        .execute(Tuple.of(identity.subject(), identity.email(), now.atOffset(ZoneOffset.UTC)))
        .transform(_ -> known(identity));
  }

  private Future<Optional<Membership>> known(Identity identity) {
    return client
        .preparedQuery(OF_IDENTITY)
        .execute(Tuple.of(identity.subject()))
        .map(
            rows ->
                Rows.first(
                    rows,
                    row ->
                        new Membership(
                            PartnerStore.partner(row.row()),
                            row.text("member_id"),
                            row.constant("role", Role.class),
                            row.text("member_status").equals(Member.Status.ACTIVE.name()))));
  }
}
