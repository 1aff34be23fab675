package io.mcpbridge.test.internal.server;

import io.mcpbridge.jsonrpc.JsonRpcError;
import io.mcpbridge.test.internal.rules.JsonRpcRefusal;
import java.util.Map;

/**
 * The rules that a transport adds to the protocol up to 2025-11-25. The defaults are those of a
 * child process.
 */
public interface EndpointRules {

  /** For a child process: one conversation, which begins with {@code initialize}. */
  EndpointRules NONE = new EndpointRules() {};

  /** Whether 2026-07-28 is supported here. */
  default boolean speaksStateless() {
    return true;
  }

  /** Whether the request requires {@code initialize} first. */
  default boolean requiresInitialize(Conversation conversation) {
    return true;
  }

  /** Checks any message after {@code initialize}. */
  default void check(Turn serverTurn) throws JsonRpcRefusal {}

  /** The HTTP headers for the result of {@code initialize}. */
  default Map<String, String> initializeHeaders(Turn serverTurn) {
    return Map.of();
  }

  /** Answers an HTTP request without a message. */
  default void answerWithoutMessage(Turn serverTurn) throws JsonRpcRefusal, InterruptedException {
    throw JsonRpcRefusal.of(405, JsonRpcError.INVALID_REQUEST, "Method not allowed");
  }
}
