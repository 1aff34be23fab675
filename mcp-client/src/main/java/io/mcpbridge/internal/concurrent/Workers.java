package io.mcpbridge.internal.concurrent;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Creates executors for background work, including application code: with virtual threads if the
 * JDK has them. The threads have the context class loader of the thread that created the executor,
 * whichever thread submits the work, and inherit no thread locals.
 */
public final class Workers {

  private Workers() {}

  /**
   * Creates an executor without idle threads: virtual threads end with their task, others two
   * seconds later. All are daemons.
   *
   * @param name prefix of the threads' names
   */
  public static ExecutorService named(String name) {
    @Nullable ClassLoader loader = Thread.currentThread().getContextClassLoader();
    ThreadFactory virtual = virtualThreads("mcp-" + name + "-");
    return virtual == null
        ? pooled("mcp-" + name + "-", loader)
        : threadPerTask(work -> withLoader(virtual.newThread(work), loader));
  }

  private static Thread withLoader(Thread thread, @Nullable ClassLoader loader) {
    thread.setContextClassLoader(loader);
    return thread;
  }

  private static ExecutorService pooled(String prefix, @Nullable ClassLoader loader) {
    AtomicInteger count = new AtomicInteger();
    return new ThreadPoolExecutor(
        0,
        Integer.MAX_VALUE,
        2,
        TimeUnit.SECONDS,
        new SynchronousQueue<>(),
        work -> withLoader(DaemonThreads.named(prefix + count.incrementAndGet(), work), loader));
  }

  /** Uses reflection: the bytecode targets Java 17, and virtual threads need 21. */
  private static @Nullable ThreadFactory virtualThreads(String prefix) {
    try {
      Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
      Class<?> api = Class.forName("java.lang.Thread$Builder");
      api.getMethod("name", String.class, long.class).invoke(builder, prefix, 1L);
      api.getMethod("inheritInheritableThreadLocals", boolean.class).invoke(builder, false);
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
