package io.mcpbridge.test.internal.server;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcError;
import io.mcpbridge.test.internal.rules.JsonRpcRefusal;
import org.jspecify.annotations.Nullable;

/** An entry of a server's list, and the handler for its use. */
public final class FeatureScript {

  private volatile JsonObject definition;
  private volatile Handler handler;

  public FeatureScript(JsonObject definition, Handler handler) {
    this.definition = definition;
    this.handler = handler;
  }

  public JsonObject definition() {
    return definition;
  }

  public synchronized void set(String member, @Nullable Object value) {
    definition = definition.with(member, value);
  }

  public void handler(Handler handler) {
    this.handler = handler;
  }

  public Outcome run(HandledCall call) throws JsonRpcRefusal, InterruptedException {
    try {
      return handler.call(call);
    } catch (JsonRpcRefusal | InterruptedException expected) {
      throw expected;
    } catch (Exception e) {
      throw JsonRpcRefusal.of(200, JsonRpcError.INTERNAL_ERROR, e.toString());
    }
  }

  /** Decides the outcome of a call. */
  @FunctionalInterface
  public interface Handler {

    Outcome call(HandledCall call) throws Exception;
  }
}
