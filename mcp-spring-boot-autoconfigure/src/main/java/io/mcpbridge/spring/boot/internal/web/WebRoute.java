package io.mcpbridge.spring.boot.internal.web;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;

/**
 * A path of a web application, written once for {@link ServletRoutes} and {@link ReactiveRoutes}.
 *
 * @param path a path pattern
 * @param handler may block
 */
public record WebRoute(HttpMethod method, String path, Function<WebRequest, WebResponse> handler) {

  /** Longer request bodies are refused. */
  static final int MAX_BODY_SIZE = 1024 * 1024;

  private static final WebResponse NOT_JSON =
      WebResponse.problem(
          HttpStatus.UNSUPPORTED_MEDIA_TYPE, "The Content-Type must be application/json.");

  static final WebResponse TOO_LONG =
      WebResponse.problem(HttpStatus.PAYLOAD_TOO_LARGE, "The body is longer than 1 MB.");

  /** Whether requests have a body, which must be JSON. A form of another site cannot send that. */
  boolean hasBody() {
    return method.equals(HttpMethod.POST);
  }

  /**
   * Refuses a request without reading its body.
   *
   * @return {@code null} if the body may be read
   */
  @Nullable WebResponse refusal(@Nullable String contentType) {
    return !hasBody() || isJson(contentType) ? null : NOT_JSON;
  }

  private static boolean isJson(@Nullable String contentType) {
    try {
      return contentType != null
          && MediaType.parseMediaType(contentType).equalsTypeAndSubtype(MediaType.APPLICATION_JSON);
    } catch (InvalidMediaTypeException e) {
      return false;
    }
  }
}
