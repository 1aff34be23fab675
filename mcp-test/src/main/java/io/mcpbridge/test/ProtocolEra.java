package io.mcpbridge.test;

import io.mcpbridge.json.JsonObject;
import org.jspecify.annotations.Nullable;

/** The behavior of a family of revisions. */
interface ProtocolEra {

  /** Answers anything: a request, a notification, a response, an HTTP request without a message. */
  void answer(ServerTurn serverTurn) throws JsonRpcRefusal, InterruptedException;

  /** The client disconnected before the response was complete. */
  void clientLeft(ServerTurn serverTurn);

  /** Whether the client wants log messages of this level. */
  boolean wantsLog(ServerTurn serverTurn, String level);

  /** The error code for an unknown resource. */
  int resourceNotFound();

  /** Creates a task for a call; {@code null} if it never completes. */
  @Nullable JsonObject begin(FakeTask task, FakeCall call, ServerTurn serverTurn)
      throws JsonRpcRefusal, InterruptedException;

  /** Sends a request to the client during the client's request. */
  PendingServerRequest sendRequest(FakeServerRequest question, ServerTurn serverTurn)
      throws InterruptedException;
}
