package africa.soko.edge;

import io.vertx.core.Future;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Handlers with a journal around them.
record Journaled(Journal journal) {

  /// @throws IllegalStateException for a kind that no journaled contract has
  Handler around(Handler handler) {
    return switch (handler) {
      case Handler.Read read ->
          new Handler.Read(call -> journal.asked(call).compose(_ -> read.answer().apply(call)));
      case Handler.Change change -> new Handler.Change(call -> change(call, change.answer()));
      case Handler.Hot _, Handler.Stream _ ->
          throw new IllegalStateException("No journal tells of " + handler.kind());
    };
  }

  private Future<Answer> change(Call call, Function<Call, Future<Answer>> handler) {
    return journal
        .asked(call)
        .compose(
            _ ->
                // Also what it throws is an answer.
                Future.succeededFuture(call)
                    .compose(handler)
                    .transform((answer, fault) -> answered(call, answer, fault)));
  }

  private Future<Answer> answered(Call call, @Nullable Answer answer, @Nullable Throwable fault) {
    if (answer != null)
      return journal.answered(call, answer.status()).transform(_ -> Future.succeededFuture(answer));
    var cause = fault == null ? new IllegalStateException("no answer") : fault;
    int status = Faults.refusal(cause, true).code().status();
    return journal.answered(call, status).transform(_ -> Future.failedFuture(cause));
  }
}
