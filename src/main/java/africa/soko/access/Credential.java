package africa.soko.access;

import africa.soko.edge.Caller.CredentialType;
import africa.soko.edge.Environment;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A key as it is stored: never its text.
///
/// @param keyId the public name of the key, and the client id of OAuth
/// @param generation which of a partner's sandbox keys it is; 0 for all others
/// @param subAccountId the only sub-account it may see, or null for all of the partner
@SuppressWarnings("ArrayRecordComponent") // compared by key id, never as a whole
public record Credential(
    byte[] keyHash,
    String keyId,
    String partnerId,
    Environment environment,
    CredentialType type,
    String maskedKey,
    Set<String> scopes,
    int generation,
    @Nullable String subAccountId,
    Instant createdAt,
    @Nullable Instant lastUsedAt,
    @Nullable Instant expiresAt,
    @Nullable Instant revokedAt) {}
