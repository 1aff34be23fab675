package io.mcpbridge.oauth;

import java.net.URI;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A way to get a first token for a server, or one that allows more. */
interface TokenFlow {

  /**
   * What a token is wanted for.
   *
   * @param server the MCP server's URL
   * @param principal in whose name
   * @param bound whether a first token is to be bound to a key (RFC 9449)
   */
  record Target(URI server, String principal, Discovery.Found found, boolean bound) {

    /**
     * What to ask the token endpoint for.
     *
     * @param key what the token is to be bound to, if to any
     */
    TokenEndpoint.Wish wish(Scopes sent, Scopes requested, @Nullable ProofKey key) {
      return new TokenEndpoint.Wish(resource(), sent, requested, key);
    }

    /** For a new login. */
    @Nullable ProofKey newKey() {
      return bound ? ProofKey.fresh() : null;
    }

    /** The MCP server, as its metadata or else its URL says: so it is in the keys of a store. */
    String audience() {
      String resource = resource();
      return resource == null ? server.toString() : resource;
    }

    RegistrationKey registrationKey() {
      return new RegistrationKey(audience(), issuedBy().issuer());
    }

    TokenKey tokenKey(ClientRegistration client) {
      return new TokenKey(
          server.toString(), audience(), issuedBy().issuer(), client.clientId(), principal);
    }

    ServerMetadata issuedBy() {
      return found.server();
    }

    /** As it is sent (RFC 8707); {@code null} for a server of 2025-03-26, which knows none. */
    @Nullable String resource() {
      return found.resource() == null ? null : found.resource().resource();
    }
  }

  /** A token and the client it was given to. */
  record Granted(ClientRegistration client, OAuthToken token) {
    @Override
    public String toString() {
      return "Granted[" + client + "]";
    }
  }

  /**
   * Begins on the thread of the request, where what depends on it is read.
   *
   * @return what gets the token, on another thread since it may take longer than the request;
   *     throws an {@link OAuthException} if there is none, and an {@link
   *     io.mcpbridge.error.McpUnavailableException} if whoever gives it is away
   */
  Supplier<Granted> prepare(Target target, Scopes scopes);

  /**
   * What the next attempt would begin with, on the thread of the request, if another one may do
   * better after a failure; no secret. {@code null} where it is the same each time.
   */
  default @Nullable String basis() {
    return null;
  }

  /** How long it is not tried again after a failure. */
  Duration pauseAfterFailure();

  /**
   * Whether a person is asked, who may be away later; so it can be asked for {@code
   * offline_access}, which is a word of OpenID Connect.
   */
  default boolean asksSomebody() {
    return false;
  }

  /** Whether that person's answer is waited for. */
  default boolean waitsForSomebody() {
    return false;
  }
}
