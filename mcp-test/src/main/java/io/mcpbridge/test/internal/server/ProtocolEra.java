package io.mcpbridge.test.internal.server;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.test.exchange.FakeServerRequest;
import io.mcpbridge.test.internal.rules.JsonRpcRefusal;
import org.jspecify.annotations.Nullable;

/** The behavior of a family of revisions. */
interface ProtocolEra {

  /** Answers anything: a request, a notification, a response, an HTTP request without a message. */
  void answer(Turn serverTurn) throws JsonRpcRefusal, InterruptedException;

  /** The client disconnected before the response was complete. */
  void clientLeft(Turn serverTurn);

  /** Whether the client wants log messages of this level. */
  boolean wantsLog(Turn serverTurn, String level);

  /** The error code for an unknown resource. */
  int resourceNotFound();

  /** Creates a task for a call; {@code null} if it never completes. */
  @Nullable JsonObject begin(TaskPlan task, HandledCall call, Turn serverTurn)
      throws JsonRpcRefusal, InterruptedException;

  /** Sends a request to the client during the client's request. */
  PendingRequest sendRequest(FakeServerRequest question, Turn serverTurn)
      throws InterruptedException;
}
