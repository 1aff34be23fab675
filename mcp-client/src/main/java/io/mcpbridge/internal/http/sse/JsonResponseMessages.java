package io.mcpbridge.internal.http.sse;

import io.mcpbridge.error.McpException;
import io.mcpbridge.internal.http.call.HttpAttempt;
import io.mcpbridge.internal.http.call.HttpErrors;
import io.mcpbridge.json.JsonReader;
import io.mcpbridge.jsonrpc.JsonRpcMessage;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** An {@code application/json} body: one message or a batch. */
final class JsonResponseMessages implements HttpResponseMessages {

  private final JsonReader reader;
  private final HttpAttempt attempt;
  private final Queue<JsonRpcMessage> messages = new ArrayDeque<>(1);
  private boolean read;

  JsonResponseMessages(JsonReader reader, HttpAttempt attempt) {
    this.reader = reader;
    this.attempt = attempt;
  }

  @Override
  public @Nullable JsonRpcMessage next() throws IOException {
    if (!read) {
      read = true;
      messages.addAll(JsonRpcMessage.all(attempt.readJson(reader, attempt.body())));
    }
    return messages.poll();
  }

  @Override
  public McpException withoutResponse(HttpErrors errors) {
    return errors.notProtocol("JSON without the response");
  }
}
