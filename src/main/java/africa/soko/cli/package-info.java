/// The commands of the program `soko`.
package africa.soko.cli;
