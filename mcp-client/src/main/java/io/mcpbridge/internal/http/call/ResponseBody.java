package io.mcpbridge.internal.http.call;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import java.util.zip.GZIPInputStream;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.ProtocolException;
import org.jspecify.annotations.Nullable;

/**
 * The body of a response, which tracks whether its end was read. Some servers and gateways compress
 * although no request allows it: gzip is decoded, so that limits apply to what it expands to.
 */
final class ResponseBody extends InputStream {

  /** No body, or none yet. */
  static final ResponseBody NONE = new ResponseBody(InputStream.nullInputStream(), false, true);

  private static final int MAX_END_READS = 4;

  private final InputStream raw;
  private final boolean gzip;
  private @Nullable InputStream decoded;
  private boolean ended;

  private ResponseBody(InputStream raw, boolean gzip, boolean ended) {
    this.raw = raw;
    this.gzip = gzip;
    this.ended = ended;
  }

  /**
   * @throws ProtocolException if the body has an encoding that cannot be decoded
   */
  static ResponseBody of(ClassicHttpResponse response) throws IOException, ProtocolException {
    HttpEntity entity = response.getEntity();
    if (entity == null) {
      return NONE;
    }
    String encoding = entity.getContentEncoding();
    String name = encoding == null ? "identity" : encoding.strip().toLowerCase(Locale.ROOT);
    boolean gzip = name.equals("gzip") || name.equals("x-gzip");
    if (!gzip && !name.isEmpty() && !name.equals("identity")) {
      throw new ProtocolException(
          "its Content-Encoding is " + encoding + ", but the request accepts only identity");
    }
    return new ResponseBody(entity.getContent(), gzip, false);
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
    return seen(ended ? -1 : input().read());
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    return seen(ended ? -1 : input().read(buffer, offset, length));
  }

  /** Opened by the first read, because that waits for data. */
  private InputStream input() throws IOException {
    InputStream in = decoded;
    if (in == null) {
      in = gzip ? new GZIPInputStream(raw) : raw;
      decoded = in;
    }
    return in;
  }

  private int seen(int result) throws IOException {
    if (result < 0) {
      ended = ended || !gzip || raw.read() < 0;
    }
    return result;
  }
}
