package io.mcpbridge.spring.boot;

import io.mcpbridge.auth.Challenge;
import io.mcpbridge.auth.Credentials;
import io.mcpbridge.auth.OutgoingRequest;
import io.mcpbridge.error.McpHttpStatusException;
import java.util.Locale;
import java.util.Map;

/** For a server that nothing is set for: shows nothing, and says what to set if that is refused. */
record UnconfiguredAuthorization(ServerPropertyNames names) implements Credentials {

  @Override
  public Map<String, String> headersFor(OutgoingRequest request) {
    return Map.of();
  }

  @Override
  public boolean renew(Challenge challenge) {
    if (challenge.status() == 401
        && challenge.wwwAuthenticate().stream().anyMatch(UnconfiguredAuthorization::wantsToken)) {
      throw new McpHttpStatusException(
          "the server wants a token (HTTP status 401); set "
              + names.of("oauth.grant")
              + " to get one, or "
              + names.of("bearer-token")
              + " if you have one",
          challenge.status(),
          null,
          null);
    }
    return false;
  }

  private static boolean wantsToken(String challenge) {
    String scheme = challenge.strip().toLowerCase(Locale.ROOT);
    return scheme.startsWith("bearer") || scheme.startsWith("dpop");
  }

  /** Always the same nobody. */
  @Override
  public Object principal() {
    return "nobody";
  }
}
