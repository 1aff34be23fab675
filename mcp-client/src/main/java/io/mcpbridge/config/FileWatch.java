package io.mcpbridge.config;

import io.mcpbridge.thread.Workers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells when files have become others, on one daemon thread of its own. It looks at them now and
 * then, and at once when the file system says that something happened in their folder; that alone
 * would miss links and network drives. What changes several times in a short while is told once.
 */
final class FileWatch implements AutoCloseable {

  /** Files that never come to rest are told of after so many times the usual wait. */
  private static final int LONGEST_UNREST = 10;

  private static final Logger log = LoggerFactory.getLogger(FileWatch.class);

  private final Duration settle;
  private final Duration interval;
  private final Supplier<Set<Path>> files;
  private final Consumer<Set<Path>> changed;
  private final FolderEvents events;
  private final FileLook look = new FileLook();

  /**
   * @param settle how long files have to be at rest
   * @param interval how often to look
   * @param files which ones; asked each time
   * @param changed told which of them are others than before; may block
   */
  FileWatch(
      Duration settle, Duration interval, Supplier<Set<Path>> files, Consumer<Set<Path>> changed) {
    this.settle = settle;
    this.interval = interval;
    this.files = files;
    this.changed = changed;
    this.events = FolderEvents.of(files.get());
  }

  /** Begins; what changes from now on is told. */
  void start() {
    events.listenTo(files.get());
    look.differences(files.get());
    ExecutorService worker = Workers.named("config");
    worker.execute(this::watch);
    worker.shutdown(); // its thread ends with this work
  }

  private void watch() {
    Set<Path> touched = new HashSet<>();
    long unrestSince = 0;
    long restSince = 0;
    while (true) {
      events.listenTo(files.get()); // which may be others since they were told of
      events.await(touched.isEmpty() ? interval : settle);
      if (events.isClosed()) {
        return;
      }
      Set<Path> moved = look.differences(files.get());
      if (!moved.isEmpty()) {
        restSince = System.nanoTime();
        unrestSince = touched.isEmpty() ? restSince : unrestSince;
        touched.addAll(moved);
      }
      if (!touched.isEmpty() && hasSettled(restSince, unrestSince)) {
        Set<Path> settled = Set.copyOf(touched);
        touched.clear();
        tell(settled);
      }
    }
  }

  private void tell(Set<Path> settled) {
    try {
      changed.accept(settled);
    } catch (RuntimeException e) {
      log.error("Changed files could not be dealt with; the next change is told: {}", settled, e);
    }
  }

  private boolean hasSettled(long restSince, long unrestSince) {
    long now = System.nanoTime();
    return now - restSince >= settle.toNanos()
        || now - unrestSince >= settle.multipliedBy(LONGEST_UNREST).toNanos();
  }

  /** Ends it; what is being told goes on to its end. */
  @Override
  public void close() {
    events.close();
  }
}
