package io.mcpbridge.test.internal.message;

import io.mcpbridge.json.JsonException;
import io.mcpbridge.json.JsonLimits;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.json.JsonReader;
import io.mcpbridge.jsonrpc.JsonRpcMessage;
import io.mcpbridge.test.exchange.ReceivedMessage;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Parses bytes into a {@link ReceivedMessage}. */
public final class ReceivedMessageReader {

  private static final JsonReader READER = new JsonReader(JsonLimits.defaults());

  private ReceivedMessageReader() {}

  public static ReceivedMessage read(byte[] bytes, Map<String, String> headers, int connection) {
    return read(bytes, null, null, headers, connection);
  }

  public static ReceivedMessage read(
      byte[] bytes,
      @Nullable String httpMethod,
      @Nullable String httpTarget,
      Map<String, String> headers,
      int connection) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    return new ReceivedMessage(
        message(bytes), text, httpMethod, httpTarget, headers, connection, Instant.now());
  }

  private static @Nullable JsonRpcMessage message(byte[] bytes) {
    try {
      return JsonRpcMessage.from(JsonObject.of(READER.read(bytes, 0, bytes.length)));
    } catch (JsonException notOneMessage) {
      return null;
    }
  }
}
