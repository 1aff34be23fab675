package io.mcpbridge.config.internal.watch;

import io.mcpbridge.internal.concurrent.Workers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Detects changed files on a daemon thread. Polls, and also reacts to file system events, which
 * alone would miss links and network drives. Reports a burst of changes once, after a quiet period.
 */
public final class FileWatcher implements AutoCloseable {

  /** A file that keeps changing is reported after this many quiet periods. */
  private static final int MAX_UNSETTLED_POLLS = 10;

  private static final Logger log = LoggerFactory.getLogger(FileWatcher.class);

  private final Duration quietPeriod;
  private final Duration interval;
  private final Supplier<Set<Path>> files;
  private final Consumer<Set<Path>> listener;
  private final DirectoryWatcher events;
  private final FilePoller poll = new FilePoller();

  /**
   * @param quietPeriod the quiet period after a change
   * @param interval the poll interval
   * @param files the files to watch; called for each poll
   * @param listener receives the changed files; may block
   */
  public FileWatcher(
      Duration quietPeriod,
      Duration interval,
      Supplier<Set<Path>> files,
      Consumer<Set<Path>> listener) {
    this.quietPeriod = quietPeriod;
    this.interval = interval;
    this.files = files;
    this.listener = listener;
    this.events = DirectoryWatcher.of(files.get());
  }

  /** Starts watching; reports changes from now on. */
  public void start() {
    events.listenTo(files.get());
    poll.differences(files.get());
    ExecutorService worker = Workers.named("config");
    worker.execute(this::watch);
    worker.shutdown(); // the thread ends after this task
  }

  private void watch() {
    Set<Path> unsettled = new HashSet<>();
    long unrestSince = 0;
    long restSince = 0;
    while (true) {
      events.listenTo(files.get()); // the set may have changed with the files
      events.await(unsettled.isEmpty() ? interval : quietPeriod);
      if (events.isClosed()) {
        return;
      }
      Set<Path> changedFiles = poll.differences(files.get());
      if (!changedFiles.isEmpty()) {
        restSince = System.nanoTime();
        unrestSince = unsettled.isEmpty() ? restSince : unrestSince;
        unsettled.addAll(changedFiles);
      }
      if (!unsettled.isEmpty() && hasSettled(restSince, unrestSince)) {
        Set<Path> settled = Set.copyOf(unsettled);
        unsettled.clear();
        publish(settled);
      }
    }
  }

  private void publish(Set<Path> settled) {
    try {
      listener.accept(settled);
    } catch (RuntimeException e) {
      log.error("Failed to handle changed files; still watching for changes: {}", settled, e);
    }
  }

  private boolean hasSettled(long restSince, long unrestSince) {
    long now = System.nanoTime();
    return now - restSince >= quietPeriod.toNanos()
        || now - unrestSince >= quietPeriod.multipliedBy(MAX_UNSETTLED_POLLS).toNanos();
  }

  /** Stops watching; a report in progress completes. */
  @Override
  public void close() {
    events.close();
  }

  /**
   * Polls files for changes. An unreadable file, as on a disconnected drive, counts as unchanged;
   * this is logged once and does not affect the other files. A file that was unreadable from the
   * start counts as changed once it is readable. Used by one thread.
   */
  private static final class FilePoller {

    private static final Logger log = LoggerFactory.getLogger(FilePoller.class);

    private final Set<Path> failing = new HashSet<>();
    private Map<Path, FileStamp> last = new HashMap<>();

    /** The files that have changed since the last poll; not those polled for the first time. */
    Set<Path> differences(Set<Path> files) {
      Map<Path, FileStamp> now = new HashMap<>();
      Set<Path> different = new HashSet<>();
      for (Path file : files) {
        FileStamp before = last.get(file);
        FileStamp stamp = stampOr(before, file);
        now.put(file, stamp);
        if (before != null && !stamp.equals(before)) {
          different.add(file);
        }
      }
      last = now;
      failing.retainAll(files);
      return different;
    }

    private FileStamp stampOr(@Nullable FileStamp before, Path file) {
      try {
        FileStamp stamp = FileStamp.of(file);
        failing.remove(file);
        return stamp;
      } catch (IOException | RuntimeException e) { // of whichever file system it is on
        if (failing.add(file)) {
          log.warn("{} cannot be read, so changes there go undetected: {}", file, e.toString());
        }
        return before == null ? FileStamp.UNKNOWN : before;
      }
    }

    /**
     * Detects a changed file by its attributes, without reading it. For a directory, its direct
     * children count.
     *
     * @param text the attributes; empty if the file does not exist
     */
    private record FileStamp(String text) {

      /** Maximum number of files checked per directory. */
      private static final int MAX_FILES = 1000;

      /** Stamp of an unreadable file; differs from the stamp of every readable one. */
      static final FileStamp UNKNOWN = new FileStamp("?");

      private static final FileStamp ABSENT = new FileStamp("");

      /**
       * Reads the attributes.
       *
       * @throws IOException if the file exists, or may exist, and its attributes cannot be read
       */
      static FileStamp of(Path path) throws IOException {
        try {
          StringBuilder text = new StringBuilder(attributes(path));
          if (Files.isDirectory(path)) {
            try (Stream<Path> files = Files.list(path)) {
              for (Path file : files.sorted().limit(MAX_FILES).toList()) {
                text.append('\n').append(file).append(' ').append(attributesIfThere(file));
              }
            }
          }
          return new FileStamp(text.toString());
        } catch (NoSuchFileException gone) {
          return ABSENT;
        } catch (UncheckedIOException broken) { // while a folder is walked
          throw broken.getCause();
        }
      }

      /** Skips a dangling link, such as an editor's lock, so that the other files still count. */
      private static String attributesIfThere(Path file) {
        try {
          return attributes(file);
        } catch (IOException gone) {
          return "";
        }
      }

      private static String attributes(Path file) throws IOException {
        BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
        return attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS)
            + " "
            + attributes.size()
            + " "
            + attributes.fileKey();
      }
    }
  }
}
