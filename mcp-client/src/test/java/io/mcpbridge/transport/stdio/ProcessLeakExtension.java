package io.mcpbridge.transport.stdio;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Fails a test that leaks a process, or a thread of the stdio transport. */
final class ProcessLeakExtension implements AfterEachCallback {

  private static final long PATIENCE = TimeUnit.SECONDS.toNanos(60);

  @Override
  public void afterEach(ExtensionContext context) throws Exception {
    long until = System.nanoTime() + PATIENCE;
    List<String> leftBehind = new ArrayList<>();
    for (ProcessHandle process : ProcessHandle.current().descendants().toList()) {
      try {
        process.onExit().get(until - System.nanoTime(), TimeUnit.NANOSECONDS);
      } catch (TimeoutException stillThere) {
        leftBehind.add(process.info().toString());
        process.destroyForcibly();
      }
    }
    for (List<Thread> threads = stdioThreads(); !threads.isEmpty(); threads = stdioThreads()) {
      long millis = TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime());
      if (millis <= 0) {
        threads.forEach(thread -> leftBehind.add(thread.toString()));
        break;
      }
      threads.get(0).join(millis);
    }
    if (!leftBehind.isEmpty()) {
      throw new AssertionError("left behind: " + leftBehind);
    }
  }

  private static List<Thread> stdioThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("mcp-stdio-"))
        .toList();
  }
}
