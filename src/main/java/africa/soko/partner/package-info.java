/// The partner: its account, and its books in an environment (SPEC "Partner account").
///
/// What always holds: a partner has books in an environment if, and only if, its master account has
/// a row there.
package africa.soko.partner;
