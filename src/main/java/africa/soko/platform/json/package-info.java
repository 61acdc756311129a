/// JSON in and out. What comes in is read strictly or refused; what goes out has no exponent.
package africa.soko.platform.json;
