package io.mcpbridge.oauth.internal.http;

import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request for metadata, a registration or a token. All of it except the URL may be secret.
 *
 * @param description what is requested and from which host, for messages: {@code the token endpoint
 *     of ...}
 * @param body the body of a POST, or {@code null} for a GET
 */
public record AuthRequest(
    String description,
    URI uri,
    Map<String, String> headers,
    @Nullable String body,
    @Nullable String mediaType) {

  public static AuthRequest get(String description, URI uri, Map<String, String> headers) {
    return new AuthRequest(description, uri, headers, null, null);
  }

  public static AuthRequest json(
      String description, URI uri, Map<String, String> headers, String body) {
    return new AuthRequest(description, uri, headers, body, "application/json");
  }

  public static AuthRequest form(
      String description, URI uri, Map<String, String> headers, String body) {
    return new AuthRequest(description, uri, headers, body, "application/x-www-form-urlencoded");
  }

  public AuthRequest withHeader(String header, String value) {
    Map<String, String> allHeaders = new HashMap<>(headers);
    allHeaders.put(header, value);
    return new AuthRequest(description, uri, allHeaders, body, mediaType);
  }

  AuthRequest withUri(URI uri) {
    return new AuthRequest(description, uri, headers, body, mediaType);
  }

  @Override
  public String toString() {
    return "AuthRequest[" + description + "]";
  }
}
