package africa.soko.market.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderSourceTest {
  private static final String HEADER = "symbol,price,previous_close,volume,as_of\n";
  private static final String LINE = "SCOM.KE,%d,25,100,2026-07-15T09:00:00Z\n";

  @TempDir Path folder;
  private FolderSource source;
  private Instant time = Instant.parse("2026-07-15T09:00:00Z");

  @BeforeEach
  void open() {
    source = new FolderSource(folder, 10_000);
  }

  @Test
  void a_file_is_read_once_and_when_it_has_been_still() throws IOException {
    write("a.csv", HEADER + LINE.formatted(25));
    assertThat(look()).isEmpty();
    assertThat(look()).containsExactly("a.csv 25");
    assertThat(look()).isEmpty();
    write("a.csv", HEADER + LINE.formatted(26));
    assertThat(look()).isEmpty();
    assertThat(look()).containsExactly("a.csv 26");
  }

  @Test
  void half_of_a_file_never_counts() throws IOException {
    write("a.csv", HEADER);
    assertThat(look()).isEmpty();
    write("a.csv", HEADER + LINE.formatted(25));
    assertThat(look()).isEmpty();
    write("a.csv", HEADER + LINE.formatted(25) + "KPLC.KE,1");
    assertThat(look()).isEmpty();
    // A writer that stopped in the middle of a line: it is not read, however long it lies there.
    assertThat(look()).isEmpty();
    assertThat(look()).isEmpty();
    write("a.csv", HEADER + LINE.formatted(25) + LINE.formatted(26));
    assertThat(look()).isEmpty();
    assertThat(look()).containsExactly("a.csv 25", "a.csv 26");
  }

  @Test
  void other_names_are_passed_over_until_they_are_changed() throws IOException {
    write(".a.csv", HEADER + LINE.formatted(25));
    write("b.csv.part", HEADER + LINE.formatted(26));
    Files.createDirectory(folder.resolve("c.csv"));
    for (var times = 0; times < 3; times++) assertThat(look()).isEmpty();
    Files.move(folder.resolve("b.csv.part"), folder.resolve("b.csv"));
    assertThat(look()).isEmpty();
    assertThat(look()).containsExactly("b.csv 26");
  }

  @Test
  void files_are_read_in_the_order_of_their_times() throws IOException {
    write("b.csv", HEADER + LINE.formatted(25));
    write("a.csv", HEADER + LINE.formatted(26));
    write("copy.csv", HEADER + LINE.formatted(26));
    assertThat(look()).isEmpty();
    assertThat(look()).containsExactly("b.csv 25", "a.csv 26", "copy.csv 26");
  }

  @Test
  void what_cannot_be_read_keeps_nothing_else_from_being_read() throws IOException {
    write("large.csv", HEADER + LINE.formatted(25).repeat(1_000));
    write("rubbish.csv", "<html></html>\n");
    Files.write(folder.resolve("bytes.csv"), new byte[] {(byte) 0xC0, (byte) 0x80, '\n'});
    Files.createSymbolicLink(folder.resolve("nowhere.csv"), folder.resolve("gone"));
    write("z.csv", HEADER + LINE.formatted(25) + "SCOM.KE,x,1,1,1\n");
    assertThat(look()).isEmpty();
    assertThat(look()).containsExactly("z.csv 25");
    assertThat(look()).isEmpty();
  }

  @Test
  void what_is_removed_is_forgotten_and_read_again_when_it_comes_back() throws IOException {
    write("a.csv", HEADER + LINE.formatted(25));
    look();
    assertThat(look()).hasSize(1);
    Files.delete(folder.resolve("a.csv"));
    assertThat(look()).isEmpty();
    write("a.csv", HEADER + LINE.formatted(25));
    assertThat(look()).isEmpty();
    Files.delete(folder.resolve("a.csv"));
    assertThat(look()).isEmpty();
  }

  @Test
  void a_file_with_days_tells_the_past() throws IOException {
    write(
        "past.csv",
        "symbol,date,open,high,low,close,volume\n"
            + "SCOM.KE,2021-03-01,30,31,29,30.5,100\nSCOM.KE,2021-03-02,,,,31,0\n"
            + "SCOM.KE,01/03/2021,,,,31,0\nSCOM.KE,2021-03-03,,30,,31,0\n");
    look();
    var read = source.look().getFirst();
    assertThat(read.candles())
        .extracting(each -> each.symbol() + " " + each.candle().date() + " " + each.candle().open())
        .containsExactly("SCOM.KE 2021-03-01 30", "SCOM.KE 2021-03-02 null");
    assertThat(read.faults())
        .containsExactly(
            "line 4: date 01/03/2021 is not a day such as 2026-03-02",
            "line 5: high is not the highest");
  }

  @Test
  void a_folder_that_is_away_is_told_and_may_come_back() throws IOException {
    var later = new FolderSource(folder.resolve("later"), 10_000);
    assertThatThrownBy(later::look)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no folder");
    Files.createDirectory(folder.resolve("later"));
    assertThat(later.look()).isEmpty();
  }

  private List<String> look() throws IOException {
    return source.look().stream()
        .flatMap(each -> each.rows().stream().map(row -> each.name() + " " + row.price().price()))
        .toList();
  }

  /// Each write has a time of its own, whatever the file system's clock says.
  private void write(String name, String text) throws IOException {
    var file = Files.writeString(folder.resolve(name), text);
    time = time.plusSeconds(1);
    Files.setLastModifiedTime(file, FileTime.from(time));
  }
}
