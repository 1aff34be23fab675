package io.mcpbridge.config.internal.watch;

import io.mcpbridge.internal.concurrent.Workers;
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
}
