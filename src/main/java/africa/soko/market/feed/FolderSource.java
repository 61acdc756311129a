package africa.soko.market.feed;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// CSV files in a folder. A file is read when it has been still from one look to the next (the same
/// size and time) and its last line has ended, so that half of one never counts, and once for each
/// size and time. Nothing in the folder is changed; what is removed from it is forgotten. Names
/// that do not end in `.csv`, or begin with a dot, are passed over: a writer may use such a name
/// until the file is whole.
public final class FolderSource implements PriceSource {
  private static final Logger LOG = LoggerFactory.getLogger(FolderSource.class);
  private static final int FILES_MAX = 10_000;
  private static final String ENDING = ".csv";

  /// How a file looks from outside.
  private record Stamp(Path file, long bytes, FileTime time) {}

  /// @param isDone whether it needs no reading as long as its stamp stays
  private record Seen(Stamp stamp, boolean isDone) {}

  private final Path folder;
  private final long bytesMax;
  private final Map<Path, Seen> seen = new HashMap<>();

  /// @param bytesMax of one file; a larger one is not read
  public FolderSource(Path folder, long bytesMax) {
    this.folder = folder;
    this.bytesMax = bytesMax;
  }

  @Override
  public boolean isShared() {
    return false;
  }

  @Override
  public List<FeedRows> look() throws IOException {
    var there = list();
    seen.keySet().retainAll(there.stream().map(Stamp::file).toList());
    var arrived = new ArrayList<FeedRows>();
    for (var stamp : there) {
      var before = seen.get(stamp.file);
      if (before == null || !before.stamp.equals(stamp)) {
        seen.put(stamp.file, new Seen(stamp, false));
      } else if (!before.isDone) {
        read(stamp).ifPresent(arrived::add);
        seen.put(stamp.file, new Seen(stamp, true));
      }
    }
    return arrived;
  }

  /// Oldest first, so that what was written last is read last.
  private List<Stamp> list() throws IOException {
    var files = new ArrayList<Stamp>();
    try (var entries = Files.newDirectoryStream(folder, FolderSource::isCounted)) {
      for (var file : entries) {
        if (files.size() == FILES_MAX) {
          throw new IOException("%s has more than %d files".formatted(folder, FILES_MAX));
        }
        var stamp = stamp(file);
        if (stamp != null) files.add(stamp);
      }
    } catch (NoSuchFileException | NotDirectoryException e) {
      throw new IOException(folder + " is no folder", e);
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    files.sort(Comparator.comparing(Stamp::time).thenComparing(Stamp::file));
    return files;
  }

  private static boolean isCounted(Path file) {
    var name = file.getFileName().toString();
    return name.endsWith(ENDING) && !name.startsWith(".");
  }

  /// Null for what is no file, or is gone by now.
  private static @Nullable Stamp stamp(Path file) {
    try {
      var attributes = Files.readAttributes(file, BasicFileAttributes.class);
      if (!attributes.isRegularFile()) return null;
      return new Stamp(file, attributes.size(), attributes.lastModifiedTime());
    } catch (IOException e) {
      return null;
    }
  }

  /// What is wrong with a file is told once, for it is not read again before it changes.
  private Optional<FeedRows> read(Stamp stamp) {
    var name = stamp.file.getFileName().toString();
    try {
      return Optional.of(CsvPrices.readAny(name, text(stamp)));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (CharacterCodingException e) {
      LOG.warn("{} is not read: it is not in UTF-8", name);
    } catch (IOException e) {
      LOG.warn("{} is not read: {}", name, e.getMessage());
    }
    return Optional.empty();
  }

  private String text(Stamp stamp) throws IOException {
    if (stamp.bytes > bytesMax) {
      throw new IOException("it has more than %d bytes".formatted(bytesMax));
    }
    var text = Files.readString(stamp.file, StandardCharsets.UTF_8);
    if (!text.endsWith("\n")) throw new IOException("its last line has not ended");
    return text;
  }
}
