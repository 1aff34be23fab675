package io.mcpbridge.thread;

import java.util.concurrent.ThreadFactory;

/**
 * Makes threads that run none of the application's code. They have no context class loader and
 * inherit no thread locals, because they may outlive the application that caused them.
 */
public final class DaemonThreads {

  private DaemonThreads() {}

  /** A thread that is not started yet. */
  public static Thread named(String name, Runnable work) {
    Thread thread = new Thread(null, work, name, 0, false);
    thread.setContextClassLoader(null);
    thread.setDaemon(true);
    return thread;
  }

  /** Makes threads that all have this name. */
  public static ThreadFactory factory(String name) {
    return work -> named(name, work);
  }
}
