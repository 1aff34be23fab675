package io.mcpbridge.spring.ai;

import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.scheduler.NonBlocking;

/** Warnings about the calls of a provider's tools, each logged once. Thread-safe. */
final class CallWarnings {

  private static final Logger log = LoggerFactory.getLogger(McpToolCallbackProvider.class);

  private final AtomicBoolean isBlockingReported = new AtomicBoolean();
  private final AtomicBoolean isMissingAdvisorReported = new AtomicBoolean();
  private final AtomicBoolean isLostSuspensionReported = new AtomicBoolean();

  /**
   * Checks that the thread may block, unlike an event loop of Netty: a call blocks its thread until
   * the response arrives.
   */
  void checkThread(String tool) {
    if (Thread.currentThread() instanceof NonBlocking && !isBlockingReported.getAndSet(true)) {
      log.warn(
          "The tool {} was called on the thread \"{}\", which must not block: while the tool"
              + " runs, that thread serves no other request. Call it, or the chat that does, with"
              + " subscribeOn(Schedulers.boundedElastic()). This is logged once",
          tool,
          Thread.currentThread().getName());
    }
  }

  /** Reports a chat whose tools know neither their request nor their conversation. */
  void missingAdvisor(String tool) {
    if (!isMissingAdvisorReported.getAndSet(true)) {
      log.warn(
          "The tool {} was called by a ChatClient without McpAdvisor, so that limits for one"
              + " request or conversation do not count, stored results can be read in other"
              + " conversations, and McpToolResults are empty. Add McpAdvisor.create() to its"
              + " default advisors, or without a ChatClient ChatMemory.CONVERSATION_ID to the tool"
              + " context. This is logged once",
          tool);
    }
  }

  /** Reports a call that waits for approval, and that no later turn of a chat goes on with. */
  void suspendedWithoutConversation(String tool) {
    if (!isLostSuspensionReported.getAndSet(true)) {
      log.warn(
          "A call of {} waits for approval in an unknown conversation, so that no later turn of a"
              + " chat makes it. Pass ChatMemory.CONVERSATION_ID to the advisors of the ChatClient,"
              + " or make the call with ToolSet.resume. This is logged once",
          tool);
    }
  }
}
