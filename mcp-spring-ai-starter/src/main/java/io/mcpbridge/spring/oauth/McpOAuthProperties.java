package io.mcpbridge.spring.oauth;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.convert.DurationUnit;

/**
 * How a token for one protected server is had, below {@code mcp.client.servers.<name>.oauth}, or
 * for all servers below {@code mcp.client.defaults.oauth}. What is set in neither place is {@code
 * null} here. The client (its id, secret, key and issuer) is taken as a whole from the one place
 * that names its id.
 *
 * @param grant How a token is had when the server asks for one.
 * @param clientId What this application is called at the authorization server, if it was registered
 *     there.
 * @param clientSecret Secret of the client. Shown to the 'issuer' alone.
 * @param privateKey Key that the client signs with in place of a secret: PEM, or where it is, such
 *     as 'file:/run/secrets/key.pem'.
 * @param keyId Name of the key in the client's key set.
 * @param keyAlgorithm Algorithm to sign with, such as 'ES256'. By default that of the key.
 * @param clientAuthentication How the client shows its secret. By default as the authorization
 *     server lists.
 * @param issuer Authorization server that the client is registered at, exactly as it names itself.
 * @param clientIdMetadataDocument URL of the client's metadata, which this application hosts.
 * @param clientName What people are told that asks for permission. By default
 *     'spring.application.name'.
 * @param scopes What a token is to allow where the server does not say. By default all that the
 *     server lists.
 * @param redirectUri Full URL that users of a web application come back to, with '{server}' for the
 *     name of the server.
 * @param shared Whether all users share one token, of whoever gave permission.
 * @param listedAs In whose name the list of tools is asked for, which is one for all users.
 * @param allowLoopback Whether authorization servers may be on this machine, also by plain http:
 *     for development.
 * @param allowPrivateNetworks Whether authorization servers may be in a private network.
 * @param allowPlainHttp Whether tokens may be sent to the server over plain http, where something
 *     else keeps others off the way, such as a service mesh.
 * @param allowCrossSiteTokenEndpoint Whether users may be sent to an authorization endpoint of
 *     another site than the token endpoint, where the authorization server does not promise to name
 *     itself in its responses ('iss', RFC 9207).
 * @param pauseAfterFailure How long nobody is asked again after no token was given. A plain number
 *     counts seconds.
 * @param assertionFile File with the token of the platform, read anew each time.
 * @param sslBundle SSL bundle that the authorization server, and whoever else is asked for a token,
 *     is connected with.
 * @param identityProvider Identity provider of the company.
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
    @Nullable @DurationUnit(ChronoUnit.SECONDS) Duration pauseAfterFailure,
    @Nullable String assertionFile,
    @Nullable String sslBundle,
    @DefaultValue IdentityProvider identityProvider) {

  /** How a token is had. */
  public enum Grant {
    /** Not at all. */
    NONE,

    /** A person at this machine is asked, in their browser (authorization code, loopback). */
    BROWSER,

    /** Users of this web application are asked, in their own browsers (authorization code). */
    WEB,

    /** The application asks in its own name. */
    CLIENT_CREDENTIALS,

    /** The company's identity provider is asked (SEP-990). */
    ENTERPRISE_MANAGED,

    /** The application shows what its platform says about it (RFC 7523). */
    WORKLOAD_IDENTITY
  }

  /** How a client shows its secret (RFC 8414). */
  public enum ClientAuthentication {
    /** In the header {@code Authorization}. */
    CLIENT_SECRET_BASIC,

    /** In the form. */
    CLIENT_SECRET_POST
  }

  /** In whose name the list of tools is asked for where each user has a token. */
  public enum ListedAs {
    /** In that of the user who gave permission last. Calls are never made so. */
    LAST_USER,

    /** In nobody's: for servers that list their tools for everybody. */
    NOBODY
  }

  /**
   * The identity provider of the company, where an ID token is exchanged.
   *
   * @param tokenEndpoint Its token endpoint.
   * @param clientId What this application is called there.
   * @param clientSecret Secret of the client there.
   */
  public record IdentityProvider(
      @Nullable String tokenEndpoint, @Nullable String clientId, @Nullable String clientSecret) {

    /** Without the secret. */
    @Override
    public String toString() {
      return "IdentityProvider[clientId=" + clientId + "]";
    }
  }

  /** Without secrets. */
  @Override
  public String toString() {
    return "McpOAuthProperties[grant=" + grant + ", clientId=" + clientId + "]";
  }
}
