package africa.soko.access;

import africa.soko.platform.db.Key;
import africa.soko.platform.db.Table;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A business that uses the service, as it is in both environments (SPEC "Partner account"). What
/// is agreed with it is an [Agreement] for each of them.
///
/// @param identitySubject the identity provider's name of its owner
/// @param technicalContactEmail where mails of notices go; to `email` without it
public record Partner(
    String partnerId,
    String businessName,
    String email,
    @Nullable String identitySubject,
    Status status,
    Instant createdAt,
    @Nullable String technicalContactEmail) {

  /// One without a technical contact.
  public Partner(
      String partnerId,
      String businessName,
      String email,
      @Nullable String identitySubject,
      Status status,
      Instant createdAt) {
    this(partnerId, businessName, email, identitySubject, status, createdAt, null);
  }

  /// What a partner may do.
  public enum Status {
    @JsonProperty("active")
    ACTIVE,
    @JsonProperty("suspended")
    SUSPENDED
  }

  /// For commands, which change the status and the technical contact alone.
  public static final Table<Partner> TABLE =
      Table.<Partner>named("platform.partner")
          .key("partner_id", Partner::partnerId)
          .text("business_name", Partner::businessName)
          .text("email", Partner::email)
          .text("identity_subject", Partner::identitySubject)
          .instant("created_at", Partner::createdAt)
          .fixed()
          .constant("status", Partner::status)
          .text("technical_contact_email", Partner::technicalContactEmail)
          .readBy(
              f ->
                  new Partner(
                      f.text("partner_id"),
                      f.text("business_name"),
                      f.text("email"),
                      f.maybeText("identity_subject"),
                      f.constant("status", Status.class),
                      f.instant("created_at"),
                      f.maybeText("technical_contact_email")));

  public static Key key(String partnerId) {
    return Key.of(partnerId);
  }

  public Partner with(Status newStatus, @Nullable String newContact) {
    return new Partner(
        partnerId, businessName, email, identitySubject, newStatus, createdAt, newContact);
  }
}
