package io.mcpbridge.test.internal.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/**
 * The response to one HTTP request, whole or chunked. Writes nothing after its end, nor after the
 * client has disconnected. Thread-safe.
 */
final class HttpReply {

  private static final byte[] LAST_CHUNK = "0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private final HttpConnection connection;
  private final OutputStream out;
  private final boolean stays;
  private final CountDownLatch ended = new CountDownLatch(1);
  private boolean begun;
  private boolean broken;
  private volatile long endedAt;
  private Runnable onEnd = () -> {};

  HttpReply(HttpConnection connection, OutputStream out, boolean stays) {
    this.connection = connection;
    this.out = out;
    this.stays = stays;
  }

  /** Sends a whole response. Does nothing if a response was started already. */
  synchronized void send(int status, Map<String, String> headers, byte[] body) {
    if (begun || isOver()) {
      return;
    }
    begun = true;
    Map<String, String> all = new LinkedHashMap<>(headers);
    all.put("Content-Length", String.valueOf(body.length));
    ByteArrayOutputStream response = new ByteArrayOutputStream(256 + body.length);
    response.writeBytes(head(status, all));
    response.writeBytes(body);
    write(response.toByteArray());
    finish();
  }

  /** Starts a chunked body. */
  synchronized void begin(Map<String, String> headers) {
    if (begun || isOver()) {
      return;
    }
    begun = true;
    Map<String, String> all = new LinkedHashMap<>(headers);
    all.put("Transfer-Encoding", "chunked");
    write(head(200, all));
  }

  synchronized void chunk(byte[] bytes) {
    ByteArrayOutputStream chunk = new ByteArrayOutputStream(bytes.length + 16);
    chunk.writeBytes(
        (Integer.toHexString(bytes.length) + "\r\n").getBytes(StandardCharsets.US_ASCII));
    chunk.writeBytes(bytes);
    chunk.writeBytes(new byte[] {'\r', '\n'});
    write(chunk.toByteArray());
  }

  /** Ends a chunked body. */
  synchronized void end() {
    endedAt = System.nanoTime(); // before the client can see it
    write(LAST_CHUNK);
    finish();
  }

  /** Drops the connection at once. */
  synchronized void drop() {
    runOnEnd();
    connection.drop();
  }

  boolean isOver() {
    return ended.getCount() == 0;
  }

  /** The time of its end, as {@link System#nanoTime}. */
  long overSince() {
    return endedAt;
  }

  void awaitEnd() throws InterruptedException {
    ended.await();
  }

  /**
   * Runs an action at its end, for whatever reason; at once if already ended. Takes no other lock.
   */
  synchronized void onEnd(Runnable action) {
    if (isOver()) {
      action.run();
    } else {
      Runnable before = onEnd;
      onEnd =
          () -> {
            before.run();
            action.run();
          };
    }
  }

  /** The client disconnected; true if it did so before the end. */
  synchronized boolean hungUp() {
    boolean early = broken || !isOver();
    runOnEnd();
    return early;
  }

  private byte[] head(int status, Map<String, String> headers) {
    StringBuilder head = new StringBuilder("HTTP/1.1 " + status + " \r\n");
    headers.forEach((name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
    if (!stays) {
      head.append("Connection: close\r\n");
    }
    return head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  private void write(byte[] bytes) {
    if (isOver()) {
      return;
    }
    try {
      out.write(bytes);
      out.flush();
    } catch (IOException clientLeft) {
      broken = true;
      runOnEnd();
      connection.close();
    }
  }

  private void finish() {
    runOnEnd();
    if (!stays) {
      connection.drop();
    }
  }

  private void runOnEnd() {
    if (!isOver()) {
      endedAt = endedAt == 0 ? System.nanoTime() : endedAt;
      ended.countDown();
      onEnd.run();
    }
  }
}
