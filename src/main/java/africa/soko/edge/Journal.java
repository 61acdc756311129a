package africa.soko.edge;

import io.vertx.core.Future;

/// What is written of each operator's call: before anything is done, so that nothing is done that
/// it does not tell of, and of changes once more, with what came of them.
public interface Journal {

  /// A request is about to be handled; it is not if this fails.
  Future<?> asked(Call call);

  /// A change was answered. What is done is done, whether or not this can be written.
  Future<?> answered(Call call, int status);
}
