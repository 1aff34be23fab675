package io.mcpbridge.internal.client.connection;

import io.mcpbridge.error.McpInputRefusedException;
import io.mcpbridge.input.InputContext;
import io.mcpbridge.input.InputHandlers;
import io.mcpbridge.internal.revision.InputResponder;
import io.mcpbridge.internal.revision.codec.ClientIdentity;
import io.mcpbridge.jsonrpc.JsonRpcRequest;
import io.mcpbridge.model.InputRequest;
import io.mcpbridge.model.ListRootsRequest;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;

/**
 * Handles server requests on all connections.
 *
 * @param user the user of all calls; {@code null} if users share the client
 * @param inFlight the client's own calls, which entitle the server to send requests
 * @param workers the executor of the handlers
 * @param observers observe the handling
 */
public record ServerRequestHandler(
    String server,
    @Nullable Object user,
    ClientIdentity identity,
    InputHandlers handlers,
    CallsInFlight inFlight,
    ExecutorService workers,
    MessageObservers observers) {

  /** Finds the calls of the requests of a new connection. */
  ServerRequestCallers callers() {
    return new ServerRequestCallers(server, user, inFlight, handlers.allowsUnsolicited());
  }

  /** Called on arrival: the calls in flight at that time decide whether the request is expected. */
  InputResponder inputsFor(JsonRpcRequest request, InputContext context) {
    boolean expected =
        handlers.allowsUnsolicited() || inFlight.any() || ServerRequestCallers.isOfTask(request);
    return question -> handlers.answer(expected(question, expected), context);
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
