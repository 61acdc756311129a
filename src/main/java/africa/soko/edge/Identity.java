package africa.soko.edge;

import org.jspecify.annotations.Nullable;

/// Who an identity provider's ID token speaks of.
///
/// @param subject the provider's own name for the person; it never changes
public record Identity(String subject, @Nullable String email, @Nullable String name)
    implements Principal {}
