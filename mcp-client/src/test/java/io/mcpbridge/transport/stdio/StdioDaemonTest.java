package io.mcpbridge.transport.stdio;

import static io.mcpbridge.transport.TestMessages.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.transport.Channel;
import io.mcpbridge.transport.ChannelMode;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Outbound;
import io.mcpbridge.transport.RecordingChannelListener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** A server that leaves a daemon behind, which holds its standard output and standard error. */
@EnabledOnOs(OS.LINUX)
class StdioDaemonTest {

  /** The shell that started the daemon has exited, so its parent is unknown. */
  private static final String DAEMON =
      "exec 3>&1; daemon=$(sleep 600 >&3 3>&- & echo $!); exec 3>&-;"
          + " echo \"{\\\"method\\\":\\\"daemon/$daemon\\\"}\"; ";

  private final RecordingChannelListener channelListener = new RecordingChannelListener();
  private ProcessHandle daemon;

  @AfterEach
  void endTheDaemon() throws Exception {
    daemon.destroyForcibly();
    daemon.onExit().get(60, TimeUnit.SECONDS);
  }

  @Test
  void closeStopsReadersAndReleasesDescriptors() throws Exception {
    Channel channel = start("while read line; do :; done");
    List<String> pipes = pipesOfTheDaemon();
    assertThat(ourDescriptors()).containsAll(pipes);

    channel.close();

    assertNothingIsLeft(pipes);
  }

  @Test
  void retireReleasesDescriptorsInBackground() throws Exception {
    Channel channel = start("while read line; do :; done");
    List<String> pipes = pipesOfTheDaemon();

    channel.retire();

    assertNothingIsLeft(pipes);
  }

  @Test
  void serverExitEndsReadersAndClosesPipes() throws Exception {
    Channel channel = start("read line; exit 3");
    List<String> pipes = pipesOfTheDaemon();

    channel.send(Outbound.of(new JsonRpcNotification("end", null)), soon());

    assertThat(channelListener.loss())
        .isInstanceOf(McpConnectionLostException.class)
        .hasMessageContaining("exit code 3");
    assertNothingIsLeft(pipes);
    channel.close();
  }

  private Channel start(String script) throws Exception {
    Channel channel =
        StdioTransport.builder("sh", "-c", DAEMON + script)
            .exitTimeout(Duration.ofSeconds(10))
            .killTimeout(Duration.ofSeconds(10))
            .build()
            .open(ChannelMode.SESSION, channelListener, soon());
    String method = ((JsonRpcNotification) channelListener.message()).method();
    daemon = ProcessHandle.of(Long.parseLong(method.substring("daemon/".length()))).orElseThrow();
    return channel;
  }

  private void assertNothingIsLeft(List<String> pipes) throws Exception {
    // A reader that ends starts the thread that stops the process.
    Deadline deadline = soon();
    for (List<Thread> openReaders = readers();
        !openReaders.isEmpty() && !deadline.hasPassed();
        openReaders = readers()) {
      openReaders.get(0).join(60_000);
    }
    assertThat(readers()).isEmpty();
    assertThat(ourDescriptors()).doesNotContainAnyElementsOf(pipes);
    assertThat(daemon.isAlive()).as("the daemon, which is none of ours").isTrue();
  }

  private static List<Thread> readers() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("mcp-stdio-"))
        .toList();
  }

  private List<String> pipesOfTheDaemon() throws IOException {
    Path descriptors = Path.of("/proc", Long.toString(daemon.pid()), "fd");
    List<String> pipes = new ArrayList<>();
    for (String number : List.of("1", "2")) {
      pipes.add(Files.readSymbolicLink(descriptors.resolve(number)).toString());
    }
    assertThat(pipes).allMatch(target -> target.startsWith("pipe:"));
    return pipes;
  }

  private static List<String> ourDescriptors() throws IOException {
    List<String> targets = new ArrayList<>();
    try (var descriptors = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
      for (Path descriptor : descriptors) {
        try {
          targets.add(Files.readSymbolicLink(descriptor).toString());
        } catch (NoSuchFileException closedMeanwhile) {
          // that of the folder, or of another thread
        }
      }
    }
    return targets;
  }
}
