package io.mcpbridge.transport.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.BooleanSupplier;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpEntity;

/** The body of an answer, which remembers whether its end was seen. */
final class Body extends InputStream {

  /** No body yet, or none at all. */
  static final Body NONE = new Body(InputStream.nullInputStream(), true);

  private static final int END_READS = 4;

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

  /**
   * So much of it, or what comes before it falls silent or breaks.
   *
   * @param isEnded whether somebody broke it off, so that the failure counts
   */
  byte[] readSome(int limit, BooleanSupplier isEnded) throws IOException {
    var bytes = new ByteArrayOutputStream();
    byte[] buffer = new byte[8192];
    try {
      for (int n = 0; n >= 0 && bytes.size() < limit; n = read(buffer, 0, buffer.length)) {
        bytes.write(buffer, 0, n);
      }
    } catch (IOException brokenOrSilent) {
      if (isEnded.getAsBoolean()) {
        throw brokenOrSilent;
      }
    }
    return bytes.toByteArray();
  }

  /** Whether little or nothing was left before the end; reads that. */
  boolean comesToItsEnd() {
    byte[] rest = new byte[1024];
    try {
      for (int i = 0; i < END_READS && !ended; i++) {
        read(rest, 0, rest.length);
      }
      return ended;
    } catch (IOException leftOpen) {
      return false;
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
    if (result < 0) {
      ended = true;
    }
    return result;
  }
}
