package africa.soko.model;

import org.jspecify.annotations.Nullable;

/// What is done to the nodes meanwhile, and what a client may therefore be told instead of its
/// answer.
enum Fault {
  NONE,
  REDIS_EMPTIED,
  POSTGRES_STOPPED,
  B_KILLED;

  /// @param reply null where there was no whole answer
  boolean excuses(String node, @Nullable Reply reply) {
    return switch (this) {
      case NONE, REDIS_EMPTIED -> false;
      case POSTGRES_STOPPED -> reply != null && (reply.status() == 503 || reply.isUnknown());
      case B_KILLED -> node.equals("B") && (reply == null || reply.status() == 503);
    };
  }
}
