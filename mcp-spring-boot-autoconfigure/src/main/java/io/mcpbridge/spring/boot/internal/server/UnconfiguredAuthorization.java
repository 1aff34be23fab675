package io.mcpbridge.spring.boot.internal.server;

import io.mcpbridge.auth.Challenge;
import io.mcpbridge.auth.Credentials;
import io.mcpbridge.auth.OutgoingRequest;
import io.mcpbridge.error.McpAuthorizationException;
import io.mcpbridge.spring.boot.internal.configuration.ServerPropertyNames;
import java.util.Locale;
import java.util.Map;

/**
 * Credentials of a server without authorization properties: sends nothing, and names the properties
 * to set on a 401 response.
 *
 * @param hasHeaders whether other headers are configured, one of which may be a key
 * @param login the property that makes a login possible
 */
record UnconfiguredAuthorization(ServerPropertyNames names, boolean hasHeaders, String login)
    implements Credentials {

  UnconfiguredAuthorization(ServerPropertyNames names, boolean hasHeaders) {
    this(names, hasHeaders, names.of("auth.type") + "=oauth2");
  }

  /** For a server that users of a web application could log in to, if it had a redirect URI. */
  static UnconfiguredAuthorization ofWebApplication(ServerPropertyNames names) {
    return new UnconfiguredAuthorization(
        names,
        false,
        ServerPropertyNames.DEFAULTS.of("auth.oauth2.redirect-uri")
            + " (with '{server}') for users of this web application");
  }

  @Override
  public Map<String, String> headersFor(OutgoingRequest request) {
    return Map.of();
  }

  @Override
  public boolean renew(Challenge challenge) {
    if (challenge.status() != 401) {
      return false;
    }
    boolean token =
        challenge.wwwAuthenticate().stream().anyMatch(UnconfiguredAuthorization::wantsToken);
    if (!token && hasHeaders) {
      return false; // the server refused the key in a header, and says why
    }
    throw new McpAuthorizationException(
        (token
                ? "the server requires a token (HTTP status 401), but none is configured; set "
                : "the server requires credentials (HTTP status 401), but no token is"
                    + " configured; set "
                    + names.of("headers")
                    + " for a key of another kind, ")
            + login
            + " to get a token, or "
            + names.of("auth.bearer-token")
            + " if you have one");
  }

  private static boolean wantsToken(String challenge) {
    String scheme = challenge.strip().toLowerCase(Locale.ROOT);
    return scheme.startsWith("bearer") || scheme.startsWith("dpop");
  }

  /** Always the same anonymous principal. */
  @Override
  public Object principal() {
    return "anonymous";
  }
}
