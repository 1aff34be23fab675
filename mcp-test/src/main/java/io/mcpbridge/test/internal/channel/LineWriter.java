package io.mcpbridge.test.internal.channel;

import io.mcpbridge.json.Json;
import io.mcpbridge.test.internal.message.MessageSink;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntConsumer;

/** Writes one JSON value per line. */
final class LineWriter implements MessageSink {

  private final ReentrantLock lock = new ReentrantLock();
  private final OutputStream out;
  private final IntConsumer onExit;

  LineWriter(OutputStream out, IntConsumer onExit) {
    this.out = out;
    this.onExit = onExit;
  }

  void write(Object json) {
    byte[] bytes = Json.writeBytes(json);
    byte[] line = Arrays.copyOf(bytes, bytes.length + 1);
    line[bytes.length] = '\n';
    raw(line);
  }

  @Override
  public boolean send(Object json) {
    write(json);
    return true;
  }

  @Override
  public void respond(int httpStatus, Map<String, String> headers, List<?> values) {
    values.forEach(this::write);
  }

  @Override
  public void accept() {}

  @Override
  public void http(int status, Map<String, String> headers, byte[] body) {
    throw new IllegalStateException("there is no HTTP status " + status + " over stdio");
  }

  @Override
  public void raw(byte[] bytes) {
    lock.lock();
    try {
      out.write(bytes);
      out.flush();
    } catch (IOException clientIsGone) {
      // ends with the server's messages
    } finally {
      lock.unlock();
    }
  }

  /** There is no separate stream to end. */
  @Override
  public void closeStream() {}

  @Override
  public void disconnect() {
    try {
      out.close();
    } catch (IOException alreadyBroken) {
      // closed as intended
    }
  }

  @Override
  public void exit(int code) {
    onExit.accept(code);
    disconnect();
  }
}
