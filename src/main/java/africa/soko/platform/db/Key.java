package africa.soko.platform.db;

import java.util.List;

/// A primary key: the values of the key columns in their order. The first is the partner.
public record Key(List<String> parts) implements Comparable<Key> {
  public static Key of(String... parts) {
    return new Key(List.of(parts));
  }

  public String partnerId() {
    return parts.getFirst();
  }

  @Override
  public int compareTo(Key other) {
    for (int i = 0; i < parts.size(); i++) {
      var order = parts.get(i).compareTo(other.parts.get(i));
      if (order != 0) return order;
    }
    return 0;
  }
}
