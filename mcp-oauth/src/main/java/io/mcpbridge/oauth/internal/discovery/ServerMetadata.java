package io.mcpbridge.oauth.internal.discovery;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.oauth.core.OAuthException;
import io.mcpbridge.oauth.internal.http.UrlRules;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Authorization server metadata (RFC 8414, section 2), as far as it is used here.
 *
 * @param issuer the issuer, compared without normalization
 * @param json the complete document
 * @param url the rules for its endpoints
 */
public record ServerMetadata(String issuer, JsonObject json, UrlRules url) {

  /** The authorization page; checked like URLs that are fetched, since a browser opens it. */
  public URI authorizationEndpoint() {
    URI endpoint = requireEndpoint("authorization_endpoint");
    String objection = url.objectionInBrowser(endpoint.getHost());
    if (objection != null) {
      throw new OAuthException(
          "the authorization_endpoint of "
              + host()
              + " is not opened: the host "
              + endpoint.getHost()
              + " "
              + objection);
    }
    return endpoint;
  }

  public URI tokenEndpoint() {
    return requireEndpoint("token_endpoint");
  }

  public @Nullable URI registrationEndpoint() {
    return endpoint("registration_endpoint");
  }

  public @Nullable URI revocationEndpoint() {
    return endpoint("revocation_endpoint");
  }

  /** Whether the server supports S256 code challenges (RFC 7636). */
  public boolean supportsS256() {
    return json.strings("code_challenge_methods_supported").contains("S256");
  }

  /** The client authentication methods of the token endpoint; empty if the metadata lists none. */
  public List<String> tokenEndpointAuthMethods() {
    return json.strings("token_endpoint_auth_methods_supported");
  }

  public boolean supportsScope(String scope) {
    return json.strings("scopes_supported").contains(scope);
  }

  /** Whether every authorization response names the issuer (RFC 9207, section 3). */
  public boolean namesIssuerInResponses() {
    return Boolean.TRUE.equals(json.bool("authorization_response_iss_parameter_supported"));
  }

  /** Whether the server supports DPoP (RFC 9449, section 5.1). */
  public boolean supportsDPoP() {
    return !json.strings("dpop_signing_alg_values_supported").isEmpty();
  }

  /** Whether the server supports client ID metadata documents. */
  public boolean takesClientIdMetadataDocuments() {
    return Boolean.TRUE.equals(json.bool("client_id_metadata_document_supported"));
  }

  /** For messages: only the host, not the whole text of the server. */
  public String host() {
    String host = URI.create(issuer).getHost();
    return host == null ? "the authorization server" : host;
  }

  private URI requireEndpoint(String name) {
    URI endpoint = endpoint(name);
    if (endpoint == null) {
      throw new OAuthException(
          "the metadata of the authorization server " + host() + " names no " + name);
    }
    return endpoint;
  }

  private @Nullable URI endpoint(String name) {
    String text = json.string(name);
    if (text == null) {
      return null;
    }
    URI endpoint = url.require(text, "the " + name + " of " + host());
    if (endpoint.getRawFragment() != null) { // RFC 6749, sections 3.1 and 3.2
      throw new OAuthException("the " + name + " of " + host() + " contains a fragment");
    }
    return endpoint;
  }
}
