package io.mcpbridge.internal.revision.codec;

import io.mcpbridge.error.McpProtocolException;
import io.mcpbridge.internal.text.ServerText;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.model.ClientCapability;
import io.mcpbridge.model.CustomInputRequest;
import io.mcpbridge.model.ElicitFormRequest;
import io.mcpbridge.model.ElicitUrlRequest;
import io.mcpbridge.model.InputRequest;
import io.mcpbridge.model.ListRootsRequest;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Parses input requests; the same in every revision that has them. */
public final class InputReader {

  private InputReader() {}

  /** The capabilities of a method in its basic forms; empty for an unknown method. */
  public static Set<ClientCapability> kindsOf(String method) {
    return switch (method) {
      case "elicitation/create" ->
          Set.of(ClientCapability.ELICITATION_FORM, ClientCapability.ELICITATION_URL);
      case "sampling/createMessage" -> Set.of(ClientCapability.SAMPLING);
      case "roots/list" -> Set.of(ClientCapability.ROOTS);
      default -> Set.of();
    };
  }

  /**
   * Parses an input request.
   *
   * @param customMethods the methods of {@link CustomInputRequest}s that the client handles
   * @return {@code null} if the method is not an input request
   * @throws McpProtocolException if required members are missing
   */
  public static @Nullable InputRequest read(
      @Nullable String method, @Nullable JsonObject params, Set<String> customMethods) {
    JsonObject paramsOrEmpty = params == null ? JsonObject.empty() : params;
    if (method == null) {
      return null;
    }
    return switch (method) {
      case "elicitation/create" -> elicitation(paramsOrEmpty);
      case "sampling/createMessage" -> SamplingReader.read(paramsOrEmpty);
      case "roots/list" -> new ListRootsRequest(paramsOrEmpty.map("_meta"));
      default ->
          customMethods.contains(method)
              ? new CustomInputRequest(method, paramsOrEmpty.toMap())
              : null;
    };
  }

  /** A missing mode means form (2025-11-25 and later), the only mode of earlier revisions. */
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
              "elicitation/create has the unknown mode " + ServerText.line(mode));
    };
  }
}
