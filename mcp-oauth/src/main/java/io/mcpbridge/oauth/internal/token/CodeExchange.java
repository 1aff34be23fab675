package io.mcpbridge.oauth.internal.token;

import com.nimbusds.oauth2.sdk.AuthorizationCode;
import com.nimbusds.oauth2.sdk.AuthorizationCodeGrant;
import com.nimbusds.oauth2.sdk.AuthorizationRequest;
import com.nimbusds.oauth2.sdk.ResponseType;
import com.nimbusds.oauth2.sdk.Scope;
import com.nimbusds.oauth2.sdk.id.ClientID;
import com.nimbusds.oauth2.sdk.id.State;
import com.nimbusds.oauth2.sdk.pkce.CodeChallengeMethod;
import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import io.mcpbridge.oauth.core.ClientRegistration;
import io.mcpbridge.oauth.core.OAuthException;
import io.mcpbridge.oauth.internal.discovery.Scopes;
import io.mcpbridge.oauth.internal.discovery.ServerMetadata;
import io.mcpbridge.oauth.internal.http.OAuthSetting;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * The authorization request and the token request of the authorization code grant (OAuth 2.1,
 * section 4.1), always with PKCE and a state.
 */
public final class CodeExchange {

  private static final int STATE_BYTES = 32;

  private final Registrations registrations;
  private final TokenEndpoint tokens;
  private final boolean crossSite;

  /**
   * @param crossSite whether the authorization page and the token endpoint may be on different
   *     sites
   */
  public CodeExchange(Registrations registrations, TokenEndpoint tokens, boolean crossSite) {
    this.registrations = registrations;
    this.tokens = tokens;
    this.crossSite = crossSite;
  }

  /** An authorization page, and what is needed to process its response. */
  record StartedAuthorization(
      TokenFlow.Target target,
      ClientRegistration client,
      URI redirectUri,
      Scopes scopes,
      State state,
      CodeVerifier verifier,
      @Nullable DPoPKey key) {

    URI authorizationUrl() {
      AuthorizationRequest.Builder request =
          new AuthorizationRequest.Builder(ResponseType.CODE, new ClientID(client.clientId()))
              .endpointURI(target.issuedBy().authorizationEndpoint())
              .redirectionURI(redirectUri)
              .state(state)
              .codeChallenge(verifier, CodeChallengeMethod.S256);
      if (target.resource() != null) {
        request.resources(URI.create(target.resource()));
      }
      if (!scopes.isEmpty()) {
        request.scope(Scope.parse(scopes.values()));
      }
      if (key != null && target.issuedBy().supportsDPoP()) {
        request.customParameter("dpop_jkt", key.thumbprint()); // RFC 9449, section 10
      }
      return request.build().toURI();
    }

    @Override
    public String toString() {
      return "Begun[" + target.server().getHost() + "]";
    }
  }

  /**
   * The preferred redirect URI: that of the dynamic registration, or one specific to the
   * authorization server before the client has registered. {@code null} for a manually registered
   * client, which has its own.
   */
  @Nullable URI preferredRedirectUri(TokenFlow.Target target) {
    return registrations.findClient(target) == null
        ? CallbackPath.of(target.issuedBy().issuer())
        : registrations.redirectUri(target);
  }

  /** Registers the client if necessary. */
  StartedAuthorization begin(TokenFlow.Target target, URI redirectUri, Scopes scopes) {
    ServerMetadata server = target.issuedBy();
    if (!server.supportsS256()) {
      // MCP, authorization code protection: a server that does not list it must not be used
      throw new OAuthException(
          "the metadata of the authorization server "
              + server.host()
              + " does not list S256 in code_challenge_methods_supported; it is not used");
    }
    requireOneSite(server);
    ClientRegistration client = registrations.findOrRegister(target, redirectUri, scopes);
    return new StartedAuthorization(
        target,
        client,
        redirectUri,
        scopes,
        new State(STATE_BYTES),
        new CodeVerifier(),
        target.newKey());
  }

  /**
   * Metadata may name the authorization endpoint of another server and its own token endpoint, to
   * collect the other server's code (mix-up, RFC 9700, section 4.4). This is detected if responses
   * carry {@code iss}, and cannot happen if the page is on the issuer's own site.
   */
  private void requireOneSite(ServerMetadata server) {
    if (crossSite || server.namesIssuerInResponses()) {
      return;
    }
    URI page = server.authorizationEndpoint();
    URI token = server.tokenEndpoint();
    if (!SameSite.of(page, token) && !SameSite.of(page, URI.create(server.issuer()))) {
      throw new OAuthException(
          "the metadata of the authorization server "
              + server.host()
              + " names an authorization_endpoint at "
              + page.getHost()
              + " and a token_endpoint at "
              + token.getHost()
              + ", and does not declare issuer identification"
              + " (authorization_response_iss_parameter_supported, RFC 9207), so an"
              + " authorization code of one server could be sent to the other; it is not used."
              + " If both belong to the same operator, allow it (setting: "
              + tokens.names().of(OAuthSetting.ALLOW_CROSS_SITE_TOKEN_ENDPOINT)
              + ")");
    }
  }

  /**
   * @param query the query of the redirect
   */
  TokenFlow.Granted finish(StartedAuthorization startedAuthorization, String query) {
    ServerMetadata server = startedAuthorization.target().issuedBy();
    String code =
        AuthorizationResponse.code(query, startedAuthorization.state().getValue(), server);
    AuthorizationCodeGrant grant =
        new AuthorizationCodeGrant(
            new AuthorizationCode(code),
            startedAuthorization.redirectUri(),
            startedAuthorization.verifier());
    try {
      TokenEndpoint.TokenParameters tokenParameters =
          startedAuthorization
              .target()
              .tokenParameters(
                  Scopes.NONE, startedAuthorization.scopes(), startedAuthorization.key());
      return new TokenFlow.Granted(
          startedAuthorization.client(),
          tokens.get(server, startedAuthorization.client(), grant, tokenParameters));
    } catch (OAuthException e) {
      if ("invalid_client".equals(e.error())) {
        registrations.forget(startedAuthorization.target(), startedAuthorization.client());
      }
      throw e;
    }
  }
}
