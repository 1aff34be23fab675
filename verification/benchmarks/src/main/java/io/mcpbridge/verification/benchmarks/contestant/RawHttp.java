package io.mcpbridge.verification.benchmarks.contestant;

import io.mcpbridge.verification.benchmarks.server.Call;
import java.io.IOException;
import java.net.URI;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicLong;

/** Plain sockets, reused between calls. */
final class RawHttp implements Session {

  private final URI url;
  private final ConcurrentLinkedDeque<RawHttpConnection> idle = new ConcurrentLinkedDeque<>();
  private final AtomicLong lastId = new AtomicLong();

  RawHttp(String url) throws IOException {
    this.url = URI.create(url);
    post(RawMessage.INITIALIZE, RawMessage::id);
    post(RawMessage.INITIALIZED, (body, from, to) -> 0L);
  }

  private interface Reading<T> {
    T read(byte[] body, int from, int to);
  }

  private <T> T post(String message, Reading<T> reading) throws IOException {
    RawHttpConnection pooled = idle.pollFirst();
    RawHttpConnection connection = pooled == null ? new RawHttpConnection(url) : pooled;
    connection.post(message);
    T result = reading.read(connection.body(), 0, connection.bodyLength());
    idle.addFirst(connection);
    return result;
  }

  @Override
  public String call(Call call) throws IOException {
    return post(RawMessage.call(lastId.incrementAndGet(), call), RawMessage::text);
  }

  @Override
  public int listTools() throws IOException {
    return post(RawMessage.LIST, RawMessage::tools);
  }

  @Override
  public void close() throws IOException {
    for (RawHttpConnection connection : idle) {
      connection.close();
    }
  }
}
