package io.mcpbridge.spring.ai;

import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.scheduler.NonBlocking;

/**
 * Logs once if a tool is called on a thread that must not block, such as an event loop of Netty: a
 * call blocks its thread until the response arrives.
 */
final class BlockingCallWarning {

  private static final Logger log = LoggerFactory.getLogger(McpToolCallbackProvider.class);

  private final AtomicBoolean warned = new AtomicBoolean();

  void check(String tool) {
    if (Thread.currentThread() instanceof NonBlocking && !warned.getAndSet(true)) {
      log.warn(
          "The tool {} was called on the thread \"{}\", which must not block: while the tool"
              + " runs, that thread serves no other request. Call it, or the chat that does, with"
              + " subscribeOn(Schedulers.boundedElastic()). This is logged once",
          tool,
          Thread.currentThread().getName());
    }
  }
}
