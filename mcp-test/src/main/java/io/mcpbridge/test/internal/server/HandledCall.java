package io.mcpbridge.test.internal.server;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import io.mcpbridge.test.exchange.FakeCall;
import io.mcpbridge.test.exchange.FakeServerRequest;
import io.mcpbridge.test.exchange.ReceivedMessage;
import io.mcpbridge.test.internal.rules.JsonRpcRefusal;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Implements {@link FakeCall}. */
public final class HandledCall implements FakeCall {

  private final Turn serverTurn;
  private final ProtocolEra protocolEra;

  HandledCall(Turn serverTurn, ProtocolEra protocolEra) {
    this.serverTurn = serverTurn;
    this.protocolEra = protocolEra;
  }

  @Override
  public JsonObject arguments() {
    return serverTurn.received().arguments();
  }

  @Override
  public String string(String argument) {
    return arguments().string(argument, "");
  }

  @Override
  public double number(String argument) {
    Number number = arguments().number(argument);
    return number == null ? 0 : number.doubleValue();
  }

  @Override
  public ReceivedMessage received() {
    return serverTurn.received();
  }

  public void announceToolsChanged() {
    serverTurn.core().announceListChanged("tools");
  }

  @Override
  public void progress(double progress, @Nullable Double total, @Nullable String message) {
    Object token = serverTurn.received().meta().get("progressToken");
    if (token == null) {
      return;
    }
    JsonObject params = JsonObject.empty().with("progressToken", token).with("progress", progress);
    params = total == null ? params : params.with("total", total);
    params = message == null ? params : params.with("message", message);
    serverTurn.send(new JsonRpcNotification("notifications/progress", params));
  }

  @Override
  public void log(String level, String text) {
    if (protocolEra.wantsLog(serverTurn, level)) {
      JsonObject params =
          JsonObject.of(
              Map.of("level", level, "logger", serverTurn.core().profile().name(), "data", text));
      serverTurn.send(new JsonRpcNotification("notifications/message", params));
    }
  }

  @Override
  public void notify(String method, JsonObject params) {
    serverTurn.send(new JsonRpcNotification(method, params));
  }

  @Override
  public JsonRpcResponse ask(FakeServerRequest question) throws InterruptedException {
    return sendRequest(question).await();
  }

  @Override
  public JsonRpcResponse ask(String method, JsonObject params) throws InterruptedException {
    return ask(FakeServerRequest.of(method, params.toJson()));
  }

  @Override
  public PendingRequest sendRequest(FakeServerRequest question) throws InterruptedException {
    return protocolEra.sendRequest(question, serverTurn);
  }

  @Override
  public void closeStream() {
    serverTurn.closeStream();
  }

  @Override
  public JsonObject inputResponses() {
    JsonObject responses = serverTurn.received().params().object("inputResponses");
    return responses == null ? JsonObject.empty() : responses;
  }

  @Override
  public @Nullable String requestState() {
    return serverTurn.received().params().string("requestState");
  }

  /** Creates a task for this call, if the client supports tasks. */
  public @Nullable JsonObject begin(TaskPlan task) throws JsonRpcRefusal, InterruptedException {
    return protocolEra.begin(task, this, serverTurn);
  }

  @Override
  public boolean isCancelled() {
    return serverTurn.isCancelled();
  }

  @Override
  public void awaitCancelled() throws InterruptedException {
    serverTurn.cancellation().await();
  }
}
