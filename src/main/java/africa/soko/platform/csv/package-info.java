/// Tables that ship with the program, as CSV files.
package africa.soko.platform.csv;
