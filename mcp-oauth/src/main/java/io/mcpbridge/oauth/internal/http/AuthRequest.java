package io.mcpbridge.oauth.internal.http;

import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request for metadata, a registration or a token. All of it except the URL may be secret.
 *
 * @param what what is requested and from which host, for messages: {@code the token endpoint of
 *     ...}
 * @param body the body of a POST, or {@code null} for a GET
 */
public record AuthRequest(
    String what,
    URI uri,
    Map<String, String> headers,
    @Nullable String body,
    @Nullable String mediaType) {

  public static AuthRequest get(String what, URI uri, Map<String, String> headers) {
    return new AuthRequest(what, uri, headers, null, null);
  }

  public static AuthRequest json(String what, URI uri, Map<String, String> headers, String body) {
    return new AuthRequest(what, uri, headers, body, "application/json");
  }

  public static AuthRequest form(String what, URI uri, Map<String, String> headers, String body) {
    return new AuthRequest(what, uri, headers, body, "application/x-www-form-urlencoded");
  }

  public AuthRequest with(String header, String value) {
    Map<String, String> more = new HashMap<>(headers);
    more.put(header, value);
    return new AuthRequest(what, uri, more, body, mediaType);
  }

  AuthRequest at(URI other) {
    return new AuthRequest(what, other, headers, body, mediaType);
  }

  @Override
  public String toString() {
    return "AuthRequest[" + what + "]";
  }
}
