package africa.soko.model;

/// Something that was asked, and what was answered in the end.
///
/// @param askedNanos when it was first sent
record Answered(Op op, Reply reply, long askedNanos, long answeredNanos) {
  boolean isBefore(Answered other) {
    return answeredNanos - other.askedNanos < 0;
  }

  @Override
  public String toString() {
    return "%s -> %d %s".formatted(op, reply.status(), reply.body());
  }
}
