package io.mcpbridge.test;

import io.mcpbridge.json.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** The response to one HTTP request: a body, or a stream of events. */
final class HttpOutlet implements Outlet {

  private static final String JSON = "application/json";
  private static final byte[] LAST_CHUNK = "0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private final HttpDoor door;
  private final HttpConnection connection;
  private final OutputStream out;
  private final boolean stays;
  private final SseFormat format;
  private final CountDownLatch ended = new CountDownLatch(1);
  private boolean streaming;
  private Runnable whenGone = () -> {};

  HttpOutlet(HttpDoor door, HttpConnection connection, OutputStream out, boolean stays) {
    this.door = door;
    this.connection = connection;
    this.out = out;
    this.stays = stays;
    this.format = door.format();
  }

  void awaitEnd() throws InterruptedException {
    ended.await();
  }

  synchronized void whenGone(Runnable action) {
    whenGone = action;
  }

  /** Notes that the client left; true if it did so before the end. */
  synchronized boolean hungUp() {
    boolean early = ended.getCount() > 0;
    end();
    return early;
  }

  synchronized void beginStream() {
    stream(Map.of());
  }

  @Override
  public synchronized void send(Object json) {
    if (door.form() != AnswerForm.JSON) {
      stream(Map.of());
      chunk(format.event(Json.write(json)));
    }
  }

  @Override
  public synchronized void respond(int status, Map<String, String> headers, List<?> values) {
    boolean oneBody = !streaming && values.size() == 1;
    if (oneBody && (status != 200 || door.form() != AnswerForm.EVENT_STREAM)) {
      Map<String, String> all = new LinkedHashMap<>(headers);
      all.put("Content-Type", JSON);
      http(status, all, Json.writeBytes(values.get(0)));
      return;
    }
    stream(headers);
    values.forEach(value -> chunk(format.event(Json.write(value))));
    write(LAST_CHUNK);
    finish();
  }

  @Override
  public synchronized void accept() {
    http(202, Map.of(), new byte[0]);
  }

  @Override
  public synchronized void http(int status, Map<String, String> headers, byte[] body) {
    if (ended.getCount() == 0) {
      return;
    }
    Map<String, String> all = new LinkedHashMap<>(headers);
    all.put("Content-Length", String.valueOf(body.length));
    ByteArrayOutputStream response = new ByteArrayOutputStream(256 + body.length);
    response.writeBytes(head(status, all));
    response.writeBytes(body);
    write(response.toByteArray());
    finish();
  }

  @Override
  public synchronized void raw(byte[] bytes) {
    stream(Map.of());
    chunk(bytes);
  }

  @Override
  public synchronized void disconnect() {
    end();
    connection.drop();
  }

  @Override
  public void exit(int code) {
    disconnect();
  }

  private void stream(Map<String, String> headers) {
    if (streaming || ended.getCount() == 0) {
      return;
    }
    streaming = true;
    Map<String, String> all = new LinkedHashMap<>(headers);
    all.put("Content-Type", "text/event-stream");
    all.put("Cache-Control", "no-cache");
    all.put("X-Accel-Buffering", "no");
    all.put("Transfer-Encoding", "chunked");
    write(head(200, all));
    if (!format.beginning().isEmpty()) {
      chunk(format.beginning());
    }
  }

  private byte[] head(int status, Map<String, String> headers) {
    StringBuilder head = new StringBuilder("HTTP/1.1 " + status + " \r\n");
    headers.forEach((name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
    if (!stays) {
      head.append("Connection: close\r\n");
    }
    return head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  private void chunk(String text) {
    chunk(text.getBytes(StandardCharsets.UTF_8));
  }

  private void chunk(byte[] bytes) {
    ByteArrayOutputStream chunk = new ByteArrayOutputStream(bytes.length + 16);
    chunk.writeBytes(
        (Integer.toHexString(bytes.length) + "\r\n").getBytes(StandardCharsets.US_ASCII));
    chunk.writeBytes(bytes);
    chunk.writeBytes(new byte[] {'\r', '\n'});
    write(chunk.toByteArray());
  }

  private void write(byte[] bytes) {
    if (ended.getCount() == 0) {
      return;
    }
    try {
      out.write(bytes);
      out.flush();
    } catch (IOException clientLeft) {
      disconnect();
    }
  }

  private void finish() {
    end();
    if (!stays) {
      connection.drop();
    }
  }

  private void end() {
    ended.countDown();
    whenGone.run();
  }
}
