package africa.soko.edge.request;

import africa.soko.edge.Answer;
import africa.soko.edge.Idempotency;
import io.vertx.core.Future;
import org.jspecify.annotations.Nullable;

/// Lets one request at a time do the work that an idempotency key stands for. What it remembers
/// only makes repeats fast: the truth is the row that commits with the effect.
public interface IdempotencyTurns {

  /// Leaves it all to the ledger, which tells repeats, and requests that are still running, by
  /// itself.
  IdempotencyTurns BY_LEDGER = (_, _) -> Future.succeededFuture(Turn.FIRST);

  /// Asks for the turn.
  ///
  /// @param owner whose key it is: keys of two owners never meet
  /// @return the turn; a failed future with CONFLICT while another request has it, or if the key
  ///   stood for another request
  Future<Turn> enter(String owner, Idempotency idempotency);

  /// The right to run, or the answer of who ran before.
  interface Turn {
    /// That of whoever may be the first, for all that is known.
    Turn FIRST =
        new Turn() {
          @Override
          public @Nullable Answer answered() {
            return null;
          }

          @Override
          public void end(@Nullable Answer answer) {}
        };

    /// What the first request was answered, or null if this is the first.
    @Nullable Answer answered();

    /// Ends the turn. It is called once, whatever became of the request.
    ///
    /// @param answer what the request was answered, or null if nobody knows; repeats are given only
    ///   what is storable, not secret and not itself a repeat
    void end(@Nullable Answer answer);
  }
}
