package africa.soko;

/// The entry point of the program.
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    System.out.println("Soko");
  }
}
