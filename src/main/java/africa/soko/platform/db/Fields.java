package africa.soko.platform.db;

import africa.soko.platform.money.Rounding;
import africa.soko.platform.money.Usd;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Reads one row by column name. The plain readers expect a value; those called `maybe…` allow
/// null.
public record Fields(Row row) {

  public String text(String column) {
    return Objects.requireNonNull(row.getString(column), column);
  }

  public @Nullable String maybeText(String column) {
    return row.getString(column);
  }

  public long number(String column) {
    return Objects.requireNonNull(row.getLong(column), column);
  }

  public int integer(String column) {
    return Objects.requireNonNull(row.getInteger(column), column);
  }

  public @Nullable Integer maybeInteger(String column) {
    return row.getInteger(column);
  }

  public boolean flag(String column) {
    return Objects.requireNonNull(row.getBoolean(column), column);
  }

  public @Nullable Boolean maybeFlag(String column) {
    return row.getBoolean(column);
  }

  public Usd usd(String column) {
    return new Usd(number(column));
  }

  public @Nullable Usd maybeUsd(String column) {
    var micros = row.getLong(column);
    return micros == null ? null : new Usd(micros);
  }

  public BigDecimal decimal(String column) {
    return Objects.requireNonNull(maybeDecimal(column), column);
  }

  public @Nullable BigDecimal maybeDecimal(String column) {
    var number = row.getBigDecimal(column);
    return number == null ? null : Rounding.plain(number);
  }

  public Instant instant(String column) {
    return Objects.requireNonNull(maybeInstant(column), column);
  }

  public @Nullable Instant maybeInstant(String column) {
    var time = row.getOffsetDateTime(column);
    return time == null ? null : time.toInstant();
  }

  public @Nullable LocalDate maybeDate(String column) {
    return row.getLocalDate(column);
  }

  public Buffer bytes(String column) {
    return Objects.requireNonNull(row.getBuffer(column), column);
  }

  public @Nullable Buffer maybeBytes(String column) {
    return row.getBuffer(column);
  }

  public <E extends Enum<E>> E constant(String column, Class<E> type) {
    return Enum.valueOf(type, text(column));
  }

  public <E extends Enum<E>> @Nullable E maybeConstant(String column, Class<E> type) {
    var name = row.getString(column);
    return name == null ? null : Enum.valueOf(type, name);
  }
}
