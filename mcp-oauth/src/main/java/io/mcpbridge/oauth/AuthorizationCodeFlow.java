package io.mcpbridge.oauth;

import com.nimbusds.oauth2.sdk.AuthorizationCode;
import com.nimbusds.oauth2.sdk.AuthorizationCodeGrant;
import com.nimbusds.oauth2.sdk.AuthorizationRequest;
import com.nimbusds.oauth2.sdk.ResponseType;
import com.nimbusds.oauth2.sdk.Scope;
import com.nimbusds.oauth2.sdk.id.ClientID;
import com.nimbusds.oauth2.sdk.id.State;
import com.nimbusds.oauth2.sdk.pkce.CodeChallengeMethod;
import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import java.net.URI;
import java.time.Duration;

/** A person is asked (OAuth 2.1, section 4.1), always with PKCE S256 and a state. */
final class AuthorizationCodeFlow implements TokenFlow {

  private static final int STATE_BYTES = 32;

  private final AuthorizationPrompt prompt;
  private final Registrations registrations;
  private final TokenEndpoint tokens;
  private final Duration pause;

  /**
   * @param pause how long a person is left alone after having said no
   */
  AuthorizationCodeFlow(
      AuthorizationPrompt prompt,
      Registrations registrations,
      TokenEndpoint tokens,
      Duration pause) {
    this.prompt = prompt;
    this.registrations = registrations;
    this.tokens = tokens;
    this.pause = pause;
  }

  @Override
  public Duration pauseAfterFailure() {
    return pause;
  }

  @Override
  public boolean asksForOfflineAccess() {
    return true;
  }

  @Override
  public Granted get(Target target, Scopes scopes) {
    ServerMetadata server = target.issuedBy();
    if (!server.supportsS256()) {
      // MCP, authorization code protection: one that does not say so must not be used
      throw new OAuthException(
          "the metadata of the authorization server "
              + server.host()
              + " does not list S256 in code_challenge_methods_supported; it is not used");
    }
    try (AuthorizationPrompt.Reception reception = prompt.prepare()) {
      ClientRegistration client = registrations.at(server, reception.redirectUri(), scopes);
      return asked(target, client, reception, scopes);
    }
  }

  /** From here on a person is asked: whatever goes wrong, not to be repeated at once. */
  private Granted asked(
      Target target,
      ClientRegistration client,
      AuthorizationPrompt.Reception reception,
      Scopes scopes) {
    ServerMetadata server = target.issuedBy();
    URI redirectUri = reception.redirectUri();
    CodeVerifier verifier = new CodeVerifier();
    State state = new State(STATE_BYTES);
    URI page = page(target, client, redirectUri, scopes, state, verifier);
    PendingAuthorization pending =
        new PendingAuthorization(
            page, state.getValue(), target.server(), server.issuer(), scopes.values());
    try {
      String query = reception.await(pending);
      String code = RedirectAnswer.code(query, state.getValue(), server);
      return new Granted(client, redeem(target, client, redirectUri, scopes, code, verifier));
    } catch (OAuthException e) {
      throw e.lasting();
    }
  }

  private static URI page(
      Target target,
      ClientRegistration client,
      URI redirectUri,
      Scopes scopes,
      State state,
      CodeVerifier verifier) {
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
    return request.build().toURI();
  }

  private OAuthToken redeem(
      Target target,
      ClientRegistration client,
      URI redirectUri,
      Scopes scopes,
      String code,
      CodeVerifier verifier) {
    ServerMetadata server = target.issuedBy();
    try {
      return tokens.get(
          server,
          client,
          new AuthorizationCodeGrant(new AuthorizationCode(code), redirectUri, verifier),
          target.wish(Scopes.NONE, scopes));
    } catch (OAuthException e) {
      if ("invalid_client".equals(e.error())) {
        registrations.forget(server.issuer(), client); // the next attempt registers anew
      }
      throw e;
    }
  }
}
