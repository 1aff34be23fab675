package io.mcpbridge.transport.http.call;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.BooleanSupplier;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpEntity;

/** The body of a response, which tracks whether its end was read. */
final class ResponseBody extends InputStream {

  /** No body, or none yet. */
  static final ResponseBody NONE = new ResponseBody(InputStream.nullInputStream(), true);

  private static final int MAX_END_READS = 4;

  private final InputStream in;
  private boolean ended;

  private ResponseBody(InputStream in, boolean ended) {
    this.in = in;
    this.ended = ended;
  }

  static ResponseBody of(ClassicHttpResponse response) throws IOException {
    HttpEntity entity = response.getEntity();
    return entity == null ? NONE : new ResponseBody(entity.getContent(), false);
  }

  /** Whether the body was read completely, so that the connection can be reused. */
  boolean ended() {
    return ended;
  }

  /**
   * Reads up to this limit, or what arrives before the read times out or fails.
   *
   * @param isEnded whether the attempt was canceled; the failure is then rethrown
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

  /** Reads what is left, if little; returns whether that reached the end. */
  boolean comesToItsEnd() {
    byte[] rest = new byte[1024];
    try {
      for (int i = 0; i < MAX_END_READS && !ended; i++) {
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
