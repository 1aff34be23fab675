package io.mcpbridge.transport.http;

import java.io.IOException;
import java.io.InputStream;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpEntity;

/** The body of an answer, which remembers whether its end was seen. */
final class Body extends InputStream {

  private final InputStream in;
  private boolean ended;

  private Body(InputStream in, boolean ended) {
    this.in = in;
    this.ended = ended;
  }

  static Body of(ClassicHttpResponse response) throws IOException {
    HttpEntity entity = response.getEntity();
    return entity == null
        ? new Body(InputStream.nullInputStream(), true)
        : new Body(entity.getContent(), false);
  }

  /** Whether nothing is left, so that the connection stands before the next answer. */
  boolean ended() {
    return ended;
  }

  /** Reads on to the end, but not more than so many bytes. */
  void drain(int limit) throws IOException {
    if (ended) {
      return;
    }
    byte[] rubbish = new byte[Math.min(limit, 1024)];
    for (int left = limit; !ended && left > 0; ) {
      left -= Math.max(read(rubbish, 0, Math.min(left, rubbish.length)), 0);
    }
  }

  @Override
  public int read() throws IOException {
    return seen(ended ? -1 : in.read());
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    return seen(ended ? -1 : in.read(buffer, offset, length));
  }

  private int seen(int result) {
    ended |= result < 0;
    return result;
  }
}
