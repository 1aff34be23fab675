package io.mcpbridge.test.internal.http;

import io.mcpbridge.test.internal.message.MessageSink;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * The response to a message over HTTP+SSE: acknowledges the POST and sends the rest on the stream.
 */
final class SseMessageSink implements MessageSink {

  private final HttpSseServer endpoint;
  private final HttpReply post;
  private final ServerEventStream stream;

  SseMessageSink(HttpSseServer endpoint, HttpReply post, ServerEventStream stream) {
    this.endpoint = endpoint;
    this.post = post;
    this.stream = stream;
  }

  @Override
  public void confirm() {
    if (!endpoint.answersFirst()) {
      accept();
    }
  }

  @Override
  public void accept() {
    http(
        endpoint.confirmation(), Map.of("Content-Type", "text/plain"), endpoint.confirmationBody());
  }

  @Override
  public boolean send(Object json) {
    confirm();
    return stream.send(json);
  }

  @Override
  public void respond(int httpStatus, Map<String, String> headers, List<?> values) {
    confirm();
    values.forEach(stream::send);
    accept();
  }

  @Override
  public void http(int status, Map<String, String> headers, byte[] body) {
    post.send(status, headers, body);
  }

  @Override
  public void raw(byte[] bytes) {
    confirm();
    stream.raw(new String(bytes, StandardCharsets.UTF_8));
  }

  @Override
  public void closeStream() {
    stream.end();
  }

  @Override
  public void disconnect() {
    if (!post.isOver()) { // once complete, its connection may serve other requests
      post.drop();
    }
    stream.drop();
  }

  @Override
  public void exit(int code) {
    disconnect();
  }
}
