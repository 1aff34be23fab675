package io.mcpbridge.oauth.internal.discovery;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/**
 * Well-known URLs of metadata (RFC 9728, section 3.1; RFC 8414, section 3.1; OpenID Discovery,
 * section 4.1).
 */
public final class WellKnown {

  private static final String RESOURCE = "/.well-known/oauth-protected-resource";
  private static final String SERVER = "/.well-known/oauth-authorization-server";
  private static final String OPENID = "/.well-known/openid-configuration";

  private WellKnown() {}

  /** For a server whose challenge names none: with its path, then at the root. */
  static List<URI> ofResource(URI server) {
    List<URI> urls = new ArrayList<>();
    String query = server.getRawQuery() == null ? "" : "?" + server.getRawQuery();
    String path = path(server);
    if (!path.isEmpty() || !query.isEmpty()) {
      urls.add(atRoot(server, RESOURCE + path + query));
    }
    urls.add(atRoot(server, RESOURCE));
    return urls;
  }

  /** For an issuer: in the order of MCP, authorization server discovery. */
  static List<URI> ofIssuer(URI issuer) {
    String path = path(issuer);
    if (path.isEmpty()) {
      return List.of(atRoot(issuer, SERVER), atRoot(issuer, OPENID));
    }
    String trimmed = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    return List.of(
        atRoot(issuer, SERVER + trimmed),
        atRoot(issuer, OPENID + trimmed),
        atRoot(issuer, trimmed + OPENID));
  }

  /** For servers of 2025-03-26, which are their own authorization servers: at the root. */
  static URI ofServerItself(URI server) {
    return atRoot(server, SERVER);
  }

  /** A path below the origin of a URL, whose own path is left out. */
  public static URI atRoot(URI base, String pathAndQuery) {
    return URI.create(base.getScheme() + "://" + base.getRawAuthority() + pathAndQuery);
  }

  private static String path(URI uri) {
    String path = uri.getRawPath();
    return path == null || path.equals("/") ? "" : path;
  }
}
