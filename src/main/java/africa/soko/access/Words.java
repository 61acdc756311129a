package africa.soko.access;

import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;

/// Words in one column, in their order and parted by spaces.
public final class Words {
  private Words() {}

  public static String text(Collection<String> words) {
    return String.join(" ", new TreeSet<>(words));
  }

  public static Set<String> of(String text) {
    return text.isEmpty() ? Set.of() : Set.of(text.split(" "));
  }
}
