package io.mcpbridge.oauth.internal.token;

import io.mcpbridge.error.McpUnavailableException;
import io.mcpbridge.oauth.core.ClientRegistration;
import io.mcpbridge.oauth.core.OAuthException;
import io.mcpbridge.oauth.core.OAuthToken;
import io.mcpbridge.oauth.internal.discovery.ServerMetadata;
import io.mcpbridge.oauth.internal.http.AuthHttp;
import io.mcpbridge.oauth.internal.http.AuthResponse;
import java.net.URI;
import java.util.Map;

/** Token revocation (RFC 7009). */
public final class Revocation {

  private final AuthHttp http;

  public Revocation(AuthHttp http) {
    this.http = http;
  }

  /**
   * Revokes the refresh token, which invalidates the access token too; without one, the access
   * token.
   *
   * @throws OAuthException if the authorization server rejects the request
   * @throws McpUnavailableException if it is away
   */
  public void revoke(ServerMetadata server, ClientRegistration client, OAuthToken token) {
    URI endpoint = server.revocationEndpoint();
    if (endpoint == null) {
      return;
    }
    String description = "the revocation endpoint of " + server.host();
    AuthenticatedForm form = new AuthenticatedForm(client, server, Map.of(), http.names());
    if (token.refreshToken() == null) {
      form.parameter("token", token.accessToken()).parameter("token_type_hint", "access_token");
    } else {
      form.parameter("token", token.refreshToken()).parameter("token_type_hint", "refresh_token");
    }
    AuthResponse answer = http.send(form.toRequest(description, endpoint));
    if (!answer.isSuccess()) {
      String message = description + " answered with HTTP status " + answer.status();
      throw answer.isTemporaryFailure()
          ? new McpUnavailableException(message, null)
          : new OAuthException(message);
    }
  }
}
