package io.mcpbridge.transport.stdio;

import static io.mcpbridge.transport.TestMessages.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.transport.ChannelMode;
import io.mcpbridge.transport.RecordingChannelListener;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;

/** An application that exits without closing anything. */
@DisabledOnOs(OS.WINDOWS)
@ExtendWith(ProcessLeakExtension.class)
class ShutdownTest {

  /** Starts a server that ignores signals where it can, prints the processes, and waits. */
  static final class Application {

    public static void main(String[] args) throws Exception {
      RecordingChannelListener channelListener = new RecordingChannelListener();
      String server =
          "trap '' TERM INT HUP; (trap '' TERM; sleep 600) &"
              + " echo '{\"method\":\"notifications/hello\"}'; while :; do sleep 600; done";
      StdioTransport.of("sh", "-c", server).open(ChannelMode.SESSION, channelListener, soon());
      channelListener.message();
      ProcessHandle.current().descendants().forEach(process -> System.out.println(process.pid()));
      System.out.println("ready");
      new java.util.concurrent.CountDownLatch(1).await();
    }
  }

  @Test
  void jvmShutdownTerminatesServers() throws Exception {
    Process application =
        new ProcessBuilder(
                EchoServer.java(),
                "-cp",
                System.getProperty("java.class.path"),
                Application.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    List<ProcessHandle> servers = servers(application);
    assertThat(servers).hasSizeGreaterThanOrEqualTo(2);

    application.destroy();

    assertThat(application.waitFor(60, TimeUnit.SECONDS)).isTrue();
    for (ProcessHandle server : servers) {
      server.onExit().get(60, TimeUnit.SECONDS);
    }
  }

  private static List<ProcessHandle> servers(Process application) throws IOException {
    List<ProcessHandle> servers = new ArrayList<>();
    try (BufferedReader output = application.inputReader()) {
      String line = output.readLine();
      while (line != null && !line.equals("ready")) {
        if (line.matches("\\d+")) {
          ProcessHandle.of(Long.parseLong(line)).ifPresent(servers::add);
        }
        line = output.readLine();
      }
    }
    return servers;
  }
}
