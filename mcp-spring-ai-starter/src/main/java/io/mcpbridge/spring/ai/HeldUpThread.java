package io.mcpbridge.spring.ai;

import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.scheduler.NonBlocking;

/**
 * A call holds its thread until the answer is there. On one of those few that serve everybody, such
 * as Netty's, it would hold up all others, which the developer is told once.
 */
final class HeldUpThread {

  private static final Logger log = LoggerFactory.getLogger(McpToolCallbackProvider.class);

  private final AtomicBoolean told = new AtomicBoolean();

  void look(String tool) {
    if (Thread.currentThread() instanceof NonBlocking && !told.getAndSet(true)) {
      log.warn(
          "The tool {} was called on the thread \"{}\", which must not be blocked: while the tool"
              + " runs, nobody else is served there. Call it, or the chat that does, with"
              + " subscribeOn(Schedulers.boundedElastic()). This is not told again",
          tool,
          Thread.currentThread().getName());
    }
  }
}
