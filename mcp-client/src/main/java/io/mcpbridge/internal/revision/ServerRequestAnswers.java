package io.mcpbridge.internal.revision;

import io.mcpbridge.error.McpInputRefusedException;
import io.mcpbridge.error.McpProtocolException;
import io.mcpbridge.internal.revision.codec.ClientIdentity;
import io.mcpbridge.internal.revision.codec.DeclaredCapabilities;
import io.mcpbridge.internal.revision.codec.InputReader;
import io.mcpbridge.internal.revision.codec.InputWriter;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcError;
import io.mcpbridge.jsonrpc.JsonRpcRequest;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import io.mcpbridge.model.CreateMessageRequest;
import io.mcpbridge.model.InputRequest;
import java.util.Map;
import java.util.Set;

/**
 * Answers a server's requests (2025-11-25 and earlier); rejects those whose capability was not
 * declared.
 */
final class ServerRequestAnswers {

  /** The user rejected the request (2025-11-25, client, sampling, error handling). */
  private static final int USER_REJECTED = -1;

  private static final String RELATED_TASK = "io.modelcontextprotocol/related-task";

  private final DeclaredCapabilities declared;
  private final ClientIdentity client;
  private final InputResponder answerer;

  ServerRequestAnswers(
      DeclaredCapabilities declared, ClientIdentity client, InputResponder answerer) {
    this.declared = declared;
    this.client = client;
    this.answerer = answerer;
  }

  JsonRpcResponse answer(JsonRpcRequest request) {
    if (Ping.is(request)) {
      return Ping.answer(request);
    }
    if (!isDeclared(request.method())) {
      return refusal(
          request,
          JsonRpcError.METHOD_NOT_FOUND,
          "this client does not handle " + request.method());
    }
    try {
      InputRequest question =
          InputReader.read(request.method(), request.params(), client.customMethods());
      return question != null && declared.cover(client.capabilities(), question.requires())
          ? answer(request, question)
          : refusal(
              request,
              JsonRpcError.INVALID_PARAMS,
              "this client does not handle " + request.method() + " with these parameters");
    } catch (McpProtocolException e) {
      return refusal(request, JsonRpcError.INVALID_PARAMS, e.reason());
    }
  }

  private JsonRpcResponse answer(JsonRpcRequest request, InputRequest question) {
    try {
      JsonObject answer = InputWriter.write(answerer.answer(question));
      return JsonRpcResponse.success(request.id(), ofTask(request, answer));
    } catch (McpInputRefusedException e) {
      // A cause means a failure rather than a rejection by the user.
      boolean rejected = question instanceof CreateMessageRequest && e.getCause() == null;
      return refusal(request, rejected ? USER_REJECTED : JsonRpcError.INTERNAL_ERROR, e.reason());
    }
  }

  /** A response carries the related task of its request (2025-11-25, tasks). */
  private static JsonObject ofTask(JsonRpcRequest request, JsonObject answer) {
    JsonObject meta = request.params() == null ? null : request.params().object("_meta");
    Object task = meta == null ? null : meta.get(RELATED_TASK);
    return task == null ? answer : answer.with("_meta", Map.of(RELATED_TASK, task));
  }

  /** Whether the method is handled: at least one mode of its capability was declared. */
  private boolean isDeclared(String method) {
    return client.customMethods().contains(method)
        || InputReader.kindsOf(method).stream()
            .anyMatch(capability -> declared.cover(client.capabilities(), Set.of(capability)));
  }

  private static JsonRpcResponse refusal(JsonRpcRequest request, int code, String message) {
    return JsonRpcResponse.failure(request.id(), new JsonRpcError(code, message));
  }
}
