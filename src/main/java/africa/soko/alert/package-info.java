/// Price alerts: what partners want to be told of when a price reaches it.
///
/// What always holds: an alert changes its state at most once for each set of prices, and each
/// change that fires is one event, however many nodes evaluate and wherever one of them dies. What
/// an evaluation costs follows from what fires, not from what waits.
package africa.soko.alert;
