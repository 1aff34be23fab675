package io.mcpbridge.transport.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcMessage;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.jsonrpc.JsonRpcRequest;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import io.mcpbridge.jsonrpc.RequestId;
import io.mcpbridge.transport.Channel;
import io.mcpbridge.transport.ChannelMode;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Exchange;
import io.mcpbridge.transport.Outbound;
import io.mcpbridge.transport.RecordingChannelListener;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;

/** One scripted server and one channel to it; verifies that neither leaks anything. */
public abstract class HttpTest {

  private static final AtomicLong IDS = new AtomicLong(1);

  protected final RecordingChannelListener channelListener = new RecordingChannelListener();
  protected ScriptedServer server;
  protected Channel channel;

  @AfterEach
  void nothingIsLeft() throws InterruptedException {
    if (channel != null) {
      channel.close();
    }
    if (server != null) {
      server.closeAfterClient();
    }
  }

  protected Channel connect(ChannelMode mode, ScriptedServer.Script script) throws IOException {
    return connect(mode, script, builder -> builder);
  }

  protected Channel connect(
      ChannelMode mode,
      ScriptedServer.Script script,
      UnaryOperator<StreamableHttpTransport.Builder> settings)
      throws IOException {
    server = new ScriptedServer(script);
    channel =
        settings
            .apply(StreamableHttpTransport.builder(server.uri()))
            .build()
            .open(mode, channelListener, soon());
    return channel;
  }

  /** Too short for a sleep. */
  protected static void awaitNanos(long nanos) {
    long until = System.nanoTime() + nanos;
    while (System.nanoTime() < until) {
      Thread.onSpinWait();
    }
  }

  /** The threads of this process with that name. */
  protected static List<Thread> threads(String name) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals(name))
        .toList();
  }

  protected static void awaitEnd(String name) throws InterruptedException {
    for (Thread thread : threads(name)) {
      assertThat(thread.isDaemon()).isTrue();
      thread.join(60_000);
    }
    assertThat(threads(name)).isEmpty();
  }

  protected static Deadline soon() {
    return Deadline.after(Duration.ofSeconds(60));
  }

  protected static Deadline deadlineIn(long millis) {
    return Deadline.after(Duration.ofMillis(millis), "timeout");
  }

  protected static Outbound request(String method) {
    return Outbound.of(
            new JsonRpcRequest(RequestId.of(IDS.getAndIncrement()), method, JsonObject.empty()))
        .as(method.equals("initialize") ? Outbound.Part.OPENS : Outbound.Part.MEMBER);
  }

  protected static Outbound request(long id, String method) {
    return Outbound.of(new JsonRpcRequest(RequestId.of(id), method, JsonObject.empty()));
  }

  protected static Outbound call() {
    return request("tools/call");
  }

  protected static Outbound notice(String method) {
    return Outbound.of(
            new JsonRpcNotification(method, JsonObject.of(Map.of("reason", "test"))), Map.of())
        .as(
            method.equals("notifications/initialized")
                ? Outbound.Part.OPENED
                : Outbound.Part.MEMBER);
  }

  /** Everything up to and including the response. */
  protected List<JsonRpcMessage> messages(Outbound request) {
    List<JsonRpcMessage> all = new ArrayList<>();
    try (Exchange exchange = channel.exchange(request, soon())) {
      do {
        all.add(exchange.next(soon()));
      } while (!(all.get(all.size() - 1) instanceof JsonRpcResponse));
    }
    return all;
  }

  /** The response alone. */
  protected JsonRpcResponse response(Outbound request) {
    List<JsonRpcMessage> all = messages(request);
    return (JsonRpcResponse) all.get(all.size() - 1);
  }
}
