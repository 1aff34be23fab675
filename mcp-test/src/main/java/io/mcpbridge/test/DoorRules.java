package io.mcpbridge.test;

import io.mcpbridge.jsonrpc.JsonRpcError;
import java.util.Map;

/**
 * The rules that a transport adds to the protocol up to 2025-11-25. The defaults are those of a
 * child process.
 */
interface DoorRules {

  /** For a child process: one conversation, which begins with {@code initialize}. */
  DoorRules NONE = new DoorRules() {};

  /** Whether 2026-07-28 is supported here. */
  default boolean speaksStateless() {
    return true;
  }

  /** Whether the request requires {@code initialize} first. */
  default boolean needsGreeting(Conversation conversation) {
    return true;
  }

  /** Checks any message after {@code initialize}. */
  default void check(Turn turn) throws Refusal {}

  /** The HTTP headers for the result of {@code initialize}. */
  default Map<String, String> greet(Turn turn) {
    return Map.of();
  }

  /** Answers an HTTP request without a message. */
  default void answerWithoutMessage(Turn turn) throws Refusal, InterruptedException {
    throw Refusal.of(405, JsonRpcError.INVALID_REQUEST, "Method not allowed");
  }
}
