package io.mcpbridge.oauth;

import com.nimbusds.oauth2.sdk.TokenRevocationRequest;
import com.nimbusds.oauth2.sdk.auth.ClientAuthentication;
import com.nimbusds.oauth2.sdk.id.ClientID;
import com.nimbusds.oauth2.sdk.token.BearerAccessToken;
import com.nimbusds.oauth2.sdk.token.RefreshToken;
import com.nimbusds.oauth2.sdk.token.Token;
import java.net.URI;

/** Makes tokens worthless before they end (RFC 7009). */
final class Revocation {

  private final AuthHttp http;

  Revocation(AuthHttp http) {
    this.http = http;
  }

  /**
   * Revokes the refresh token, with which the access token ends too, or else that one.
   *
   * @throws OAuthException if the authorization server cannot be told
   */
  void revoke(ServerMetadata server, ClientRegistration client, OAuthToken token) {
    URI endpoint = server.revocationEndpoint();
    if (endpoint == null) {
      return;
    }
    String what = "the revocation endpoint of " + server.host();
    Token revoked =
        token.refreshToken() == null
            ? new BearerAccessToken(token.accessToken())
            : new RefreshToken(token.refreshToken());
    ClientAuthentication proof = ClientProof.of(client, server);
    TokenRevocationRequest request =
        proof == null
            ? new TokenRevocationRequest(endpoint, new ClientID(client.clientId()), revoked)
            : new TokenRevocationRequest(endpoint, proof, revoked);
    AuthAnswer answer =
        http.send(TokenEndpoint.form(what, endpoint, request.toHTTPRequest(), client));
    if (!answer.isSuccess()) {
      throw new OAuthException(what + " answered with HTTP status " + answer.status());
    }
  }
}
