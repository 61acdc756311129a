/// What only the sandbox can do: registration without a review, reset, virtual money, and the
/// identity provider of a developer's machine (SPEC "Sandbox test tools").
///
/// What always holds: an identity has one sandbox partner, however often and however concurrently
/// it registers; a reset leaves either everything or nothing of what was there.
package africa.soko.sandbox;
