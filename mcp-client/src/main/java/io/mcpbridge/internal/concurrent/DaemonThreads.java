package io.mcpbridge.internal.concurrent;

import java.util.concurrent.ThreadFactory;

/**
 * Creates threads that run no application code. They have no context class loader and inherit no
 * thread locals, because they may outlive the application that caused them.
 */
public final class DaemonThreads {

  private DaemonThreads() {}

  /** Creates an unstarted thread. */
  public static Thread named(String name, Runnable work) {
    Thread thread = new Thread(null, work, name, 0, false);
    thread.setContextClassLoader(null);
    thread.setDaemon(true);
    return thread;
  }

  /** Creates a factory for threads of this name. */
  public static ThreadFactory factory(String name) {
    return work -> named(name, work);
  }
}
