package io.mcpbridge.test.internal.channel;

import io.mcpbridge.error.McpHttpStatusException;
import io.mcpbridge.test.internal.message.MessageSink;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Passes the server's messages to the channel and to the exchange that they belong to. */
final class InProcessMessageSink implements MessageSink {

  private final InProcessChannel channel;
  private final @Nullable InProcessExchange exchange;

  InProcessMessageSink(InProcessChannel channel, @Nullable InProcessExchange exchange) {
    this.channel = channel;
    this.exchange = exchange;
  }

  @Override
  public boolean send(Object json) {
    channel.deliver(json, exchange);
    return true;
  }

  @Override
  public void respond(int httpStatus, Map<String, String> headers, List<?> values) {
    values.forEach(this::send);
  }

  @Override
  public void accept() {}

  @Override
  public void http(int status, Map<String, String> headers, byte[] body) {
    Map<String, String> anyCase = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    anyCase.putAll(headers);
    channel.fail(
        exchange,
        McpHttpStatusException.of(
            channel.address() + " answered with HTTP status " + status,
            status,
            anyCase.get("WWW-Authenticate"),
            anyCase.get("Retry-After")));
  }

  /** Stray output is no message, and there is no stdout in process. */
  @Override
  public void raw(byte[] bytes) {}

  /** There is no separate stream to end. */
  @Override
  public void closeStream() {}

  @Override
  public void disconnect() {
    channel.drop();
  }

  @Override
  public void exit(int code) {
    channel.drop();
  }
}
