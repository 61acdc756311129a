/// What a partner shows before it goes live: checks that tick themselves from its traffic in the
/// sandbox, checks of its own, the request and the operator's answer (DECISIONS 1, 11).
///
/// What always holds: a check that ticks itself is ticked by nothing else; one that is passed stays
/// so; only who has passed them all may ask.
package africa.soko.certification;
