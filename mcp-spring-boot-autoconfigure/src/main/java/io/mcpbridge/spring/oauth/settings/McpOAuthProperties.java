package io.mcpbridge.spring.oauth.settings;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.StringUtils;

/**
 * OAuth 2 authorization of one server, below {@code mcp.client.servers.<name>.auth.oauth2}, or of
 * all servers, below {@code mcp.client.defaults.auth.oauth2}. A value that is set in neither place
 * is {@code null} here. The client (its id, secret, key and issuer) is taken as a whole from the
 * place that sets its id.
 *
 * @param grant OAuth grant to get access tokens with: 'authorization-code' (PKCE) asks users for
 *     permission in their browser, the others are for services. By default 'authorization-code'.
 * @param clientId OAuth client id, if the client is pre-registered. Otherwise the client id
 *     metadata document or dynamic client registration is used.
 * @param clientSecret OAuth client secret, sent only to the 'issuer'.
 * @param privateKey Private key for OAuth client authentication with a signed JWT
 *     ('private_key_jwt') instead of a secret: PEM, or its location, such as
 *     'file:/run/secrets/key.pem'.
 * @param issuer Issuer of the authorization server at which the OAuth client is registered, exactly
 *     as in its metadata. Required with a secret or key.
 * @param clientIdMetadataDocument HTTPS URL of the OAuth client id metadata document (CIMD) that
 *     this application hosts.
 * @param scopes OAuth scopes to request if the challenge of the server names none. By default all
 *     that its metadata lists.
 * @param redirectUri OAuth redirect URI of a web application, to which the authorization code grant
 *     returns each user: full URL, such as 'https://desk.example.com/mcp/oauth/callback/{server}',
 *     where '{server}' is the name of the server. By default a loopback port of this machine (RFC
 *     8252), for a desktop application.
 * @param shared Whether all users share one OAuth access token, that of the user who authorizes.
 *     All of them then act with that account.
 * @param listToolsAs User whose OAuth access token is sent to list tools, if each user has a token:
 *     by default the user who authorized last, otherwise no token is sent. Calls never use it.
 * @param allowLoopback Whether to allow OAuth authorization servers on this machine (loopback),
 *     also over plain HTTP. For development.
 * @param allowPrivateNetworks Whether to allow OAuth authorization servers in private networks,
 *     which the SSRF protection blocks by default.
 * @param allowPlainHttp Whether to send OAuth access tokens to the server over plain HTTP, where
 *     the network is protected otherwise, such as by a service mesh.
 * @param assertionFile File with the JWT of the platform, such as a Kubernetes service account
 *     token, for 'grant=workload-identity'. Read for each token request.
 * @param sslBundle Name of the SSL bundle for OAuth connections: to the authorization server, the
 *     identity provider and the metadata of the server. It replaces the trust store of the JVM.
 * @param identityProvider Identity provider of the company, for 'grant=enterprise-managed'.
 */
public record McpOAuthProperties(
    @Nullable Grant grant,
    @Nullable String clientId,
    @Nullable String clientSecret,
    @Nullable String privateKey,
    @Nullable String issuer,
    @Nullable String clientIdMetadataDocument,
    @Nullable List<String> scopes,
    @Nullable String redirectUri,
    @Nullable Boolean shared,
    @Nullable ListToolsAs listToolsAs,
    @Nullable Boolean allowLoopback,
    @Nullable Boolean allowPrivateNetworks,
    @Nullable Boolean allowPlainHttp,
    @Nullable String assertionFile,
    @Nullable String sslBundle,
    @DefaultValue IdentityProviderProperties identityProvider) {

  /** Whether no property is set; blank texts are not. */
  public boolean isEmpty() {
    return !isUsed()
        && !StringUtils.hasText(sslBundle)
        && Stream.of(shared, listToolsAs, allowLoopback, allowPrivateNetworks, allowPlainHttp)
            .allMatch(Objects::isNull);
  }

  /**
   * Whether a property is set that only makes sense with OAuth. Blank texts are not: their variable
   * has no value. Nor are settings such as {@code allow-loopback}, which only adjust OAuth.
   */
  public boolean isUsed() {
    return grant != null
        || (scopes != null && !scopes.isEmpty())
        || Stream.of(
                clientId,
                clientSecret,
                privateKey,
                issuer,
                clientIdMetadataDocument,
                redirectUri,
                assertionFile,
                identityProvider.tokenEndpoint(),
                identityProvider.clientId(),
                identityProvider.clientSecret())
            .anyMatch(StringUtils::hasText);
  }

  /** OAuth grant. */
  public enum Grant {
    /** Authorization code with PKCE (RFC 6749, RFC 7636): users give permission in a browser. */
    AUTHORIZATION_CODE,

    /** Client credentials of the application. */
    CLIENT_CREDENTIALS,

    /** Exchange of the ID token of the company's identity provider (SEP-990). */
    ENTERPRISE_MANAGED,

    /** JWT that the platform issues to the application (RFC 7523). */
    WORKLOAD_IDENTITY
  }

  /** User whose access token is sent to list tools, if each user has a token. */
  public enum ListToolsAs {
    /** The user who authorized last. Calls never use this token. */
    LAST_USER,

    /** None: for servers that list their tools without a token. */
    ANONYMOUS
  }

  /**
   * Identity provider of the company, which exchanges ID tokens.
   *
   * @param tokenEndpoint Token endpoint of the identity provider of the company, which exchanges ID
   *     tokens, for 'grant=enterprise-managed'.
   * @param clientId OAuth client id at the identity provider of the company, for
   *     'grant=enterprise-managed'.
   * @param clientSecret OAuth client secret at the identity provider of the company, if it requires
   *     one, for 'grant=enterprise-managed'.
   */
  public record IdentityProviderProperties(
      @Nullable String tokenEndpoint, @Nullable String clientId, @Nullable String clientSecret) {

    /** Omits the secret. */
    @Override
    public String toString() {
      return "IdentityProviderProperties[clientId=" + clientId + "]";
    }
  }

  /** Omits secrets. */
  @Override
  public String toString() {
    return "McpOAuthProperties[grant=" + grant + ", clientId=" + clientId + "]";
  }
}
