package io.mcpbridge.test;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcError;
import org.jspecify.annotations.Nullable;

/** An entry of a server's list, and the handler for its use. */
final class Script {

  private volatile JsonObject definition;
  private volatile FakeHandler handler;

  Script(JsonObject definition, FakeHandler handler) {
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

  FakeResult run(FakeCall call) throws Refusal, InterruptedException {
    try {
      return handler.call(call);
    } catch (Refusal | InterruptedException expected) {
      throw expected;
    } catch (Exception e) {
      throw Refusal.of(200, JsonRpcError.INTERNAL_ERROR, e.toString());
    }
  }
}
