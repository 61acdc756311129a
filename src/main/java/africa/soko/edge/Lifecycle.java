package africa.soko.edge;

import africa.soko.platform.csv.CsvResource;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Where an operation or a field stands on its way out of the interface (SPEC "Versioning" 4 to 6).
///
/// @param item the operationId, or what names the field
/// @param replacement the path, below the same base, or the field that takes its place
/// @param guide how to move over, in a sentence
/// @param lastSupportedOn the day before the removal, or an earlier one; null while that is not
///   decided
/// @param removalOn from this day on an operation answers 410; null while that is not decided
/// @param emergency why it goes sooner than the notice period allows, and what helps meanwhile;
///   null for all but security changes
public record Lifecycle(
    String item,
    Kind kind,
    Maturity maturity,
    State state,
    String replacement,
    String guide,
    LocalDate announcedOn,
    @Nullable LocalDate lastSupportedOn,
    @Nullable LocalDate removalOn,
    @Nullable String emergency) {

  /// How much time partners have to move over (SPEC "Versioning" 5).
  public enum Maturity {
    GENERAL(180),
    BETA(90);

    private final int noticeDays;

    Maturity(int noticeDays) {
      this.noticeDays = noticeDays;
    }
  }

  public enum Kind {
    OPERATION,
    FIELD
  }

  public enum State {
    DEPRECATED,
    SUNSET,
    RETIRED
  }

  public Lifecycle {
    if ((removalOn == null) != (state == State.DEPRECATED)) {
      throw new IllegalArgumentException(item + ": a removal makes it SUNSET, its absence not");
    }
    if (removalOn != null)
      check(item, maturity, announcedOn, lastSupportedOn, removalOn, emergency);
  }

  private static void check(
      String item,
      Maturity maturity,
      LocalDate announcedOn,
      @Nullable LocalDate lastSupportedOn,
      LocalDate removalOn,
      @Nullable String emergency) {
    if (lastSupportedOn == null || !lastSupportedOn.isBefore(removalOn)) {
      throw new IllegalArgumentException(item + " is not supported up to a day before its removal");
    }
    if (emergency == null && removalOn.isBefore(announcedOn.plusDays(maturity.noticeDays))) {
      throw new IllegalArgumentException(
          "%s is removed less than %d days after its announcement"
              .formatted(item, maturity.noticeDays));
    }
  }

  /// The table of the service.
  ///
  /// @throws IllegalStateException if a line of it breaks a rule, for example the notice period
  public static List<Lifecycle> load() {
    return CsvResource.read("lifecycle.csv", Lifecycle::of);
  }

  private static Lifecycle of(NamedCsvRecord row) {
    var announced = date(row, "announced_on");
    if (announced == null) throw new IllegalArgumentException("Nothing is announced");
    return new Lifecycle(
        row.getField("item"),
        Kind.valueOf(row.getField("kind")),
        Maturity.valueOf(row.getField("maturity")),
        State.valueOf(row.getField("state")),
        row.getField("replacement"),
        row.getField("guide"),
        announced,
        date(row, "last_supported_on"),
        date(row, "removal_on"),
        CsvResource.optional(row, "emergency"));
  }

  private static @Nullable LocalDate date(NamedCsvRecord row, String field) {
    var text = CsvResource.optional(row, field);
    return text == null ? null : LocalDate.parse(text);
  }

  /// Where the changelog speaks of it.
  public String anchor() {
    return item.replace(' ', '-');
  }

  /// Whether it is gone at a moment.
  public boolean isRetiredAt(Instant now) {
    return removalOn != null && !now.isBefore(removalOn.atStartOfDay(ZoneOffset.UTC).toInstant());
  }

  /// What a retired operation answers.
  public Refused gone() {
    return Refused.of(ErrorCode.GONE, "This operation is retired; use %s", replacement);
  }

  /// The day of the removal as a header says it, or null without one.
  public @Nullable String sunset() {
    return removalOn == null
        ? null
        : DateTimeFormatter.RFC_1123_DATE_TIME.format(removalOn.atStartOfDay(ZoneOffset.UTC));
  }

  /// The links to what takes its place and to what is told of it.
  ///
  /// @param base of the environment whose operation it is
  public String links(String base) {
    return "<%s%s>; rel=\"successor-version\", </changelog#%s>; rel=\"deprecation\""
        .formatted(base, replacement, anchor());
  }
}
