package io.mcpbridge.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several applications edit the same file. */
class SharedServersFileTest {

  private static final int CHANGES = 15;

  @TempDir Path folder;

  private Path file;
  private Path lockFile;

  @BeforeEach
  void prepare() throws IOException {
    file = folder.resolve("mcp.json");
    lockFile = folder.resolve(".mcp.json.lock");
    Files.writeString(file, "{\"mcpServers\": {\"kept\": {\"command\": \"run\"}}}");
  }

  /** The other application: adds servers one by one. */
  static final class OtherApplication {

    private OtherApplication() {}

    public static void main(String[] args) {
      addServers("other", Path.of(args[0]));
    }
  }

  private static void addServers(String prefix, Path file) {
    ServersFileEditor editor = ServersFiles.of(file).editor(ConfigSource.GLOBAL);
    for (int i = 0; i < CHANGES; i++) {
      editor.put(prefix + i, Map.of("command", "run"));
    }
  }

  @Test
  void keepsConcurrentWritesOfTwoProcesses() throws Exception {
    Process otherApplication =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                OtherApplication.class.getName(),
                file.toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("output").toFile())
            .start();
    try {
      while (otherApplication.isAlive() && !Files.readString(file).contains("other0")) {
        Thread.onSpinWait(); // so that both write at once
      }
      addServers("own", file);
      assertThat(otherApplication.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(otherApplication.exitValue())
          .as(Files.readString(folder.resolve("output")))
          .isZero();
    } finally {
      otherApplication.destroyForcibly();
    }

    assertThat(ServersFiles.of(file).read().servers())
        .hasSize(1 + 2 * CHANGES)
        .allMatch(ConfiguredServer::isUsable);
    assertThat(lockFile).doesNotExist();
  }

  @Test
  void namesLockFileAfterLockTimeout() throws Exception {
    String before = Files.readString(file);
    ServersFileEditor editor =
        ServersFiles.builder()
            .global(file)
            .lockTimeout(Duration.ofMillis(50))
            .build()
            .editor(ConfigSource.GLOBAL);
    try (FileChannel channel =
            FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = channel.lock()) {
      assertThat(lock.isValid()).isTrue();

      assertThatThrownBy(() -> editor.disable("kept"))
          .isInstanceOf(UncheckedIOException.class)
          .hasMessageContainingAll(
              file + " cannot be written", lockFile.toString(), "50 ms", "lockTimeout");
      assertThat(Files.readString(file)).isEqualTo(before);
    }

    editor.disable("kept");
    assertThat(Files.readString(file)).contains("\"disabled\": true");
  }

  @Test
  void staleLockFileDoesNotBlockEdits() throws Exception {
    Files.createFile(lockFile);

    ServersFiles.of(file).editor(ConfigSource.GLOBAL).disable("kept");

    assertThat(Files.readString(file)).contains("\"disabled\": true");
    assertThat(lockFile).doesNotExist();
  }

  @Test
  void namesLockFileOfAnotherUser() throws Exception {
    Files.createFile(lockFile);
    assumeTrue(lockFile.toFile().setWritable(false) && !Files.isWritable(lockFile), "as root");
    ServersFileEditor editor =
        ServersFiles.builder()
            .global(file)
            .lockTimeout(Duration.ofMillis(50))
            .build()
            .editor(ConfigSource.GLOBAL);

    assertThatThrownBy(() -> editor.disable("kept"))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContainingAll("another user", lockFile.toString(), "delete it if unused");
  }

  @Test
  void unchangedEditDoesNotWaitForLock() throws Exception {
    try (FileChannel channel =
            FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = channel.lock()) {
      assertThat(lock.isValid()).isTrue();

      ServersFiles.of(file).editor(ConfigSource.GLOBAL).put("kept", Map.of("command", "run"));
    }
  }
}
