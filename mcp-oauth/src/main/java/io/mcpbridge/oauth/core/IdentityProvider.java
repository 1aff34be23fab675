package io.mcpbridge.oauth.core;

import java.net.URI;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The identity provider of a company, which decides which users may access which MCP server
 * (enterprise-managed authorization, SEP-990), without another browser login.
 *
 * @param tokenEndpoint where an ID token is exchanged
 * @param client the client id and authentication of this application there
 * @param idToken supplies the single sign-on's ID token of the current user; called on the thread
 *     that makes a request
 */
public record IdentityProvider(
    URI tokenEndpoint, ClientRegistration client, Supplier<? extends @Nullable String> idToken) {

  /** Rejects {@code null}. */
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
