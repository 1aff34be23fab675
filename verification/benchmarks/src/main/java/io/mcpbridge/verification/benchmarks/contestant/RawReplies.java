package io.mcpbridge.verification.benchmarks.contestant;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Passes responses to the waiting threads. */
final class RawReplies {

  private final Map<Long, Reply> waiting = new ConcurrentHashMap<>();

  Reply expect(long id) {
    Reply reply = new Reply(Thread.currentThread());
    waiting.put(id, reply);
    return reply;
  }

  void arrived(long id, String text) {
    Reply reply = waiting.remove(id);
    if (reply != null) {
      reply.text = text;
      LockSupport.unpark(reply.caller);
    }
  }

  static final class Reply {

    private final Thread caller;
    private volatile @Nullable String text;

    private Reply(Thread caller) {
      this.caller = caller;
    }

    String await() throws InterruptedException {
      while (true) {
        String arrived = text;
        if (arrived != null) {
          return arrived;
        }
        LockSupport.park(this);
        if (Thread.interrupted()) {
          throw new InterruptedException();
        }
      }
    }
  }
}
