package africa.soko.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/// What was measured: a table, and a picture of what has a goal.
final class Report {
  private static final int BAR = 22;
  private static final int LABELS = 330;
  private static final int UNIT = 260;
  private static final int WIDTH = LABELS + UNIT * 2 + 140;

  /// @param share how much of its goal was reached, 1 for all of it
  private record Bar(String what, String told, double low, double share, double high) {}

  private final List<String> table = new ArrayList<>();
  private final List<Bar> bars = new ArrayList<>();

  void row(String what, String figure, String goal) {
    System.out.println(what + ": " + figure);
    table.add("| " + what + " | " + figure + " | " + goal + " |");
  }

  /// A figure that should be at least so much.
  void atLeast(String what, List<Double> figures, double goal) {
    var sorted = figures.stream().sorted().toList();
    row(what, told(sorted), "≥ " + goal);
    bars.add(
        new Bar(
            what,
            told(sorted) + ", at least " + goal,
            sorted.getFirst() / goal,
            middle(sorted) / goal,
            sorted.getLast() / goal));
  }

  /// A figure that should be at most so much.
  void atMost(String what, List<Double> figures, double goal) {
    var sorted = figures.stream().sorted().toList();
    row(what, told(sorted), "≤ " + goal);
    bars.add(
        new Bar(
            what,
            told(sorted) + ", at most " + goal,
            goal / sorted.getLast(),
            goal / middle(sorted),
            goal / sorted.getFirst()));
  }

  String table() {
    return "| what | figure | goal |\n|---|---|---|\n" + String.join("\n", table);
  }

  /// The part of each goal that was reached, as SVG: the bar is the median, the line the span of
  /// the rounds. What is beyond twice the goal is cut.
  String plot() {
    var svg = new StringBuilder();
    int height = (bars.size() + 1) * (BAR + 8) + 10;
    svg.append(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\" font-size=\"12\">%n"
            .formatted(WIDTH, height));
    svg.append("<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n");
    int y = 10;
    for (var bar : bars) {
      svg.append(
          "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>%n"
              .formatted(LABELS - 8, y + 15, bar.what.replace("&", "&amp;").replace("<", "&lt;")));
      svg.append(
          "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\"/>%n"
              .formatted(LABELS, y, at(bar.share), BAR, bar.share >= 1 ? "#2e7d32" : "#b26a00"));
      svg.append(
          "<line x1=\"%d\" x2=\"%d\" y1=\"%d\" y2=\"%d\" stroke=\"black\"/>%n"
              .formatted(LABELS + at(bar.low), LABELS + at(bar.high), y + 11, y + 11));
      svg.append(
          "<text x=\"%d\" y=\"%d\">%s</text>%n"
              .formatted(LABELS + at(Math.max(bar.high, 1)) + 6, y + 15, bar.told));
      y += BAR + 8;
    }
    svg.append(
        "<line x1=\"%d\" x2=\"%d\" y1=\"0\" y2=\"%d\" stroke=\"gray\" stroke-dasharray=\"4\"/>%n"
            .formatted(LABELS + UNIT, LABELS + UNIT, y));
    svg.append("<text x=\"%d\" y=\"%d\">goal</text>%n".formatted(LABELS + UNIT + 4, y + 14));
    return svg.append("</svg>\n").toString();
  }

  private static int at(double share) {
    return (int) Math.round(Math.min(share, 2) * UNIT);
  }

  static <T> long median(List<T> turns, ToLongFunction<T> figure) {
    return middle(turns.stream().mapToLong(figure).sorted().boxed().toList());
  }

  static <T> T middle(List<T> sorted) {
    return sorted.get(sorted.size() / 2);
  }

  private static String told(List<Double> sorted) {
    if (sorted.size() == 1) return "%.2f".formatted(sorted.getFirst());
    return "%.2f (%.2f to %.2f)".formatted(middle(sorted), sorted.getFirst(), sorted.getLast());
  }
}
