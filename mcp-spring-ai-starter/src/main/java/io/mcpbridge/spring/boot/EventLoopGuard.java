package io.mcpbridge.spring.boot;

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

  private static final Logger log = LoggerFactory.getLogger(UserTools.class);

  private static final boolean HAS_REACTOR =
      ClassUtils.isPresent(
          "reactor.core.scheduler.NonBlocking", EventLoopGuard.class.getClassLoader());

  private static final AtomicBoolean TOLD = new AtomicBoolean();

  private EventLoopGuard() {}

  /** Whether the calling thread may block. */
  static boolean mayWait() {
    if (!HAS_REACTOR || !Reactor.isHere()) {
      return true;
    }
    if (!TOLD.getAndSet(true)) {
      log.warn(
          "Tools of a user were asked for on the thread \"{}\", which must not be blocked: the"
              + " user's servers are not waited for there, so the first requests have none of their"
              + " tools. Ask with subscribeOn(Schedulers.boundedElastic()). This is logged once",
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
