package africa.soko.edge;

import io.vertx.core.Future;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What a feature binds to an operation, by the way it is answered.
public sealed interface Handler {

  Operation.Kind kind();

  /// Answers from memory, on the event loop.
  record Hot(Function<Call, Answer> answer) implements Handler {
    @Override
    public Operation.Kind kind() {
      return Operation.Kind.HOT;
    }
  }

  /// Answers from a query; it may be run again.
  record Read(Function<Call, Future<Answer>> answer) implements Handler {
    @Override
    public Operation.Kind kind() {
      return Operation.Kind.READ;
    }
  }

  /// Changes something and answers when that is certain.
  ///
  /// @param stake what is at stake, of a change that may need a second person's consent
  record Change(
      Function<Call, Future<Answer>> answer, @Nullable Function<Call, Consent.Stake> stake)
      implements Handler {
    Change(Function<Call, Future<Answer>> answer) {
      this(answer, null);
    }

    @Override
    public Operation.Kind kind() {
      return Operation.Kind.CHANGE;
    }
  }

  /// Takes over the response and ends it in its own time.
  record Stream(Consumer<Call> open) implements Handler {
    @Override
    public Operation.Kind kind() {
      return Operation.Kind.STREAM;
    }
  }
}
