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
 * @param isForOtherSites whether pages of other sites may lead a browser here
 * @param handler may block
 */
public record WebRoute(
    HttpMethod method,
    String path,
    boolean isForOtherSites,
    Function<WebRequest, WebResponse> handler) {

  /** Longer request bodies are refused. */
  static final int MAX_BODY_SIZE = 1024 * 1024;

  private static final WebResponse OTHER_SITE =
      WebResponse.problem(HttpStatus.FORBIDDEN, "Pages of other sites may not use this path.");

  private static final WebResponse NOT_JSON =
      WebResponse.problem(
          HttpStatus.UNSUPPORTED_MEDIA_TYPE, "The Content-Type must be application/json.");

  static final WebResponse TOO_LONG =
      WebResponse.problem(HttpStatus.PAYLOAD_TOO_LARGE, "The body is longer than 1 MB.");

  /** A page, to which pages of other sites may link. */
  public static WebRoute page(String path, Function<WebRequest, WebResponse> handler) {
    return new WebRoute(HttpMethod.GET, path, true, handler);
  }

  /** What only pages of this application and other programs may use. */
  public static WebRoute api(
      HttpMethod method, String path, Function<WebRequest, WebResponse> handler) {
    return new WebRoute(method, path, false, handler);
  }

  /** Whether requests have a body, which must be JSON. A form of another site cannot send that. */
  boolean hasBody() {
    return method.equals(HttpMethod.POST);
  }

  /**
   * Refuses a request without reading its body.
   *
   * @param header the first value of a header, by name
   * @return {@code null} if the body may be read
   */
  @Nullable WebResponse refusal(Function<String, @Nullable String> header) {
    if (!isForOtherSites && "cross-site".equals(header.apply("Sec-Fetch-Site"))) {
      return OTHER_SITE;
    }
    return !hasBody() || isJson(header.apply("Content-Type")) ? null : NOT_JSON;
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
