package io.mcpbridge.internal.http.connection;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import org.apache.hc.core5.http.HttpHost;
import org.jspecify.annotations.Nullable;

/**
 * One parsed server URL.
 *
 * @param uri as configured
 * @param host scheme, name and port
 * @param target the request target: path and query
 * @param hostHeader the {@code Host} header
 * @param authority host and port, for messages
 * @param address the URL for display: no user info, digests in place of keys
 * @param basicCredentials the {@code Authorization} header for the URL's user info
 */
public record Endpoint(
    URI uri,
    HttpHost host,
    String target,
    String hostHeader,
    String authority,
    String address,
    @Nullable String basicCredentials) {

  private static final String WRONG_START =
      "the url of an MCP server must start with http:// or https://";

  public static Endpoint of(URI uri) {
    String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
    boolean secure = scheme.equals("https");
    if (!secure && !scheme.equals("http")) {
      throw new IllegalArgumentException(
          WRONG_START + (scheme.isEmpty() ? "" : ", not with \"" + scheme + ":\""));
    }
    String name = uri.getHost();
    if (name == null) {
      throw new IllegalArgumentException(
          "the url has no usable host name (letters, digits, '-' and '.'; an underscore is not"
              + " allowed): "
              + scheme
              + "://...");
    }
    if (uri.getPort() == 0 || uri.getPort() > 65_535) {
      throw new IllegalArgumentException("the url has an invalid port: " + uri.getPort());
    }
    int port = uri.getPort() > 0 ? uri.getPort() : secure ? 443 : 80;
    String hostHeader = uri.getPort() > 0 ? name + ":" + port : name;
    String path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
    String query = uri.getRawQuery();
    String bare = name.startsWith("[") ? name.substring(1, name.length() - 1) : name;
    return new Endpoint(
        uri,
        new HttpHost(scheme, bare, port),
        query == null ? path : path + "?" + query,
        hostHeader,
        name + ":" + port,
        RedactedUrl.of(scheme + "://" + hostHeader, path, query),
        uri.getUserInfo() == null ? null : basic(uri.getUserInfo()));
  }

  /** Parses a URL; error messages do not quote it, since it may hold a secret. */
  public static URI uri(String url) {
    try {
      return new URI(url);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(
          url.regionMatches(true, 0, "http", 0, 4)
              ? "the url cannot be read: " + e.getReason() + " at index " + e.getIndex()
              : WRONG_START);
    }
  }

  public boolean secure() {
    return "https".equals(host.getSchemeName());
  }

  /** What {@link #address} does not show, and an answer of the server may repeat. */
  public List<String> secrets() {
    List<String> secrets =
        new ArrayList<>(RedactedUrl.secrets(String.valueOf(uri.getRawPath()), uri.getRawQuery()));
    String userInfo = uri.getUserInfo();
    if (userInfo != null) {
      secrets.add(userInfo.substring(userInfo.indexOf(':') + 1));
    }
    return secrets;
  }

  /** RFC 7617. */
  static String basic(String userInfo) {
    byte[] bytes = userInfo.getBytes(StandardCharsets.UTF_8);
    return "Basic " + Base64.getEncoder().encodeToString(bytes);
  }
}
