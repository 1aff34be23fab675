package io.mcpbridge.spring.oauth;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.convert.DurationUnit;

/**
 * OAuth configuration of one server, below {@code mcp.client.servers.<name>.oauth}, or of all
 * servers, below {@code mcp.client.defaults.oauth}. A value that is set in neither place is {@code
 * null} here. The client (its id, secret, key and issuer) is taken as a whole from the place that
 * sets its id.
 *
 * @param grant OAuth grant to get access tokens with: 'web' and 'browser' are the authorization
 *     code grant (PKCE), for users of a web application or of this machine.
 * @param clientId OAuth client id, if the client is pre-registered. Otherwise the client id
 *     metadata document or dynamic client registration is used.
 * @param clientSecret OAuth client secret, sent only to the 'issuer'.
 * @param privateKey Private key for OAuth client authentication with a signed JWT
 *     ('private_key_jwt') instead of a secret: PEM, or its location, such as
 *     'file:/run/secrets/key.pem'.
 * @param keyId Key id ('kid') of the private key in the JWK set of the OAuth client.
 * @param keyAlgorithm Signature algorithm (JWS) of the private key of the OAuth client, such as
 *     'ES256'. Determined by the type of the key by default.
 * @param clientAuthentication OAuth client authentication method at the token endpoint: client
 *     secret in the 'Authorization' header (basic) or in the form (post). By default one that the
 *     authorization server supports.
 * @param issuer Issuer of the authorization server at which the OAuth client is registered, exactly
 *     as in its metadata. Required with a secret or key.
 * @param clientIdMetadataDocument HTTPS URL of the OAuth client id metadata document (CIMD) that
 *     this application hosts.
 * @param clientName OAuth client name for dynamic client registration, which users see on the
 *     consent page. Defaults to 'spring.application.name'.
 * @param scopes OAuth scopes to request if the challenge of the server names none. Defaults to all
 *     that its metadata lists.
 * @param redirectUri OAuth redirect URI of a web application ('grant=web'): full URL, such as
 *     'https://desk.example.com/mcp/oauth/callback/{server}', where '{server}' is the name of the
 *     server.
 * @param shared Whether all users share one access token, that of the user who authorizes. All of
 *     them then act with that account.
 * @param listedAs User whose access token is sent to list tools, if each user has a token: by
 *     default the user who authorized last, otherwise no token is sent. Calls never use it.
 * @param allowLoopback Whether to allow authorization servers on this machine (loopback), also over
 *     plain HTTP. For development.
 * @param allowPrivateNetworks Whether to allow authorization servers in private networks, which the
 *     SSRF protection blocks by default.
 * @param allowPlainHttp Whether to send access tokens to the server over plain HTTP, where the
 *     network is protected otherwise, such as by a service mesh.
 * @param allowCrossSiteTokenEndpoint Whether to allow authorization and token endpoints on
 *     different sites if the authorization server does not declare support for issuer
 *     identification ('iss', RFC 9207). Rejected by default, to prevent mix-up attacks.
 * @param retryCooldown Retry cooldown: how long no OAuth authorization is requested after a refusal
 *     or failure. Doubles while users do not answer, up to one hour. Default unit: seconds.
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
    @Nullable String keyId,
    @Nullable String keyAlgorithm,
    @Nullable ClientAuthentication clientAuthentication,
    @Nullable String issuer,
    @Nullable String clientIdMetadataDocument,
    @Nullable String clientName,
    @Nullable List<String> scopes,
    @Nullable String redirectUri,
    @Nullable Boolean shared,
    @Nullable ListedAs listedAs,
    @Nullable Boolean allowLoopback,
    @Nullable Boolean allowPrivateNetworks,
    @Nullable Boolean allowPlainHttp,
    @Nullable Boolean allowCrossSiteTokenEndpoint,
    @Nullable @DurationUnit(ChronoUnit.SECONDS) Duration retryCooldown,
    @Nullable String assertionFile,
    @Nullable String sslBundle,
    @DefaultValue IdentityProviderProperties identityProvider) {

  /** OAuth grant. */
  public enum Grant {
    /** No OAuth. */
    NONE,

    /** Authorization code of the user of this machine, with a loopback redirect (RFC 8252). */
    BROWSER,

    /** Authorization code of each user of this web application. */
    WEB,

    /** Client credentials of the application. */
    CLIENT_CREDENTIALS,

    /** Exchange of the ID token of the company's identity provider (SEP-990). */
    ENTERPRISE_MANAGED,

    /** JWT that the platform issues to the application (RFC 7523). */
    WORKLOAD_IDENTITY
  }

  /** OAuth client authentication method (RFC 8414). */
  public enum ClientAuthentication {
    /** Secret in the {@code Authorization} header. */
    CLIENT_SECRET_BASIC,

    /** Secret in the form. */
    CLIENT_SECRET_POST
  }

  /** User whose access token is sent to list tools, if each user has a token. */
  public enum ListedAs {
    /** The user who authorized last. Calls never use this token. */
    LAST_USER,

    /** None: for servers that list their tools without a token. */
    NOBODY
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
