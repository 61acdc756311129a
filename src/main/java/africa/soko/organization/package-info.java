/// Who acts for a partner: members, their roles, and what the organisation lets their sessions do
/// (SPEC "Operations whose path is not shown", DECISIONS 3). Nothing here belongs to one
/// environment.
///
/// What always holds: an organisation that had an active owner has one; nobody gives or takes a
/// role that goes beyond his own; once a change of a member or of the policy is answered, no change
/// commits that it no longer allows, on any node.
package africa.soko.organization;
