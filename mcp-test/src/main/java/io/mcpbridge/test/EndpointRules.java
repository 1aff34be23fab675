package io.mcpbridge.test;

import io.mcpbridge.jsonrpc.JsonRpcError;
import java.util.Map;

/**
 * The rules that a transport adds to the protocol up to 2025-11-25. The defaults are those of a
 * child process.
 */
interface EndpointRules {

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
  default void check(ServerTurn serverTurn) throws JsonRpcRefusal {}

  /** The HTTP headers for the result of {@code initialize}. */
  default Map<String, String> initializeHeaders(ServerTurn serverTurn) {
    return Map.of();
  }

  /** Answers an HTTP request without a message. */
  default void answerWithoutMessage(ServerTurn serverTurn)
      throws JsonRpcRefusal, InterruptedException {
    throw JsonRpcRefusal.of(405, JsonRpcError.INVALID_REQUEST, "Method not allowed");
  }
}
