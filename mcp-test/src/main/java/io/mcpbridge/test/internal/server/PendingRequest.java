package io.mcpbridge.test.internal.server;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.jsonrpc.JsonRpcRequest;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import io.mcpbridge.jsonrpc.RequestId;
import io.mcpbridge.test.exchange.FakeServerRequest;
import io.mcpbridge.test.exchange.PendingServerRequest;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Implements {@link PendingServerRequest}. */
final class PendingRequest implements PendingServerRequest {

  private final FakeServerRequest question;
  private final RequestId id;
  private final Conversation recipient;
  private final CompletableFuture<JsonRpcResponse> answer = new CompletableFuture<>();

  PendingRequest(FakeServerRequest question, RequestId id, Conversation recipient) {
    this.question = question;
    this.id = id;
    this.recipient = recipient;
  }

  @Override
  public RequestId id() {
    return id;
  }

  @Override
  public boolean isAnswered() {
    return answer.isDone();
  }

  @Override
  public JsonRpcResponse await(Duration limit) throws InterruptedException {
    try {
      return answer.get(limit.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw new AssertionError(question.method() + " was not answered within " + limit, e);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void cancel(String reason) {
    JsonObject params = JsonObject.of(Map.of("requestId", id.value(), "reason", reason));
    recipient.announce(new JsonRpcNotification("notifications/cancelled", params));
  }

  FakeServerRequest question() {
    return question;
  }

  Conversation recipient() {
    return recipient;
  }

  JsonRpcRequest request() {
    return new JsonRpcRequest(id, question.method(), question.params());
  }

  /** Accepts the response; false if there was one already. */
  boolean answer(JsonRpcResponse response) {
    return answer.complete(response);
  }

  JsonRpcResponse await() throws InterruptedException {
    try {
      return answer.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }
}
