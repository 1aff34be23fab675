package io.mcpbridge.jsonrpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonException;
import io.mcpbridge.json.JsonObject;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonRpcMessageTest {

  @Test
  void distinguishesMessageTypes() {
    assertThat(read("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}"))
        .isEqualTo(new JsonRpcRequest(RequestId.of(1), "ping", null));
    assertThat(read("{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"params\":{}}"))
        .isEqualTo(new JsonRpcNotification("m", JsonObject.empty()));
    assertThat(read("{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"result\":{}}"))
        .isEqualTo(JsonRpcResponse.success(RequestId.of("a"), JsonObject.empty()));
    assertThat(read("{\"id\":null,\"error\":{\"code\":-32700,\"message\":\"m\",\"data\":[1]}}"))
        .isEqualTo(JsonRpcResponse.failure(null, new JsonRpcError(-32700, "m", Json.read("[1]"))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"id\":1}",
        "{\"id\":1,\"result\":5}",
        "{\"id\":1,\"result\":{},\"error\":{\"code\":1,\"message\":\"\"}}"
      })
  void rejectsInvalidMessages(String json) {
    assertThatThrownBy(() -> read(json)).isInstanceOf(JsonException.class);
  }

  @Test
  void idPreservesJsonType() {
    assertThat(RequestId.from(1)).isNotEqualTo(RequestId.from("1"));
    assertThat(RequestId.from(Json.read("1.0"))).isEqualTo(RequestId.of(1));
    assertThat(RequestId.from(Json.read("1.5"))).isNull();
    assertThat(RequestId.from(null)).isNull();
  }

  @Test
  void readsErrorWithMissingOrInvalidMembers() {
    JsonRpcResponse response = (JsonRpcResponse) read("{\"id\":1,\"error\":{\"code\":\"x\"}}");

    assertThat(response.error()).isEqualTo(new JsonRpcError(JsonRpcError.INTERNAL_ERROR, ""));
  }

  @Test
  void writesNoNullMembers() {
    assertThat(new JsonRpcRequest(RequestId.of(7), "tools/list", null).toJson().toJson())
        .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/list\"}");
    assertThat(JsonRpcResponse.failure(null, new JsonRpcError(1, "m")).toJson().toMap())
        .isEqualTo(Map.of("jsonrpc", "2.0", "error", Map.of("code", 1, "message", "m")));
  }

  private static JsonRpcMessage read(String json) {
    return JsonRpcMessage.from(JsonObject.of(Json.read(json)));
  }
}
