package io.mcpbridge.test;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.jsonrpc.JsonRpcRequest;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import io.mcpbridge.jsonrpc.RequestId;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A server request whose response may be pending. Thread-safe. */
public final class PendingServerRequest {

  private final FakeServerRequest question;
  private final RequestId id;
  private final Conversation asked;
  private final CompletableFuture<JsonRpcResponse> answer = new CompletableFuture<>();

  PendingServerRequest(FakeServerRequest question, RequestId id, Conversation asked) {
    this.question = question;
    this.id = id;
    this.asked = asked;
  }

  /** The id of the request. */
  public RequestId id() {
    return id;
  }

  /** Whether the response has arrived. */
  public boolean isAnswered() {
    return answer.isDone();
  }

  /**
   * Waits for the response.
   *
   * @throws AssertionError if it does not arrive in time
   * @throws InterruptedException if the server is being closed
   */
  public JsonRpcResponse await(Duration limit) throws InterruptedException {
    try {
      return answer.get(limit.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw new AssertionError(question.method() + " was not answered within " + limit, e);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Cancels the request ({@code notifications/cancelled}). */
  public void cancel(String reason) {
    JsonObject params = JsonObject.of(Map.of("requestId", id.value(), "reason", reason));
    asked.announce(new JsonRpcNotification("notifications/cancelled", params));
  }

  FakeServerRequest question() {
    return question;
  }

  Conversation asked() {
    return asked;
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
