package io.mcpbridge.test;

import io.mcpbridge.json.JsonObject;
import org.jspecify.annotations.Nullable;

/** The behavior of a family of revisions. */
interface Era {

  /** Answers anything: a request, a notification, a response, an HTTP request without a message. */
  void answer(Turn turn) throws Refusal, InterruptedException;

  /** The client disconnected before the response was complete. */
  void clientLeft(Turn turn);

  /** Whether the client wants log messages of this level. */
  boolean wantsLog(Turn turn, String level);

  /** The error code for an unknown resource. */
  int resourceNotFound();

  /** Creates a task for a call; {@code null} if it never completes. */
  @Nullable JsonObject begin(FakeTask task, FakeCall call, Turn turn)
      throws Refusal, InterruptedException;

  /** Sends a request to the client during the client's request. */
  OpenQuestion pose(FakeQuestion question, Turn turn) throws InterruptedException;
}
