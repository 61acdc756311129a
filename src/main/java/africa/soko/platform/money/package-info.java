/// Money and the one place that rounds it. Amounts are whole micro-dollars; whatever is posted is a
/// whole number of cents.
package africa.soko.platform.money;
