/// Identifiers: time-ordered, unguessable enough for a name, never a secret.
package africa.soko.platform.id;
