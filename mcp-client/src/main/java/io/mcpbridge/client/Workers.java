package io.mcpbridge.client;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Threads for work that no caller waits for: virtual ones where the running JDK has them. */
public final class Workers {

  private Workers() {}

  /**
   * A new executor; its threads are daemons named after it and end by themselves when idle.
   *
   * @param name what the threads are named after
   */
  public static ExecutorService named(String name) {
    AtomicInteger count = new AtomicInteger();
    ThreadFactory daemons =
        work -> {
          Thread thread = new Thread(work, "mcp-" + name + "-" + count.incrementAndGet());
          thread.setDaemon(true);
          return thread;
        };
    return virtualThreads(daemons);
  }

  /** By reflection, since the byte code is for Java 17 and virtual threads came with 21. */
  private static ExecutorService virtualThreads(ThreadFactory otherwise) {
    try {
      return (ExecutorService)
          Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    } catch (ReflectiveOperationException olderThan21) {
      return new ThreadPoolExecutor(
          0, Integer.MAX_VALUE, 2, TimeUnit.SECONDS, new SynchronousQueue<>(), otherwise);
    }
  }
}
