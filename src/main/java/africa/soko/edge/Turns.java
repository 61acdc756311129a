package africa.soko.edge;

import io.vertx.core.Future;
import org.jspecify.annotations.Nullable;

/// Lets one request at a time do the work that an idempotency key stands for. What it remembers
/// only makes repeats fast: the truth is the row that commits with the effect.
public interface Turns {

  /// Asks for the turn.
  ///
  /// @param owner whose key it is: keys of two owners never meet
  /// @return the turn; a failed future with CONFLICT while another request has it, or if the key
  ///   stood for another request
  Future<Turn> enter(String owner, Idempotency idempotency);

  /// The right to run, or the answer of who ran before.
  interface Turn {
    /// What the first request was answered, or null if this is the first.
    @Nullable Answer answered();

    /// Ends the turn. It is called once, whatever became of the request.
    ///
    /// @param answer what the request was answered, or null if nobody knows; repeats are given only
    ///   what is storable, not secret and not itself a repeat
    void end(@Nullable Answer answer);
  }
}
