package io.mcpbridge.test.internal.http;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One HTTP/1.1 request as it came (RFC 9112). */
@SuppressWarnings("ArrayRecordComponent") // created, read once and dropped
public record HttpRequest(String method, String target, Map<String, String> headers, byte[] body) {

  private static final Pattern REQUEST_LINE = Pattern.compile("(\\S+) (\\S+) HTTP/1\\.1");
  private static final byte[] CONTINUE =
      "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  /** The next request, or {@code null} at the end of the stream. */
  public static @Nullable HttpRequest read(InputStream in, OutputStream out) throws IOException {
    String requestLine = line(in);
    if (requestLine == null || requestLine.isEmpty()) {
      return null;
    }
    Matcher parts = REQUEST_LINE.matcher(requestLine);
    if (!parts.matches()) {
      throw new IOException("not HTTP: " + requestLine);
    }
    Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (String line = required(in); !line.isEmpty(); line = required(in)) {
      int colon = line.indexOf(':');
      headers.merge(
          line.substring(0, colon), line.substring(colon + 1).strip(), (a, b) -> a + ", " + b);
    }
    if ("100-continue".equalsIgnoreCase(headers.get("Expect"))) {
      out.write(CONTINUE);
      out.flush();
    }
    return new HttpRequest(parts.group(1), parts.group(2), headers, body(in, headers));
  }

  public String path() {
    int query = target.indexOf('?');
    return query < 0 ? target : target.substring(0, query);
  }

  boolean wantsToStay() {
    return !"close".equalsIgnoreCase(headers.get("Connection"));
  }

  private static byte[] body(InputStream in, Map<String, String> headers) throws IOException {
    if ("chunked".equalsIgnoreCase(headers.get("Transfer-Encoding"))) {
      return chunks(in);
    }
    String length = headers.get("Content-Length");
    return length == null ? new byte[0] : exactly(in, Integer.parseInt(length));
  }

  private static byte[] chunks(InputStream in) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    for (int size = chunkSize(in); size > 0; size = chunkSize(in)) {
      body.write(exactly(in, size));
      required(in);
    }
    while (!required(in).isEmpty()) {
      // trailers are ignored
    }
    return body.toByteArray();
  }

  private static int chunkSize(InputStream in) throws IOException {
    String line = required(in);
    int extension = line.indexOf(';');
    return Integer.parseInt((extension < 0 ? line : line.substring(0, extension)).strip(), 16);
  }

  private static byte[] exactly(InputStream in, int length) throws IOException {
    byte[] bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw new EOFException("the client disconnected in the middle of a body");
    }
    return bytes;
  }

  private static String required(InputStream in) throws IOException {
    String line = line(in);
    if (line == null) {
      throw new EOFException("the client disconnected in the middle of a request");
    }
    return line;
  }

  private static @Nullable String line(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream(64);
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        return null;
      }
      if (b != '\r') {
        line.write(b);
      }
    }
    return line.toString(StandardCharsets.ISO_8859_1);
  }
}
