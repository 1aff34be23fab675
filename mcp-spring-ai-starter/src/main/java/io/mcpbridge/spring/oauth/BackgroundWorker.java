package io.mcpbridge.spring.oauth;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Creates single-threaded executors for background work. The thread ends when idle. */
final class BackgroundWorker {

  private BackgroundWorker() {}

  /**
   * @param most capacity of the queue; tasks beyond it are rejected
   */
  static ThreadPoolExecutor named(String name, int most) {
    ThreadPoolExecutor worker =
        new ThreadPoolExecutor(
            1,
            1,
            5,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(most),
            task -> {
              // inherits no thread locals of the caller that starts it
              Thread thread = new Thread(null, task, name, 0, false);
              thread.setDaemon(true);
              return thread;
            });
    worker.allowCoreThreadTimeOut(true);
    return worker;
  }
}
