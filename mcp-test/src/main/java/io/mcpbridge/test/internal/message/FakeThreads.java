package io.mcpbridge.test.internal.message;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The threads of one server: created as needed, all daemons named {@code mcp-fake-*}. */
public final class FakeThreads implements AutoCloseable {

  private static final AtomicInteger NUMBER = new AtomicInteger();

  private final ExecutorService pool =
      Executors.newCachedThreadPool(
          work -> {
            Thread thread = new Thread(work, "mcp-fake-" + NUMBER.incrementAndGet());
            thread.setDaemon(true);
            return thread;
          });

  /** Runs a task; drops it if the server is closed. */
  public void run(Runnable work) {
    try {
      pool.execute(work);
    } catch (RejectedExecutionException closed) {
      // the client notices by its connection
    }
  }

  @Override
  public void close() {
    pool.shutdownNow();
    try {
      pool.awaitTermination(5, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
