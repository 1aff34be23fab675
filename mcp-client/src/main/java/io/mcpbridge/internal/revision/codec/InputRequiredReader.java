package io.mcpbridge.internal.revision.codec;

import io.mcpbridge.error.McpProtocolException;
import io.mcpbridge.internal.text.ServerText;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.model.CallToolRequest;
import io.mcpbridge.model.GetPromptRequest;
import io.mcpbridge.model.InputRequest;
import io.mcpbridge.model.InputRequiredResult;
import io.mcpbridge.model.McpRequest;
import io.mcpbridge.model.ReadResourceRequest;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Parses {@code input_required} results (2026-07-28, multi round-trip requests). */
public final class InputRequiredReader {

  private InputRequiredReader() {}

  /**
   * @throws McpProtocolException if the server may not request this input here or from this client:
   *     there is no way to answer only some of the requests, or to reject one
   */
  public static InputRequiredResult read(
      McpRequest<?> request, JsonObject result, ClientIdentity client) {
    if (!mayAsk(request)) {
      throw new McpProtocolException(
          "the server asks for input before it answers "
              + request.method()
              + ", which the protocol does not allow");
    }
    JsonObject inputRequests = result.object("inputRequests");
    String state = result.string("requestState");
    if (inputRequests == null && state == null) {
      throw new McpProtocolException(
          "the server asks for input but names neither inputRequests nor requestState");
    }
    return new InputRequiredResult(questions(inputRequests, client), state, result.map("_meta"));
  }

  /**
   * @throws McpProtocolException if this client cannot answer one of them
   */
  public static Map<String, InputRequest> questions(
      @Nullable JsonObject inputRequests, ClientIdentity client) {
    Map<String, InputRequest> questions = new LinkedHashMap<>();
    if (inputRequests != null) {
      inputRequests
          .toMap()
          .forEach((key, value) -> questions.put(key, question(key, value, client)));
    }
    return questions;
  }

  private static boolean mayAsk(McpRequest<?> request) {
    return request instanceof CallToolRequest
        || request instanceof GetPromptRequest
        || request instanceof ReadResourceRequest;
  }

  private static InputRequest question(String key, @Nullable Object value, ClientIdentity client) {
    JsonObject json = JsonObject.orNull(value);
    String method = json == null ? null : json.string("method");
    InputRequest question =
        json == null
            ? null
            : InputReader.read(method, json.object("params"), client.customMethods());
    if (question == null) {
      throw new McpProtocolException(
          "the server asks for the input \""
              + ServerText.line(key)
              + "\" by "
              + ServerText.line(String.valueOf(method))
              + ", which is an unknown method");
    }
    if (!DeclaredCapabilities.PER_REQUEST.cover(client.capabilities(), question.requires())) {
      throw new McpProtocolException(
          "the server asks for the input \""
              + ServerText.line(key)
              + "\" by "
              + method
              + ", but this client has no such handler and declared no such capability"
              + " (setting: inputHandlers)");
    }
    return question;
  }
}
