package io.mcpbridge.transport.http;

import java.io.IOException;
import java.io.InputStream;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpEntity;

/** The body of an answer, which remembers whether its end was seen. */
final class Body extends InputStream {

  /** No body yet, or none at all. */
  static final Body NONE = new Body(InputStream.nullInputStream(), true);

  private final InputStream in;
  private boolean ended;

  private Body(InputStream in, boolean ended) {
    this.in = in;
    this.ended = ended;
  }

  static Body of(ClassicHttpResponse response) throws IOException {
    HttpEntity entity = response.getEntity();
    return entity == null ? NONE : new Body(entity.getContent(), false);
  }

  /** Whether nothing is left, so that the connection stands before the next answer. */
  boolean ended() {
    return ended;
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
    if (result < 0) {
      ended = true;
    }
    return result;
  }
}
