package io.mcpbridge.revision;

import io.mcpbridge.error.McpProtocolException;
import io.mcpbridge.error.ServersWords;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.model.ClientCapability;
import io.mcpbridge.model.ElicitFormRequest;
import io.mcpbridge.model.ElicitUrlRequest;
import io.mcpbridge.model.InputRequest;
import io.mcpbridge.model.ListRootsRequest;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads what a server asks the client for; the same in every revision that has it. */
final class InputReader {

  private InputReader() {}

  /** What a method asks for in its simplest forms; empty if no question has it. */
  static Set<ClientCapability> kindsOf(String method) {
    return switch (method) {
      case "elicitation/create" ->
          Set.of(ClientCapability.ELICITATION_FORM, ClientCapability.ELICITATION_URL);
      case "sampling/createMessage" -> Set.of(ClientCapability.SAMPLING);
      case "roots/list" -> Set.of(ClientCapability.ROOTS);
      default -> Set.of();
    };
  }

  /**
   * The question.
   *
   * @return {@code null} if no question has that method
   * @throws McpProtocolException if it lacks what its kind requires
   */
  static @Nullable InputRequest read(@Nullable String method, @Nullable JsonObject params) {
    JsonObject given = params == null ? JsonObject.empty() : params;
    if (method == null) {
      return null;
    }
    return switch (method) {
      case "elicitation/create" -> elicitation(given);
      case "sampling/createMessage" -> SamplingReader.read(given);
      case "roots/list" -> new ListRootsRequest(given.map("_meta"));
      default -> null;
    };
  }

  /** No mode means a form (2025-11-25 and later); there was no other before. */
  private static InputRequest elicitation(JsonObject params) {
    String mode = params.string("mode", "form");
    String message = params.string("message", "");
    Map<String, @Nullable Object> meta = params.map("_meta");
    return switch (mode) {
      case "form" -> {
        if (params.object("requestedSchema") == null) {
          throw new McpProtocolException("elicitation/create has no object requestedSchema");
        }
        yield new ElicitFormRequest(message, params.map("requestedSchema"), meta);
      }
      case "url" -> {
        String url = params.string("url");
        if (url == null) {
          throw new McpProtocolException("elicitation/create in URL mode has no url");
        }
        yield new ElicitUrlRequest(message, url, params.string("elicitationId"), meta);
      }
      default ->
          throw new McpProtocolException(
              "elicitation/create has the unknown mode " + ServersWords.line(mode));
    };
  }
}
