package io.mcpbridge.internal.client;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.model.ElicitResult;
import io.mcpbridge.model.InputRequest;
import io.mcpbridge.model.McpResult;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * In place of the result of a call: the input that the server requires, which follows later. Then
 * the same request is sent again with it.
 *
 * @param inputRequests all of the server's input requests as it sent them, by key
 * @param requestState the server's state, to be sent back unchanged; {@code null} if it has none
 * @param answers the answers to elicitations that are there already, by key
 * @param pending the elicitations without an answer, by key; the other requests are handled when
 *     the call goes on
 * @param store where the call is to be stored; {@code null} if it goes on
 * @param number 1 for the first round of the call that requires input
 */
public record OpenRound(
    JsonObject inputRequests,
    @Nullable String requestState,
    Map<String, ElicitResult> answers,
    Map<String, InputRequest> pending,
    @Nullable Object store,
    int number)
    implements McpResult {

  /** A round to go on from. */
  public OpenRound(
      JsonObject inputRequests,
      @Nullable String requestState,
      Map<String, ElicitResult> answers,
      int number) {
    this(inputRequests, requestState, answers, Map.of(), null, number);
  }

  @Override
  public Map<String, @Nullable Object> meta() {
    return Map.of();
  }

  /** Leaves out the state and the answers. */
  @Override
  public String toString() {
    return "OpenRound" + pending.keySet();
  }
}
