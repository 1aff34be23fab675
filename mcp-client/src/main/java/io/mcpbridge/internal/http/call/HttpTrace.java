package io.mcpbridge.internal.http.call;

import io.mcpbridge.internal.text.SecretName;
import io.mcpbridge.internal.text.Secrets;
import io.mcpbridge.json.JsonReader;
import io.mcpbridge.transport.ServerTrace;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpMessage;
import org.jspecify.annotations.Nullable;

/** Reports HTTP requests and responses to the trace of the server, if that is on. */
final class HttpTrace {

  private static final byte[] NO_BODY = new byte[0];

  private HttpTrace() {}

  static void sent(ServerTrace trace, ClassicHttpRequest request, HttpErrors errors)
      throws IOException {
    trace.sent(
        request.getMethod() + " " + errors.endpoint().address(),
        headers(request),
        body(request.getEntity()),
        mask(request));
  }

  private static byte[] body(@Nullable HttpEntity entity) throws IOException {
    if (entity == null) {
      return NO_BODY;
    }
    try (InputStream content = entity.getContent()) {
      return content.readAllBytes();
    }
  }

  static void received(
      ServerTrace trace,
      ClassicHttpRequest request,
      ClassicHttpResponse response,
      HttpErrors errors) {
    trace.received(
        "HTTP " + response.getCode() + " to " + subject(request, errors),
        headers(response),
        mask(request, response));
  }

  static void received(ServerTrace trace, ClassicHttpRequest request, byte[] body) {
    if (body.length > 0) {
      trace.received(body, body.length, mask(request));
    }
  }

  /** Reads a message, and reports what was read of it, even if that is no message. */
  static @Nullable Object read(
      ServerTrace trace,
      ClassicHttpRequest request,
      JsonReader reader,
      InputStream data,
      BooleanSupplier isCancelled)
      throws IOException {
    Copy copy = new Copy(data);
    try {
      return reader.read(copy, isCancelled);
    } finally {
      if (copy.total > 0) {
        trace.received(copy.start.toByteArray(), copy.total, mask(request));
      }
    }
  }

  static void streamEnded(ServerTrace trace, ClassicHttpRequest request, HttpErrors errors) {
    trace.event("event stream of " + subject(request, errors) + " ended");
  }

  private static String subject(ClassicHttpRequest request, HttpErrors errors) {
    String method = request.getMethod();
    return method.equals("POST") ? errors.subject() : method;
  }

  static boolean isEventStream(ClassicHttpResponse response) {
    Header type = response.getFirstHeader(HttpHeaders.CONTENT_TYPE);
    return type != null && String.valueOf(type.getValue()).startsWith("text/event-stream");
  }

  private static Map<String, String> headers(HttpMessage message) {
    Map<String, String> headers = new LinkedHashMap<>();
    for (Header header : message.getHeaders()) {
      headers.merge(header.getName(), String.valueOf(header.getValue()), (a, b) -> a + ", " + b);
    }
    return headers;
  }

  /** Hides the values of headers that are secrets where a message repeats them. */
  private static UnaryOperator<String> mask(HttpMessage... messages) {
    List<String> values = new ArrayList<>();
    for (HttpMessage message : messages) {
      for (Header header : message.getHeaders()) {
        if (header.getValue() != null && SecretName.isHeader(header.getName())) {
          values.add(header.getValue());
        }
      }
    }
    return Secrets.of(values)::mask;
  }

  /** Keeps the start of what is read, without reading more. */
  private static final class Copy extends FilterInputStream {

    private final ByteArrayOutputStream start = new ByteArrayOutputStream(1024);
    private long total;

    Copy(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      byte[] singleByte = new byte[1];
      return read(singleByte, 0, 1) < 0 ? -1 : singleByte[0] & 0xff;
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
      int n = super.read(to, offset, length);
      if (n > 0) {
        start.write(to, offset, Math.min(n, ServerTrace.MAX_MESSAGE_BYTES - start.size()));
        total += n;
      }
      return n;
    }
  }
}
