/// The real program, as a process of its own, under what a machine can do to it: `kill -9`, and
/// servers that go away and come back. What was answered must hold whatever happened meanwhile.
package africa.soko.process;
