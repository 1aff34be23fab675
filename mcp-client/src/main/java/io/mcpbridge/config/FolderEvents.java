package io.mcpbridge.config;

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
 * What the file system tells of folders, because editors replace files rather than write them.
 * Where it tells nothing this only waits. Used by one thread, and closed by any.
 */
final class FolderEvents implements AutoCloseable {

  private final @Nullable WatchService service;
  private final Map<Path, WatchKey> folders = new HashMap<>();
  private final CountDownLatch closed = new CountDownLatch(1);

  private FolderEvents(@Nullable WatchService service) {
    this.service = service;
  }

  static FolderEvents of(Set<Path> files) {
    try {
      return files.isEmpty()
          ? new FolderEvents(null)
          : new FolderEvents(files.iterator().next().getFileSystem().newWatchService());
    } catch (IOException | UnsupportedOperationException e) {
      return new FolderEvents(null);
    }
  }

  /** Waits until something may have happened in one of the folders, and not longer than that. */
  void await(Duration atMost) {
    try {
      if (service == null) {
        closed.await(atMost.toMillis(), TimeUnit.MILLISECONDS);
        return;
      }
      WatchKey key = service.poll(atMost.toMillis(), TimeUnit.MILLISECONDS);
      while (key != null) {
        key.pollEvents(); // what it was shows when the files are looked at
        key.reset();
        key = service.poll();
      }
    } catch (ClosedWatchServiceException | InterruptedException e) {
      close();
    }
  }

  /** Listens to the folders of these files, as far as they are there, and to no others. */
  void listenTo(Set<Path> files) {
    Set<Path> wanted = new HashSet<>();
    for (Path file : files) {
      if (file.getParent() != null) {
        wanted.add(file.getParent());
      }
    }
    for (Path folder : List.copyOf(folders.keySet())) {
      WatchKey key = folders.get(folder);
      if (key != null && (!wanted.contains(folder) || !key.isValid())) {
        key.cancel();
        folders.remove(folder);
      }
    }
    wanted.removeAll(folders.keySet());
    wanted.forEach(this::listenTo);
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
      // Another file system, or no more watches to be had: looking now and then has to do.
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
