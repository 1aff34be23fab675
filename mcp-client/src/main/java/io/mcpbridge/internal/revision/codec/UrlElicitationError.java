package io.mcpbridge.internal.revision.codec;

import io.mcpbridge.error.McpInputRefusedException;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcError;
import io.mcpbridge.model.ClientCapability;
import io.mcpbridge.model.ElicitResult;
import io.mcpbridge.model.ElicitUrlRequest;
import io.mcpbridge.model.InputRequest;
import io.mcpbridge.model.InputRequiredResult;
import io.mcpbridge.model.InputResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The error of a server that requires the user to visit URLs first (2025-11-25, client,
 * elicitation, URL elicitation required error).
 */
public final class UrlElicitationError {

  public static final Set<ClientCapability> REQUIRES = Set.of(ClientCapability.ELICITATION_URL);

  private static final InputResult COMPLETED = new ElicitResult(ElicitResult.Action.ACCEPT, null);
  private static final int URL_ELICITATION_REQUIRED = -32042;

  private UrlElicitationError() {}

  /**
   * @throws McpInputRefusedException if the user declined a visit: the protocol has no way to tell
   *     the server, which would only ask again
   */
  public static void refuseUncompleted(@Nullable InputResponses inputs) {
    if (inputs != null
        && inputs.answers().values().stream().anyMatch(answer -> !answer.equals(COMPLETED))) {
      throw new McpInputRefusedException(
          "the user declined to visit the URL that the server requested");
    }
  }

  /** The visits that an error requires; {@code null} for other errors, or if it names none. */
  public static @Nullable InputRequiredResult required(@Nullable JsonRpcError error) {
    if (error == null || error.code() != URL_ELICITATION_REQUIRED) {
      return null;
    }
    JsonObject data = JsonObject.orNull(error.data());
    Map<String, InputRequest> visits = new LinkedHashMap<>();
    for (Object value : data == null ? List.of() : data.list("elicitations")) {
      JsonObject visit = JsonObject.orNull(value);
      String url = visit == null ? null : visit.string("url");
      if (visit == null || url == null) {
        return null;
      }
      String id = visit.string("elicitationId");
      visits.put(
          id == null ? url : id,
          new ElicitUrlRequest(
              visit.string("message", error.message()), url, id, visit.map("_meta")));
    }
    return visits.isEmpty() ? null : new InputRequiredResult(visits, null, Map.of());
  }

  /** The visits in the form of later revisions, see {@link InputRequiredReader}. */
  public static JsonObject inputRequests(InputRequiredResult visits) {
    Map<String, @Nullable Object> requests = new LinkedHashMap<>();
    visits
        .inputRequests()
        .forEach(
            (key, request) -> {
              if (request instanceof ElicitUrlRequest visit) {
                Map<String, @Nullable Object> params = new LinkedHashMap<>();
                params.put("mode", "url");
                params.put("message", visit.message());
                params.put("url", visit.url());
                params.put("elicitationId", visit.elicitationId());
                params.put("_meta", visit.meta());
                requests.put(key, Map.of("method", visit.method(), "params", params));
              }
            });
    return JsonObject.of(requests);
  }
}
