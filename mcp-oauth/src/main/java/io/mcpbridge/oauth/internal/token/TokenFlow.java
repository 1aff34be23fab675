package io.mcpbridge.oauth.internal.token;

import io.mcpbridge.oauth.core.ClientRegistration;
import io.mcpbridge.oauth.core.OAuthToken;
import io.mcpbridge.oauth.core.RegistrationKey;
import io.mcpbridge.oauth.core.TokenKey;
import io.mcpbridge.oauth.internal.discovery.Discovery;
import io.mcpbridge.oauth.internal.discovery.Scopes;
import io.mcpbridge.oauth.internal.discovery.ServerMetadata;
import java.net.URI;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A grant: gets the first token for a server, or one with more scopes. */
public interface TokenFlow {

  /**
   * The target of a token.
   *
   * @param server the MCP server's URL
   * @param principal the user, or the application
   * @param bound whether a first token is to be bound to a key (RFC 9449)
   */
  record Target(
      URI server, String principal, Discovery.DiscoveredServer discoveredServer, boolean bound) {

    /**
     * The parameters of a token request.
     *
     * @param key the key to bind the token to, if any
     */
    TokenEndpoint.TokenParameters tokenParameters(
        Scopes sent, Scopes requested, @Nullable DPoPKey key) {
      return new TokenEndpoint.TokenParameters(resource(), sent, requested, key);
    }

    /** For a new login. */
    @Nullable DPoPKey newKey() {
      return bound ? DPoPKey.generate() : null;
    }

    /**
     * The resource identifier of the MCP server: from its metadata, otherwise its URL. Used in the
     * keys of a store.
     */
    String audience() {
      String resource = resource();
      return resource == null ? server.toString() : resource;
    }

    RegistrationKey registrationKey() {
      return new RegistrationKey(audience(), issuedBy().issuer());
    }

    public TokenKey tokenKey(ClientRegistration client) {
      return new TokenKey(
          server.toString(), audience(), issuedBy().issuer(), client.clientId(), principal);
    }

    public ServerMetadata issuedBy() {
      return discoveredServer.server();
    }

    /** As it is sent (RFC 8707); {@code null} for a server of 2025-03-26, which has none. */
    @Nullable String resource() {
      return discoveredServer.resource() == null ? null : discoveredServer.resource().resource();
    }
  }

  /** A token and the client it was issued to. */
  record Granted(ClientRegistration client, OAuthToken token) {
    @Override
    public String toString() {
      return "Granted[" + client + "]";
    }
  }

  /**
   * Prepares the grant on the thread of the request, and reads what depends on that thread.
   *
   * @return gets the token on another thread, since it may take longer than the request; throws an
   *     {@link io.mcpbridge.oauth.core.OAuthException} if there is none, and an {@link
   *     io.mcpbridge.error.McpUnavailableException} if the authorization server is away
   */
  Supplier<Granted> prepare(Target target, Scopes scopes);

  /**
   * Identifies the input of the next attempt, on the thread of the request, if another input could
   * succeed after a failure; not a secret. {@code null} if it never changes.
   */
  default @Nullable String basis() {
    return null;
  }

  /** How long to wait after a failure before the next attempt. */
  Duration retryCooldown();

  /**
   * Whether it asks a user, who may be absent later; if so, it may request {@code offline_access},
   * which OpenID Connect defines.
   */
  default boolean isInteractive() {
    return false;
  }

  /** Whether it waits for the user's answer. */
  default boolean waitsForUser() {
    return false;
  }
}
