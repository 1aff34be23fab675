package io.mcpbridge.spring.boot.internal.web;

import io.mcpbridge.json.Json;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;

/**
 * The response of a {@link WebRoute}, which is not stored anywhere.
 *
 * @param contentType {@code null} without a body
 * @param headers all others
 * @param events gets the writer of a stream of events; {@code null} if the body is complete
 */
public record WebResponse(
    HttpStatus status,
    @Nullable MediaType contentType,
    String body,
    Map<String, String> headers,
    @Nullable Consumer<EventWriter> events) {

  /** The URL of a callback contains the authorization code, which must not leak. */
  private static final Map<String, String> HEADERS =
      Map.of(
          "Cache-Control", "no-store",
          "Referrer-Policy", "no-referrer",
          "X-Content-Type-Options", "nosniff",
          "Content-Security-Policy", "default-src 'none'");

  private WebResponse(HttpStatus status, @Nullable MediaType contentType, String body) {
    this(status, contentType, body, HEADERS, null);
  }

  /** Redirects. */
  public static WebResponse redirect(URI location) {
    return new WebResponse(HttpStatus.SEE_OTHER, null, "")
        .withHeader("Location", location.toString());
  }

  /** A page. */
  public static WebResponse html(HttpStatus status, String body) {
    return text(status, "text/html", body);
  }

  /** A text of this type, in UTF-8. */
  public static WebResponse text(HttpStatus status, String type, String body) {
    return new WebResponse(
        status, new MediaType(MediaType.parseMediaType(type), StandardCharsets.UTF_8), body);
  }

  /** JSON. */
  public static WebResponse json(@Nullable Object value) {
    return new WebResponse(HttpStatus.OK, MediaType.APPLICATION_JSON, Json.write(value));
  }

  /**
   * Server-sent events, which proxies must not collect.
   *
   * @param opened writes the first event, and keeps the writer
   */
  public static WebResponse events(Consumer<EventWriter> opened) {
    return new WebResponse(HttpStatus.OK, MediaType.TEXT_EVENT_STREAM, "", HEADERS, opened)
        .withHeader("X-Accel-Buffering", "no");
  }

  /** What the client has is still the same. */
  public static WebResponse notModified(String entityTag) {
    return new WebResponse(HttpStatus.NOT_MODIFIED, null, "").withHeader("ETag", entityTag);
  }

  /** Success without a body. */
  public static WebResponse noContent() {
    return new WebResponse(HttpStatus.NO_CONTENT, null, "");
  }

  /**
   * A failure (RFC 9457).
   *
   * @param detail a sentence
   */
  public static WebResponse problem(HttpStatus status, String detail) {
    Map<String, @Nullable Object> problem = new LinkedHashMap<>();
    problem.put("title", status.getReasonPhrase());
    problem.put("status", status.value());
    problem.put("detail", detail);
    return new WebResponse(status, MediaType.APPLICATION_PROBLEM_JSON, Json.write(problem));
  }

  /** The same response with another header, which replaces one of that name. */
  public WebResponse withHeader(String name, String value) {
    Map<String, String> all = new LinkedHashMap<>(headers);
    all.put(name, value);
    return new WebResponse(status, contentType, body, all, events);
  }

  byte[] bytes() {
    return body.getBytes(StandardCharsets.UTF_8);
  }

  /** Leaves out the body and the headers, which may contain secrets. */
  @Override
  public String toString() {
    return "WebResponse[" + status + "]";
  }
}
