package io.mcpbridge.client;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Threads for work that no caller waits for: virtual ones where the running JDK has them. */
public final class Workers {

  private Workers() {}

  /**
   * A new executor without idle threads: virtual ones end with their work, others two seconds after
   * it. All are daemons.
   *
   * @param name what the threads are named after
   */
  public static ExecutorService named(String name) {
    ThreadFactory virtual = virtualThreads("mcp-" + name + "-");
    return virtual == null ? pooled("mcp-" + name + "-") : threadPerTask(virtual);
  }

  private static ExecutorService pooled(String prefix) {
    AtomicInteger count = new AtomicInteger();
    return new ThreadPoolExecutor(
        0,
        Integer.MAX_VALUE,
        2,
        TimeUnit.SECONDS,
        new SynchronousQueue<>(),
        work -> {
          Thread thread = new Thread(work, prefix + count.incrementAndGet());
          thread.setDaemon(true);
          return thread;
        });
  }

  /** By reflection, since the byte code is for Java 17 and virtual threads came with 21. */
  private static @Nullable ThreadFactory virtualThreads(String prefix) {
    try {
      Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
      Class<?> api = Class.forName("java.lang.Thread$Builder");
      api.getMethod("name", String.class, long.class).invoke(builder, prefix, 1L);
      return (ThreadFactory) api.getMethod("factory").invoke(builder);
    } catch (ReflectiveOperationException olderThan21) {
      return null;
    }
  }

  private static ExecutorService threadPerTask(ThreadFactory factory) {
    try {
      return (ExecutorService)
          Executors.class
              .getMethod("newThreadPerTaskExecutor", ThreadFactory.class)
              .invoke(null, factory);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError("every JDK with virtual threads has this method", e);
    }
  }
}
