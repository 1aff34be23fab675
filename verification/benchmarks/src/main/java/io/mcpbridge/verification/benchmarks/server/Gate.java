package io.mcpbridge.verification.benchmarks.server;

/** Releases threads when enough of them are waiting. */
final class Gate {

  private int waiting;
  private int opened;

  synchronized void await(int together) throws InterruptedException {
    int generation = opened;
    if (++waiting == together) {
      waiting = 0;
      opened++;
      notifyAll();
    }
    while (generation == opened) {
      wait();
    }
  }
}
