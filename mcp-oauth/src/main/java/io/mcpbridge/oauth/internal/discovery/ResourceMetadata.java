package io.mcpbridge.oauth.internal.discovery;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.oauth.core.OAuthException;
import io.mcpbridge.oauth.internal.http.UrlRules;
import java.net.URI;
import java.util.List;

/**
 * Protected resource metadata (RFC 9728, section 2).
 *
 * @param resource the resource identifier, to be sent without normalization (RFC 8707)
 * @param authorizationServers the issuers whose tokens the server accepts
 * @param scopes all supported scopes; empty if the metadata lists none
 * @param bound whether only DPoP-bound tokens are accepted (RFC 9449)
 */
public record ResourceMetadata(
    String resource, List<String> authorizationServers, Scopes scopes, boolean bound) {

  static ResourceMetadata of(JsonObject json, URI server) {
    String resource = json.string("resource");
    if (resource == null || !covers(resource, server)) {
      // section 3.3: a document about another resource must not be used
      throw new OAuthException(
          "the protected-resource metadata of "
              + server.getHost()
              + " describes a resource other than the server's URL; its \"resource\" must be that"
              + " URL or a parent of it");
    }
    return new ResourceMetadata(
        resource,
        json.strings("authorization_servers"),
        Scopes.of(json.strings("scopes_supported")),
        Boolean.TRUE.equals(json.bool("dpop_bound_access_tokens_required")));
  }

  /** The server's URL itself or, as in many deployments, its origin or a parent of its path. */
  private static boolean covers(String resource, URI server) {
    URI uri;
    try {
      uri = URI.create(resource);
    } catch (IllegalArgumentException notAUrl) {
      return false;
    }
    if (uri.getHost() == null || uri.getRawFragment() != null || uri.getRawUserInfo() != null) {
      return false;
    }
    if (!UrlRules.origin(uri).equals(UrlRules.origin(server))) {
      return false;
    }
    if (uri.getRawQuery() != null && !uri.getRawQuery().equals(server.getRawQuery())) {
      return false;
    }
    String parent = withoutSlash(uri.getRawPath());
    String path = withoutSlash(server.getRawPath());
    return path.equals(parent) || path.startsWith(parent + "/");
  }

  private static String withoutSlash(String path) {
    return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
  }
}
