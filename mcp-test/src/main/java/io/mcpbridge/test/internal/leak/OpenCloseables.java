package io.mcpbridge.test.internal.leak;

import io.mcpbridge.test.internal.channel.InProcessExchange;
import io.mcpbridge.test.internal.server.ServerCore;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The open resources of this library that require an explicit close. Cheap to collect. */
public record OpenCloseables(Set<ServerCore> servers, Set<InProcessExchange> exchanges) {

  public static OpenCloseables now() {
    return new OpenCloseables(ServerCore.open(), InProcessExchange.open());
  }

  /**
   * Waits only for exchanges: a thread that waits in a canceled one is about to close it.
   *
   * @throws AssertionError if something is open that was not before
   */
  public void requireNothingNew(String owner, Duration linger) {
    if (newIn(now()).isEmpty()) {
      return;
    }
    try {
      giveTime(System.nanoTime() + linger.toNanos());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    LeakReport.requireNoLeaks(owner, newIn(now()));
  }

  /** Waits for exchanges opened since. */
  void giveTime(long end) throws InterruptedException {
    for (InProcessExchange exchange : LeakReport.difference(InProcessExchange.open(), exchanges)) {
      exchange.awaitClosed(Math.max(1, end - System.nanoTime()));
    }
  }

  List<String> newIn(OpenCloseables now) {
    return Stream.concat(
            LeakReport.difference(now.servers, servers).stream(),
            LeakReport.difference(now.exchanges, exchanges).stream())
        .map(closeable -> closeable + ": not closed")
        .toList();
  }
}
