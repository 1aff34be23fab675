package io.mcpbridge.test.internal.server;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcError;
import io.mcpbridge.test.internal.rules.JsonRpcRefusal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a call: what precedes it, then one of a result, an error, a task, or nothing.
 *
 * @param late whether it is sent even if the client has canceled the call
 */
public record Outcome(
    List<Step> before,
    @Nullable JsonObject result,
    @Nullable JsonRpcError failure,
    @Nullable TaskPlan task,
    boolean late) {

  /** What the server does before the outcome. */
  public interface Step {

    void play(HandledCall call) throws InterruptedException;
  }

  @Nullable JsonObject play(HandledCall call) throws JsonRpcRefusal, InterruptedException {
    for (Step step : before) {
      step.play(call);
    }
    if (failure != null) {
      throw JsonRpcRefusal.of(failure);
    }
    if (task != null) {
      return call.begin(task);
    }
    return result;
  }
}
