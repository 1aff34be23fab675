package io.mcpbridge.test;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcError;
import org.jspecify.annotations.Nullable;

/** An entry of a server's list, and the handler for its use. */
final class FeatureScript {

  private volatile JsonObject definition;
  private volatile FakeHandler handler;

  FeatureScript(JsonObject definition, FakeHandler handler) {
    this.definition = definition;
    this.handler = handler;
  }

  JsonObject definition() {
    return definition;
  }

  synchronized void set(String member, @Nullable Object value) {
    definition = definition.with(member, value);
  }

  void handler(FakeHandler what) {
    handler = what;
  }

  FakeResult run(FakeCall call) throws JsonRpcRefusal, InterruptedException {
    try {
      return handler.call(call);
    } catch (JsonRpcRefusal | InterruptedException expected) {
      throw expected;
    } catch (Exception e) {
      throw JsonRpcRefusal.of(200, JsonRpcError.INTERNAL_ERROR, e.toString());
    }
  }
}
