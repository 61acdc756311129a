/// The public word on whether the service is well.
package africa.soko.status;
