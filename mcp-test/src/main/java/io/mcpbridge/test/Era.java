package io.mcpbridge.test;

import io.mcpbridge.json.JsonObject;
import org.jspecify.annotations.Nullable;

/** How a family of revisions is spoken. */
interface Era {

  /** Answers anything: a request, a notification, a response, an HTTP request without a message. */
  void answer(Turn turn) throws Refusal, InterruptedException;

  /** The client hung up before the answer was complete. */
  void clientLeft(Turn turn);

  /** Whether the client wants to read log messages of this level. */
  boolean wantsLog(Turn turn, String level);

  /** The error code for a resource that is not there. */
  int resourceNotFound();

  /** Makes a task of a call; {@code null} if it comes to nothing, ever. */
  @Nullable JsonObject begin(FakeTask task, FakeCall call, Turn turn)
      throws Refusal, InterruptedException;

  /** Asks the client something while its request is under way. */
  OpenQuestion pose(FakeQuestion question, Turn turn) throws InterruptedException;
}
