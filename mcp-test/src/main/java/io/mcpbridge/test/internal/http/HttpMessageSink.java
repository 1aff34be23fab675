package io.mcpbridge.test.internal.http;

import io.mcpbridge.json.Json;
import io.mcpbridge.test.exchange.ResponseFormat;
import io.mcpbridge.test.internal.message.MessageSink;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The response to one request over Streamable HTTP: a body, or an event stream. */
final class HttpMessageSink implements MessageSink {

  private static final String JSON = "application/json";

  private final HttpReply reply;
  private final ServerEventStream stream;
  private final ResponseFormat form;

  HttpMessageSink(HttpReply reply, ServerEventStream stream, ResponseFormat form) {
    this.reply = reply;
    this.stream = stream;
    this.form = form;
  }

  HttpReply reply() {
    return reply;
  }

  /** The response as an event stream. */
  ServerEventStream stream() {
    return stream;
  }

  @Override
  public void begin() {
    if (form == ResponseFormat.EVENT_STREAM_AT_ONCE) {
      stream.begin(Map.of());
    }
  }

  @Override
  public void beginStream() {
    stream.begin(Map.of());
  }

  @Override
  public boolean send(Object json) {
    return form != ResponseFormat.JSON && stream.send(json);
  }

  @Override
  public void respond(int status, Map<String, String> headers, List<?> values) {
    boolean oneBody = !stream.hasBegun() && values.size() == 1;
    if (oneBody && (status != 200 || !isAlwaysStream(form))) {
      Map<String, String> all = new LinkedHashMap<>(headers);
      all.put("Content-Type", JSON);
      reply.send(status, all, Json.writeBytes(values.get(0)));
      return;
    }
    stream.begin(headers);
    values.forEach(stream::send);
    stream.end();
  }

  @Override
  public void accept() {
    reply.send(202, Map.of(), new byte[0]);
  }

  @Override
  public void http(int status, Map<String, String> headers, byte[] body) {
    reply.send(status, headers, body);
  }

  @Override
  public void raw(byte[] bytes) {
    stream.raw(new String(bytes, StandardCharsets.UTF_8));
  }

  @Override
  public void closeStream() {
    stream.pause();
  }

  @Override
  public void disconnect() {
    reply.drop();
  }

  @Override
  public void exit(int code) {
    disconnect();
  }

  private static boolean isAlwaysStream(ResponseFormat form) {
    return form == ResponseFormat.EVENT_STREAM || form == ResponseFormat.EVENT_STREAM_AT_ONCE;
  }
}
