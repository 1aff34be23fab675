package io.mcpbridge.transport.stdio;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Fails a test that leaves a process, or a thread of the stdio transport, behind. */
final class NothingLeftBehind implements AfterEachCallback {

  @Override
  public void afterEach(ExtensionContext context) throws Exception {
    for (ProcessHandle process : ProcessHandle.current().descendants().toList()) {
      awaitExit(process);
    }
    for (Thread thread : ours()) {
      thread.join(5_000);
    }
    assertThat(ProcessHandle.current().descendants().map(p -> p.info().commandLine())).isEmpty();
    assertThat(ours()).isEmpty();
  }

  private static void awaitExit(ProcessHandle process) throws Exception {
    try {
      process.onExit().get(1, TimeUnit.SECONDS);
    } catch (TimeoutException stillThere) {
      process.destroyForcibly();
      throw new AssertionError("left behind: " + process.info().commandLine());
    }
  }

  private static List<Thread> ours() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("mcp-stdio-"))
        .filter(thread -> !thread.getName().equals("mcp-stdio-shutdown"))
        .toList();
  }
}
