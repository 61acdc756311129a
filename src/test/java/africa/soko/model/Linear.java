package africa.soko.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Looks for the orders in which what was asked at the same time explains every answer. Nothing
/// comes before what was answered before it was asked.
final class Linear {
  /// What commutes leaves nothing to tell apart; what does not is seen soon.
  private static final int STATES_MAX = 24;

  private final Model model;
  private final Map<String, Account> found = new LinkedHashMap<>();
  private int deepest = -1;
  private @Nullable Wrong wrong;

  private Linear(Model model) {
    this.model = model;
  }

  /// The answer that no order explains, where the others go furthest.
  record Wrong(Answered answered, String why) {}

  /// Either of them.
  ///
  /// @param after every state that the account may be in now; none if an answer is wrong
  record Verdict(List<Account> after, @Nullable Wrong wrong) {}

  /// @param before every state that the account may have been in
  static Verdict explain(Model model, List<Account> before, List<Answered> answers) {
    var search = new Linear(model);
    for (var state : before) search.from(state, answers, 0);
    var after = List.copyOf(search.found.values());
    return new Verdict(after, after.isEmpty() ? search.wrong : null);
  }

  private void from(Account account, List<Answered> left, int depth) {
    if (found.size() == STATES_MAX) return;
    if (left.isEmpty()) found.putIfAbsent(account.text(), account);
    for (var next : left) {
      if (left.stream().anyMatch(other -> other.isBefore(next))) continue;
      var copy = account.copy();
      try {
        model.apply(copy, next);
      } catch (RuntimeException e) {
        note(depth, next, e);
        continue;
      }
      var rest = new ArrayList<>(left);
      rest.remove(next);
      from(copy, rest, depth + 1);
    }
  }

  /// Whatever the model cannot read is no answer of its own.
  private void note(int depth, Answered answered, RuntimeException why) {
    if (depth <= deepest) return;
    deepest = depth;
    wrong = new Wrong(answered, why instanceof Mismatch m ? m.getMessage() : why.toString());
  }
}
