/// Sub-accounts: a partner's end users, their identity checks and the money that goes between the
/// partner's wallet and theirs (SPEC "Sub-accounts").
///
/// What always holds: a name of the partner's own (externalId, uid) leads to one sub-account at
/// most, for ever; what a sub-account gains, the master wallet loses in the same transfer, and the
/// other way round; an identity number is never kept, only its fingerprint.
package africa.soko.subaccount;
