package io.mcpbridge.verification.benchmarks.sidebyside;

import io.mcpbridge.verification.benchmarks.contestant.Session;
import io.mcpbridge.verification.benchmarks.server.Call;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Threads that call concurrently, and the results of their calls. */
final class Callers {

  private final Session session;
  private final ThreadFactory threadFactory;
  private final AtomicLong lastCall = new AtomicLong();
  private final AtomicInteger answered = new AtomicInteger();
  private final AtomicInteger failed = new AtomicInteger();
  private final AtomicInteger crossed = new AtomicInteger();

  Callers(Session session) {
    this(session, work -> new Thread(work, "caller"));
  }

  Callers(Session session, ThreadFactory threadFactory) {
    this.session = session;
    this.threadFactory = threadFactory;
  }

  /** Whether a caller makes another call. */
  interface Goal {
    boolean goOn(int callsMade);
  }

  /** Starts the threads, releases them at once, and waits for all of them. */
  long run(int threads, int delayMillis, Goal goal) throws InterruptedException {
    CountDownLatch ready = new CountDownLatch(threads);
    CountDownLatch go = new CountDownLatch(1);
    CountDownLatch done = new CountDownLatch(threads);
    for (int i = 0; i < threads; i++) {
      Thread thread =
          threadFactory.newThread(
              () -> {
                try {
                  ready.countDown();
                  go.await();
                  for (int callsMade = 0; goal.goOn(callsMade); callsMade++) {
                    call(delayMillis);
                  }
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                } finally {
                  done.countDown();
                }
              });
      thread.setDaemon(true);
      thread.start();
    }
    ready.await();
    long start = System.nanoTime();
    go.countDown();
    done.await();
    return System.nanoTime() - start;
  }

  private void call(int delayMillis) {
    Call call = new Call(lastCall.incrementAndGet(), 0, delayMillis, 0);
    String text;
    try {
      text = session.call(call);
    } catch (Exception e) {
      failed.incrementAndGet();
      return;
    }
    if (call.isAnsweredBy(text)) {
      answered.incrementAndGet();
    } else if (Call.isToAnother(text)) {
      crossed.incrementAndGet();
    } else {
      failed.incrementAndGet();
    }
  }

  Figures figures() {
    return new Figures()
        .with("answered", answered.get())
        .with("failed", failed.get())
        .with("crossed", crossed.get());
  }
}
