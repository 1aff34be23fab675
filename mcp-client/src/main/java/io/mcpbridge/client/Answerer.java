package io.mcpbridge.client;

import io.mcpbridge.error.McpInputRefusedException;
import io.mcpbridge.input.InputContext;
import io.mcpbridge.input.InputHandlers;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcRequest;
import io.mcpbridge.model.InputRequest;
import io.mcpbridge.model.ListRootsRequest;
import io.mcpbridge.revision.ClientIdentity;
import io.mcpbridge.revision.InputAnswerer;
import java.util.concurrent.ExecutorService;

/**
 * Who answers what a server asks by itself, on whichever connection.
 *
 * @param underWay the client's own calls, which a server may ask something for
 * @param workers on which it is answered
 */
record Answerer(
    String server,
    ClientIdentity identity,
    InputHandlers handlers,
    UnderWay underWay,
    ExecutorService workers) {

  /** For a request that has just come: what is under way now decides what it may ask for. */
  InputAnswerer inputsFor(JsonRpcRequest request) {
    boolean expected = handlers.answersOutsideCalls() || underWay.any() || isOfTask(request);
    return question ->
        handlers.answer(expected(question, expected), new InputContext(server, null));
  }

  /** A task may ask while nobody waits for it (2025-11-25, tasks, associating messages). */
  private static boolean isOfTask(JsonRpcRequest request) {
    JsonObject params = request.params();
    JsonObject meta = params == null ? null : params.object("_meta");
    return meta != null && meta.has("io.modelcontextprotocol/related-task");
  }

  /** A person or a model is asked on behalf of a call, or not at all (SEP-2260). */
  private static InputRequest expected(InputRequest question, boolean expected) {
    if (!expected && !(question instanceof ListRootsRequest)) {
      throw new McpInputRefusedException(
          "this client is asked only while one of its calls is under way");
    }
    return question;
  }
}
