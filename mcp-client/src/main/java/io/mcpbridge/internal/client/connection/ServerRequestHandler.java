package io.mcpbridge.internal.client.connection;

import io.mcpbridge.error.McpInputRefusedException;
import io.mcpbridge.input.InputContext;
import io.mcpbridge.input.InputHandlers;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcRequest;
import io.mcpbridge.model.InputRequest;
import io.mcpbridge.model.ListRootsRequest;
import io.mcpbridge.revision.InputResponder;
import io.mcpbridge.revision.codec.ClientIdentity;
import java.util.concurrent.ExecutorService;
import java.util.function.BooleanSupplier;

/**
 * Handles server requests on all connections.
 *
 * @param inFlight whether one of the client's own calls is in flight, which entitles the server to
 *     send requests
 * @param workers the executor of the handlers
 */
public record ServerRequestHandler(
    String server,
    ClientIdentity identity,
    InputHandlers handlers,
    BooleanSupplier inFlight,
    ExecutorService workers) {

  /** Called on arrival: the calls in flight at that time decide whether the request is expected. */
  InputResponder inputsFor(JsonRpcRequest request) {
    boolean expected = handlers.allowsUnsolicited() || inFlight.getAsBoolean() || isOfTask(request);
    return question ->
        handlers.answer(expected(question, expected), new InputContext(server, null));
  }

  /**
   * A task may send requests while no call waits for it (2025-11-25, tasks, associating messages).
   */
  private static boolean isOfTask(JsonRpcRequest request) {
    JsonObject params = request.params();
    JsonObject meta = params == null ? null : params.object("_meta");
    return meta != null && meta.has("io.modelcontextprotocol/related-task");
  }

  /** Sampling and elicitation are allowed only on behalf of a call (SEP-2260). */
  private static InputRequest expected(InputRequest question, boolean expected) {
    if (!expected && !(question instanceof ListRootsRequest)) {
      throw new McpInputRefusedException(
          "this client accepts this request only while one of its calls is in flight");
    }
    return question;
  }
}
