/// Messages between the parts of one process.
package africa.soko.platform.bus;
