package io.mcpbridge.transport.stdio;

import static io.mcpbridge.transport.TestMessages.request;
import static io.mcpbridge.transport.TestMessages.soon;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.transport.Channel;
import io.mcpbridge.transport.ChannelMode;
import io.mcpbridge.transport.Exchange;
import io.mcpbridge.transport.RecordingChannelListener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Where the standard error of a server goes. */
@DisabledOnOs(OS.WINDOWS)
@ExtendWith(ProcessLeakExtension.class)
class StandardErrorTest {

  private static final String BROKEN = "read line; echo broken >&2; exit 3";

  /** Runs a server that ends after the first request, and returns the message of that failure. */
  private static String failure(String script, StandardError policy) {
    try (Channel channel = open(script, policy);
        Exchange exchange = channel.exchange(request(1, "tools/list", Map.of()), soon())) {
      McpException failure = catchThrowableOfType(McpException.class, () -> exchange.next(soon()));
      return failure.getMessage() + channel.standardError();
    }
  }

  private static Channel open(String script, StandardError policy) {
    return StdioTransport.builder("sh", "-c", script)
        .standardError(policy)
        .build()
        .open(ChannelMode.SESSION, new RecordingChannelListener(), soon());
  }

  @Test
  void logKeepsLastLinesForDiagnostics() {
    assertThat(failure(BROKEN, StandardError.log()))
        .contains("exit code 3", "last lines on standard error:\nbroken");
  }

  @Test
  void fileIsAppendedTo(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("server.log"), "earlier\n");

    assertThat(failure(BROKEN, StandardError.file(file)))
        .contains("exit code 3", "Its standard error is in " + file)
        .doesNotContain("\nbroken");

    assertThat(file).hasContent("earlier\nbroken\n");
  }

  @Test
  void newFileIsForTheOwnerOnly(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("server.log");

    failure(BROKEN, StandardError.file(file));

    assertThat(Files.getPosixFilePermissions(file))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
  }

  @Test
  void fileIsNeitherLinkNorPipe(@TempDir Path folder) throws Exception {
    Path target = Files.writeString(folder.resolve("of-another-program"), "text");
    Path link = Files.createSymbolicLink(folder.resolve("link"), target);
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();

    for (Path file : List.of(link, pipe, folder)) {
      assertThatExceptionOfType(McpConnectException.class)
          .isThrownBy(() -> open(BROKEN, StandardError.file(file)))
          .withMessageContaining(
              file + " for standard error cannot be written: it is not a regular");
    }
    assertThat(target).hasContent("text");
  }

  @Test
  void fileIsRotatedAtItsLimit(@TempDir Path folder) throws IOException {
    Path file = Files.write(folder.resolve("server.log"), new byte[StderrFile.MAX_BYTES]);
    Files.writeString(folder.resolve("server.log.1"), "oldest");

    failure(BROKEN, StandardError.file(file));

    assertThat(file).hasContent("broken\n");
    assertThat(folder.resolve("server.log.1")).hasSize(StderrFile.MAX_BYTES);
  }

  @Test
  void unwritableFileIsNamed(@TempDir Path folder) {
    Path file = folder.resolve("missing").resolve("server.log");

    assertThatExceptionOfType(McpConnectException.class)
        .isThrownBy(() -> open(BROKEN, StandardError.file(file)))
        .withMessageContaining(file.toString())
        .withMessageContaining("standardError");
  }

  @Test
  void droppedStandardErrorIsNotShown() {
    assertThat(failure(BROKEN, StandardError.drop()))
        .contains("exit code 3", "Its standard error was dropped")
        .doesNotContain("\nbroken");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void inheritedStandardErrorIsOurs() {
    String script =
        "read line; test \"$(readlink /proc/$$/fd/2)\" = \"$(readlink /proc/$PPID/fd/2)\" && exit 7";

    assertThat(failure(script, StandardError.inherit()))
        .contains("exit code 7", "went to the standard error of this application");
  }
}
