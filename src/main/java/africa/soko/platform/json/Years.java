package africa.soko.platform.json;

/// The years that dates and timestamps may have, wherever they come in: others have no four digits
/// to be told in, and PostgreSQL does not hold all of them.
public final class Years {
  private static final int MIN = 1;
  private static final int MAX = 9999;

  private Years() {}

  public static boolean served(int year) {
    return year >= MIN && year <= MAX;
  }
}
