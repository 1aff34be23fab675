package io.mcpbridge.test;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The open resources of this library that require an explicit close. Cheap to collect. */
record OpenThings(Set<FakeMcpServer> servers, Set<InProcessExchange> exchanges) {

  static OpenThings now() {
    return new OpenThings(FakeMcpServer.open(), InProcessExchange.open());
  }

  /**
   * Waits only for exchanges: a thread that waits in a canceled one is about to close it.
   *
   * @throws AssertionError if something is open that was not before
   */
  void requireNothingNew(String who, Duration linger) {
    if (newIn(now()).isEmpty()) {
      return;
    }
    try {
      giveTime(System.nanoTime() + linger.toNanos());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Complaint.about(who, newIn(now()));
  }

  /** Waits for exchanges opened since. */
  void giveTime(long end) throws InterruptedException {
    for (InProcessExchange exchange : Complaint.without(InProcessExchange.open(), exchanges)) {
      exchange.awaitClosed(Math.max(1, end - System.nanoTime()));
    }
  }

  List<String> newIn(OpenThings now) {
    return Stream.concat(
            Complaint.without(now.servers, servers).stream(),
            Complaint.without(now.exchanges, exchanges).stream())
        .map(thing -> thing + ": not closed")
        .toList();
  }
}
