/// Work that a node does by itself.
package africa.soko.platform.work;
