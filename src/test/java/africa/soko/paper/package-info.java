/// The books kept on paper: what orders, money and units must come to, worked out from the
/// specification alone, and histories in which chance says what is asked. It knows no rule of the
/// service; [africa.soko.paper.CoreBooks] and [africa.soko.paper.NodeBooks] ask the service itself.
package africa.soko.paper;
