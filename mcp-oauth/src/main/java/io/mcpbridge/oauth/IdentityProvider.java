package io.mcpbridge.oauth;

import java.net.URI;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The identity provider of a company, which says which of its people may use which MCP server
 * (enterprise-managed authorization, SEP-990): nobody is asked in a browser again.
 *
 * @param tokenEndpoint where an ID token is exchanged
 * @param client what this application is called there
 * @param idToken the ID token of whoever is asking on the thread that makes a request, as the
 *     single sign-on gave it
 */
public record IdentityProvider(
    URI tokenEndpoint, ClientRegistration client, Supplier<? extends @Nullable String> idToken) {

  /** Nothing of it may be missing. */
  public IdentityProvider {
    Objects.requireNonNull(tokenEndpoint, "tokenEndpoint");
    Objects.requireNonNull(client, "client");
    Objects.requireNonNull(idToken, "idToken");
  }

  /** Without the token. */
  @Override
  public String toString() {
    return "IdentityProvider[" + tokenEndpoint.getHost() + ", " + client + "]";
  }
}
