package io.mcpbridge.test;

import io.mcpbridge.jsonrpc.JsonRpcError;
import java.util.Map;

/** What a door adds to the protocol up to 2025-11-25. The defaults are those of a child process. */
interface DoorRules {

  /** Of a child process: one conversation, which begins with a greeting. */
  DoorRules NONE = new DoorRules() {};

  /** Whether 2026-07-28 is spoken here. */
  default boolean speaksStateless() {
    return true;
  }

  /** Whether a request has to come after the greeting. */
  default boolean needsGreeting(Conversation conversation) {
    return true;
  }

  /** Looks at anything that comes after the greeting. */
  default void check(Turn turn) throws Refusal {}

  /** The HTTP headers that go with the result of {@code initialize}. */
  default Map<String, String> greet(Turn turn) {
    return Map.of();
  }

  /** Answers an HTTP request without a message. */
  default void answerWithoutMessage(Turn turn) throws Refusal, InterruptedException {
    throw Refusal.of(405, JsonRpcError.INVALID_REQUEST, "Method not allowed");
  }
}
