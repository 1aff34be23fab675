package io.mcpbridge.config.internal.watch;

import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Watches directories rather than files, because editors replace files. Only waits where the file
 * system sends no events. Used by one thread; any thread may close it.
 */
final class DirectoryWatcher implements AutoCloseable {

  private final @Nullable WatchService service;
  private final Map<Path, WatchKey> folders = new HashMap<>();
  private final CountDownLatch closed = new CountDownLatch(1);

  private DirectoryWatcher(@Nullable WatchService service) {
    this.service = service;
  }

  static DirectoryWatcher of(Set<Path> files) {
    try {
      return files.isEmpty()
          ? new DirectoryWatcher(null)
          : new DirectoryWatcher(files.iterator().next().getFileSystem().newWatchService());
    } catch (IOException | UnsupportedOperationException e) {
      return new DirectoryWatcher(null);
    }
  }

  /** Waits until an event arrives, but not longer than this. */
  void await(Duration atMost) {
    try {
      if (service == null) {
        closed.await(atMost.toMillis(), TimeUnit.MILLISECONDS);
        return;
      }
      WatchKey key = service.poll(atMost.toMillis(), TimeUnit.MILLISECONDS);
      while (key != null) {
        key.pollEvents(); // the poll finds out what changed
        key.reset();
        key = service.poll();
      }
    } catch (ClosedWatchServiceException | InterruptedException e) {
      close();
    }
  }

  /** Watches the existing directories of these files, and no others. */
  void listenTo(Set<Path> files) {
    Set<Path> directories = new HashSet<>();
    for (Path file : files) {
      if (file.getParent() != null) {
        directories.add(file.getParent());
      }
    }
    for (Path folder : List.copyOf(folders.keySet())) {
      WatchKey key = folders.get(folder);
      if (key != null && (!directories.contains(folder) || !key.isValid())) {
        key.cancel();
        folders.remove(folder);
      }
    }
    directories.removeAll(folders.keySet());
    directories.forEach(this::listenTo);
  }

  private void listenTo(Path folder) {
    try {
      if (service != null && Files.isDirectory(folder)) {
        folders.put(
            folder,
            folder.register(
                service,
                StandardWatchEventKinds.ENTRY_CREATE,
                StandardWatchEventKinds.ENTRY_MODIFY,
                StandardWatchEventKinds.ENTRY_DELETE));
      }
    } catch (ClosedWatchServiceException e) {
      close();
    } catch (IOException | RuntimeException e) {
      // Another file system, or no watch left: polling has to suffice.
      folders.remove(folder);
    }
  }

  boolean isClosed() {
    return closed.getCount() == 0;
  }

  @Override
  public void close() {
    closed.countDown();
    try {
      if (service != null) {
        service.close();
      }
    } catch (IOException e) {
      throw new AssertionError("closing a watch service does no I/O", e);
    }
  }
}
