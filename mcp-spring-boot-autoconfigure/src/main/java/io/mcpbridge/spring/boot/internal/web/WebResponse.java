package io.mcpbridge.spring.boot.internal.web;

import io.mcpbridge.json.Json;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;

/**
 * The response of a {@link WebRoute}, which is not stored anywhere.
 *
 * @param contentType {@code null} without a body
 * @param location {@code null} if it is no redirect
 */
public record WebResponse(
    HttpStatus status, @Nullable MediaType contentType, String body, @Nullable URI location) {

  /** The URL of a callback contains the authorization code, which must not leak. */
  static final Map<String, String> HEADERS =
      Map.of(
          "Cache-Control", "no-store",
          "Referrer-Policy", "no-referrer",
          "X-Content-Type-Options", "nosniff",
          "Content-Security-Policy", "default-src 'none'");

  /** Redirects. */
  public static WebResponse redirect(URI location) {
    return new WebResponse(HttpStatus.SEE_OTHER, null, "", location);
  }

  /** A page. */
  public static WebResponse html(HttpStatus status, String body) {
    return new WebResponse(
        status, new MediaType("text", "html", StandardCharsets.UTF_8), body, null);
  }

  /** JSON. */
  public static WebResponse json(@Nullable Object value) {
    return new WebResponse(HttpStatus.OK, MediaType.APPLICATION_JSON, Json.write(value), null);
  }

  /** Success without a body. */
  public static WebResponse noContent() {
    return new WebResponse(HttpStatus.NO_CONTENT, null, "", null);
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
    return new WebResponse(status, MediaType.APPLICATION_PROBLEM_JSON, Json.write(problem), null);
  }

  byte[] bytes() {
    return body.getBytes(StandardCharsets.UTF_8);
  }

  /** Leaves out the body and the location, which may contain secrets. */
  @Override
  public String toString() {
    return "WebResponse[" + status + "]";
  }
}
