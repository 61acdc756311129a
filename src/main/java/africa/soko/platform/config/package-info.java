/// Every setting of the service: its name, default, reason and check, and where its value came
/// from.
///
/// What always holds: a [Config] contains only values that passed their checks; a secret is never
/// printed; `conf/soko.properties` lists the same settings as [Setting].
package africa.soko.platform.config;
