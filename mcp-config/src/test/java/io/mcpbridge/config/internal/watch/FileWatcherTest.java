package io.mcpbridge.config.internal.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.config.BrokenDrive;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Detects changed files, however they are changed and wherever they are. */
class FileWatcherTest {

  private static final Duration SHORT = Duration.ofMillis(20);

  /** Never waited for if the file system reports changes. */
  private static final Duration LONG = Duration.ofSeconds(2);

  @TempDir Path folder;

  private final BlockingQueue<Set<Path>> changes = new LinkedBlockingQueue<>();

  private FileWatcher watch(Duration interval, Path... files) {
    FileWatcher watch = new FileWatcher(SHORT, interval, () -> Set.of(files), changes::add);
    watch.start();
    return watch;
  }

  private Set<Path> next() throws InterruptedException {
    return changes.poll(60, TimeUnit.SECONDS);
  }

  @Test
  void reportsWrittenReplacedCreatedAndDeletedFiles() throws Exception {
    Path written = Files.writeString(folder.resolve("written"), "1");
    Path created = folder.resolve("made");
    Path replacement = folder.resolve("other");
    try (FileWatcher watch = watch(LONG, written, created)) {
      Files.writeString(written, "2", StandardOpenOption.APPEND);
      assertThat(next()).containsExactly(written);

      Files.writeString(replacement, "333");
      Files.move(replacement, written, StandardCopyOption.REPLACE_EXISTING);
      assertThat(next()).containsExactly(written);

      Files.createFile(created);
      assertThat(next()).containsExactly(created);

      Files.delete(created);
      assertThat(next()).containsExactly(created);
    }
    assertThat(changes).isEmpty();
  }

  @Test
  void watchesSymbolicLinksAndDirectories() throws Exception {
    Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
    Path target = Files.writeString(elsewhere.resolve("target"), "1");
    Path link = Files.createSymbolicLink(folder.resolve("link"), target);
    try (FileWatcher watch = watch(SHORT, link, elsewhere)) {
      Files.writeString(target, "22");
      Set<Path> first = next();
      Set<Path> all = new HashSet<>(first);
      while (all.size() < 2) {
        all.addAll(next());
      }
      assertThat(all).containsExactlyInAnyOrder(link, elsewhere);
    }
  }

  @Test
  void reportsFolderChangeDespiteDanglingLink() throws Exception {
    Path watched = Files.createDirectory(folder.resolve("watched"));
    Files.createSymbolicLink(watched.resolve(".#lock"), folder.resolve("nothing"));
    try (FileWatcher watch = watch(SHORT, watched)) {
      Files.writeString(watched.resolve("made"), "1");
      assertThat(next()).containsExactly(watched);
    }
  }

  @Test
  void keepsWatchingWhileFolderIsUnreadable() throws Exception {
    Path real = Files.createDirectory(folder.resolve("drive"));
    BrokenDrive drive = new BrokenDrive();
    drive.reconnect();
    Path driveFolder = drive.folder(real);
    Path file = Files.writeString(folder.resolve("file"), "1");
    try (FileWatcher watch = watch(SHORT, driveFolder, file)) {
      drive.disconnect();
      Files.writeString(file, "22");
      assertThat(next()).containsExactly(file);
      assertThat(drive.listings()).isPositive();

      drive.reconnect();
      Files.writeString(file, "333");
      assertThat(next()).containsExactly(file);
      Files.writeString(real.resolve("made"), "1");
      assertThat(next()).containsExactly(driveFolder);
    }
  }

  @Test
  void reportsInitiallyUnreadableFolderOnceReadable() throws Exception {
    Path real = Files.createDirectory(folder.resolve("drive"));
    BrokenDrive drive = new BrokenDrive();
    Path driveFolder = drive.folder(real);
    try (FileWatcher watch = watch(SHORT, driveFolder)) {
      drive.reconnect();
      assertThat(next()).containsExactly(driveFolder);
    }
  }

  @Test
  void keepsWatchingAfterFileSystemIsClosed() throws Exception {
    URI zip = URI.create("jar:" + folder.resolve("files.zip").toUri());
    Path file = Files.writeString(folder.resolve("file"), "1");
    try (FileSystem files = FileSystems.newFileSystem(zip, Map.of("create", "true"))) {
      Path zipEntry = Files.writeString(files.getPath("/mcp.json"), "1");
      try (FileWatcher watch = watch(SHORT, zipEntry, file)) {
        files.close();
        Files.writeString(file, "22");
        assertThat(next()).containsExactly(file);
        Files.writeString(file, "333");
        assertThat(next()).containsExactly(file);
      }
    }
  }

  @Test
  void notifiesListenerAgainAfterItFailed() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "1");
    FileWatcher watch =
        new FileWatcher(
            SHORT,
            SHORT,
            () -> Set.of(file),
            changed -> {
              changes.add(changed);
              throw new IllegalStateException("of the listener");
            });
    try (watch) {
      watch.start();
      Files.writeString(file, "22");
      assertThat(next()).containsExactly(file);
      Files.writeString(file, "333");
      assertThat(next()).containsExactly(file);
    }
  }

  @Test
  void pollsFileSystemWithoutWatchService() throws Exception {
    URI zip = URI.create("jar:" + folder.resolve("files.zip").toUri());
    try (FileSystem files = FileSystems.newFileSystem(zip, Map.of("create", "true"))) {
      Path file = Files.writeString(files.getPath("/mcp.json"), "1");
      try (FileWatcher watch = watch(SHORT, file)) {
        Files.writeString(file, "22");
        assertThat(next()).containsExactly(file);
        Files.delete(file);
        assertThat(next()).containsExactly(file);
      }
    }
  }

  @Test
  void reportsFileThatChangesContinuously() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "");
    try (FileWatcher watch = watch(SHORT, file)) {
      for (int i = 0; changes.isEmpty() && i < 100_000; i++) {
        Files.writeString(file, "x".repeat(i % 1000 + 1));
      }
      assertThat(next()).containsExactly(file);
    }
  }
}
