package io.mcpbridge.spring.boot.internal.catalog;

import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.util.ClassUtils;
import reactor.core.scheduler.Schedulers;

/**
 * Detects threads that must not block, such as event loops of Netty. Logs once that such a thread
 * does not wait.
 */
final class EventLoopGuard {

  private static final Logger log = LoggerFactory.getLogger(EventLoopGuard.class);

  private static final boolean HAS_REACTOR =
      ClassUtils.isPresent(
          "reactor.core.scheduler.NonBlocking", EventLoopGuard.class.getClassLoader());

  private static final AtomicBoolean WARNED = new AtomicBoolean();

  private EventLoopGuard() {}

  /** Whether the calling thread may block. */
  static boolean mayBlock() {
    if (!HAS_REACTOR || !Reactor.isHere()) {
      return true;
    }
    if (!WARNED.getAndSet(true)) {
      log.warn(
          "Tools of a user were requested on the thread \"{}\", which must not block: it does"
              + " not wait for the user's servers, so the first requests have none of their tools."
              + " Use subscribeOn(Schedulers.boundedElastic()). This is logged once",
          Thread.currentThread().getName());
    }
    return false;
  }

  /** A separate class, because the classes it uses may be absent. */
  private static final class Reactor {
    static boolean isHere() {
      return Schedulers.isInNonBlockingThread();
    }
  }
}
