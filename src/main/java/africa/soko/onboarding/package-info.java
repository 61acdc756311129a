/// How a business becomes a partner: its application, its way from the sandbox to a live key, and
/// to a higher tier (SPEC "Onboarding and account", DECISIONS 3).
///
/// What always holds: the answer to an application tells nothing of who is known; the text of a key
/// that an approval made is kept sealed until its first use, for seven days at most.
package africa.soko.onboarding;
