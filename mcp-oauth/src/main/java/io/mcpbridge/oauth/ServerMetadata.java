package io.mcpbridge.oauth;

import io.mcpbridge.json.JsonObject;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an authorization server says about itself (RFC 8414, section 2), as far as it is used here.
 *
 * @param issuer its identifier, compared character for character
 * @param json the whole document
 * @param url what its endpoints are judged by
 */
record ServerMetadata(String issuer, JsonObject json, UrlRules url) {

  /** Where people are sent; judged like what is fetched from here, since a browser opens it. */
  URI authorizationEndpoint() {
    URI endpoint = required("authorization_endpoint");
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

  URI tokenEndpoint() {
    return required("token_endpoint");
  }

  @Nullable URI registrationEndpoint() {
    return endpoint("registration_endpoint");
  }

  @Nullable URI revocationEndpoint() {
    return endpoint("revocation_endpoint");
  }

  /** Whether it is known to check S256 code challenges (RFC 7636). */
  boolean supportsS256() {
    return json.strings("code_challenge_methods_supported").contains("S256");
  }

  /** How clients may authenticate at the token endpoint; empty if it does not say. */
  List<String> tokenEndpointAuthMethods() {
    return json.strings("token_endpoint_auth_methods_supported");
  }

  boolean supportsScope(String scope) {
    return json.strings("scopes_supported").contains(scope);
  }

  /** Whether every authorization response names the issuer (RFC 9207, section 3). */
  boolean namesIssuerInResponses() {
    return Boolean.TRUE.equals(json.bool("authorization_response_iss_parameter_supported"));
  }

  /** Whether it binds tokens to keys (RFC 9449, section 5.1). */
  boolean knowsProofs() {
    return !json.strings("dpop_signing_alg_values_supported").isEmpty();
  }

  /** Whether a client may be known by the URL of its metadata. */
  boolean takesClientIdMetadataDocuments() {
    return Boolean.TRUE.equals(json.bool("client_id_metadata_document_supported"));
  }

  /** For messages: whose endpoint it is, without more of a foreign text than its host. */
  String host() {
    String host = URI.create(issuer).getHost();
    return host == null ? "the authorization server" : host;
  }

  private URI required(String name) {
    URI endpoint = endpoint(name);
    if (endpoint == null) {
      throw new OAuthException(
          "the metadata of the authorization server " + host() + " names no " + name);
    }
    return endpoint;
  }

  private @Nullable URI endpoint(String name) {
    String endpoint = json.string(name);
    return endpoint == null ? null : url.require(endpoint, "the " + name + " of " + host());
  }
}
