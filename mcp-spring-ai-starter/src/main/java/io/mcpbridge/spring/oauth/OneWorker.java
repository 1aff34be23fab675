package io.mcpbridge.spring.oauth;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * A thread for work that nobody waits for, one piece after the other; there only while it works.
 */
final class OneWorker {

  private OneWorker() {}

  /**
   * @param most how much work may wait; more is rejected
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
              // without the thread locals of whoever happens to be asked first
              Thread thread = new Thread(null, task, name, 0, false);
              thread.setDaemon(true);
              return thread;
            });
    worker.allowCoreThreadTimeOut(true);
    return worker;
  }
}
