package io.mcpbridge.internal.http.sse;

import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpProtocolException;
import io.mcpbridge.internal.http.connection.Endpoint;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The endpoint for a session's messages: a reference relative to the URL of the stream (2024-11-05,
 * HTTP with SSE). Resolved by RFC 3986, which {@link URI#resolve(URI)} predates, and only on the
 * stream's own origin, because messages carry its credentials.
 */
final class MessageEndpoint {

  /** RFC 3986, appendix B: scheme, authority, path and query; a fragment is not sent. */
  private static final Pattern REFERENCE =
      Pattern.compile(
          "(?:([^:/?#]+):)?(?://([^/?#]*))?([^?#]*)(?:\\?([^#]*))?(?:#.*)?", Pattern.DOTALL);

  private MessageEndpoint() {}

  /**
   * The endpoint that a server advertises on its stream.
   *
   * @throws McpProtocolException if it is none
   * @throws McpConnectException if it is on another origin
   */
  static Endpoint of(Endpoint stream, String advertised) {
    Endpoint endpoint = endpoint(stream, resolved(stream.uri(), advertised.strip()));
    if (!endpoint.host().equals(stream.host())) {
      throw new McpConnectException(
          stream.address()
              + " named a message endpoint on another origin, "
              + endpoint.address()
              + "; nothing was sent there. If this is intended, set HttpSseTransport.messageEndpoint to it");
    }
    return endpoint;
  }

  /** The configured endpoint, which replaces the advertised one for the same session. */
  static Endpoint ofConfigured(Endpoint configured, Endpoint stream, String advertised) {
    Matcher reference = parsed(advertised.strip());
    String query = reference.group(4);
    if (query == null) {
      return configured;
    }
    URI uri = configured.uri();
    String configuredQuery = uri.getRawQuery() == null ? "" : uri.getRawQuery() + "&";
    return endpoint(
        stream,
        uri.getScheme()
            + "://"
            + uri.getRawAuthority()
            + uri.getRawPath()
            + "?"
            + configuredQuery
            + query);
  }

  private static Endpoint endpoint(Endpoint stream, String uri) {
    try {
      return Endpoint.of(new URI(new URI(uri).toASCIIString()));
    } catch (URISyntaxException e) {
      throw unusable(stream, e.getReason(), e);
    } catch (IllegalArgumentException e) {
      throw unusable(stream, e.getMessage(), e);
    }
  }

  private static McpException unusable(Endpoint stream, @Nullable String problem, Exception e) {
    return new McpProtocolException(
        "the endpoint event of " + stream.address() + " names no URL for messages: " + problem, e);
  }

  /** RFC 3986, section 5.2.2. */
  private static String resolved(URI base, String text) {
    Matcher reference = parsed(text);
    String query = reference.group(4);
    String search = query == null ? "" : "?" + query;
    if (reference.group(1) != null) {
      return text;
    }
    if (reference.group(2) != null) {
      return base.getScheme() + ":" + text;
    }
    String path = reference.group(3);
    String origin = base.getScheme() + "://" + base.getRawAuthority();
    if (path.isEmpty()) {
      String baseQuery =
          query == null && base.getRawQuery() != null ? "?" + base.getRawQuery() : "";
      return origin + base.getRawPath() + baseQuery + search;
    }
    String merged = path.startsWith("/") ? path : directory(base.getRawPath()) + path;
    return origin + withoutDots(merged) + search;
  }

  /** Section 5.2.3. */
  private static String directory(@Nullable String basePath) {
    return basePath == null || basePath.isEmpty()
        ? "/"
        : basePath.substring(0, basePath.lastIndexOf('/') + 1);
  }

  /** Section 5.2.4. */
  private static String withoutDots(String path) {
    Deque<String> segments = new ArrayDeque<>();
    boolean directory = false;
    for (String segment : path.substring(1).split("/", -1)) {
      directory = segment.equals(".") || segment.equals("..");
      if (segment.equals("..")) {
        segments.pollLast();
      } else if (!directory) {
        segments.addLast(segment);
      }
    }
    return "/" + String.join("/", segments) + (directory && !segments.isEmpty() ? "/" : "");
  }

  private static Matcher parsed(String text) {
    Matcher reference = REFERENCE.matcher(text);
    if (!reference.matches()) {
      throw new IllegalStateException("every text is a reference");
    }
    return reference;
  }
}
