package io.mcpbridge.result;

import io.mcpbridge.error.McpException;
import io.mcpbridge.internal.file.PrivateFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Keeps results in a directory, one file each, that only its owner may read: 64 MiB for one hour by
 * default. The files are not encrypted. Each new result removes expired ones and, beyond the size,
 * the oldest; a process that was killed may leave a temporary file, which is removed when it is as
 * old. Instances of an application may share the directory. Thread-safe.
 */
public final class FileResultStore implements ResultStore {

  private static final Pattern KEY = Pattern.compile("[0-9a-f]{64}");
  private static final String EXTENSION = ".result";

  /** A temporary file of {@link PrivateFile#write}. */
  private static final Pattern LEFT = Pattern.compile("\\.[0-9a-f]{64}\\.result\\.tmp");

  private static final int MAX_ARRAY = Integer.MAX_VALUE - 16;

  private final Path directory;
  private final long maxBytes;
  private final Duration timeToLive;
  private final Clock clock;

  /** Held while files are removed and written, so that the size is that of all files. */
  private final ReentrantLock writing = new ReentrantLock();

  private FileResultStore(Builder settings) {
    this.directory = settings.directory.toAbsolutePath().normalize();
    this.maxBytes = settings.maxBytes;
    this.timeToLive = settings.timeToLive;
    this.clock = settings.clock;
  }

  /**
   * A store with the defaults.
   *
   * @param directory need not exist; for these files only
   */
  public static FileResultStore of(Path directory) {
    return builder(directory).build();
  }

  /**
   * Creates a builder with the defaults.
   *
   * @param directory need not exist; for these files only
   */
  public static Builder builder(Path directory) {
    return new Builder(directory);
  }

  @Override
  public boolean save(String key, String content) {
    PrivateFile file = file(key);
    byte[] bytes = StoredText.utf8(content);
    if (bytes == null || bytes.length > maxBytes) {
      return false;
    }
    writing.lock();
    try {
      file.makeFolder();
      removeEndedAndOldest(maxBytes - bytes.length);
      file.write(bytes);
      setSaved(file.path());
      return true;
    } catch (IOException e) {
      throw unusable(e);
    } finally {
      writing.unlock();
    }
  }

  @Override
  public @Nullable String find(String key) {
    PrivateFile file = file(key);
    try {
      Instant saved = Files.getLastModifiedTime(file.path(), LinkOption.NOFOLLOW_LINKS).toInstant();
      byte[] bytes = hasEnded(saved) ? null : file.read((int) Math.min(maxBytes, MAX_ARRAY));
      return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
    } catch (NoSuchFileException e) {
      return null;
    } catch (IOException e) {
      throw unusable(e);
    }
  }

  /** A full store of another instance may have removed it already, as the oldest. */
  private void setSaved(Path path) throws IOException {
    try {
      Files.setLastModifiedTime(path, FileTime.from(clock.instant()));
    } catch (NoSuchFileException e) {
      // not found later, as any result that a full store has removed
    }
  }

  private boolean hasEnded(Instant saved) {
    return !saved.plus(timeToLive).isAfter(clock.instant());
  }

  private PrivateFile file(String key) {
    if (!KEY.matcher(key).matches()) { // it becomes the name of a file
      throw new IllegalArgumentException("not a key of a result");
    }
    return new PrivateFile(directory.resolve(key + EXTENSION));
  }

  private record Stored(Path path, long bytes, Instant saved) {}

  private void removeEndedAndOldest(long maxTotalBytes) throws IOException {
    List<Stored> oldestFirst = stored();
    long total = oldestFirst.stream().mapToLong(Stored::bytes).sum();
    for (Stored file : oldestFirst) {
      if (total > maxTotalBytes || hasEnded(file.saved())) {
        Files.deleteIfExists(file.path());
        total -= file.bytes();
      }
    }
  }

  private List<Stored> stored() throws IOException {
    List<Stored> files = new ArrayList<>();
    try (Stream<Path> paths = Files.list(directory)) {
      for (Path path : (Iterable<Path>) paths::iterator) {
        String name = path.getFileName().toString();
        Stored file = name.contains(EXTENSION) ? stored(path) : null;
        if (file != null && name.endsWith(EXTENSION)) {
          files.add(file);
        } else if (file != null && LEFT.matcher(name).matches() && hasEnded(file.saved())) {
          Files.deleteIfExists(path);
        }
      }
    }
    files.sort(Comparator.comparing(Stored::saved));
    return files;
  }

  /** {@code null} if another instance has removed it meanwhile. */
  private static @Nullable Stored stored(Path path) throws IOException {
    try {
      BasicFileAttributes attributes =
          Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      return new Stored(path, attributes.size(), attributes.lastModifiedTime().toInstant());
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  private McpException unusable(IOException cause) {
    return new McpException(
        "the result store "
            + directory
            + " cannot be used ("
            + cause.getClass().getSimpleName()
            + ")");
  }

  @Override
  public String toString() {
    return "FileResultStore[" + directory + ", " + maxBytes + " bytes, " + timeToLive + "]";
  }

  /** Builds a store. */
  public static final class Builder extends ResultStoreBuilder<Builder> {

    private final Path directory;

    private Builder(Path directory) {
      this.directory = directory;
    }

    @Override
    Builder self() {
      return this;
    }

    /** Builds the store; it creates the directory when it first keeps a result. */
    public FileResultStore build() {
      return new FileResultStore(this);
    }
  }
}
