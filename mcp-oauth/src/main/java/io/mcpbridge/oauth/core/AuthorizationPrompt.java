package io.mcpbridge.oauth.core;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * Shows the authorization page to a user and receives the redirect. Prepared on the thread whose
 * request was refused, then awaited on a thread of its own without any caller's context: a user may
 * take longer than the request. At most one prompt per principal is open at a time.
 */
@FunctionalInterface
public interface AuthorizationPrompt {

  /** Prepares to receive the redirect, before the page is shown. */
  CallbackReceiver prepare();

  /**
   * Like {@link #prepare()}, with a preferred redirect URI for clients that register dynamically.
   * After a registration, it is the redirect URI of that registration; a prompt that uses another
   * one causes a new registration. Before, it is a loopback URL without a port, whose path is
   * specific to the authorization server, so that a response of one server is never taken for that
   * of another (mix-up, RFC 9700, section 4.4.2.2). A prompt with its own redirect URI uses one for
   * each server.
   *
   * @param preferredUri the preferred URI; {@code null} if the client was registered manually, with
   *     a redirect URI of its own
   */
  default CallbackReceiver prepare(@Nullable URI preferredUri) {
    return prepare();
  }

  /** One authorization; open until it is closed. */
  interface CallbackReceiver extends AutoCloseable {

    /** The redirect URI: https, or http on loopback; registered at the authorization server. */
    URI redirectUri();

    /**
     * Shows the page and waits for the redirect. The thread is interrupted if the authorization is
     * canceled.
     *
     * @return the raw query of the redirect; the caller validates it
     * @throws OAuthException if the user did not come back in time (made by {@link #failed})
     */
    String await(PendingAuthorization authorization);

    /**
     * The authorization code was exchanged for a token. A prompt that reports the outcome to the
     * user reports success here: before, the response may be forged or invalid. Called before
     * {@link #close}; does nothing by default.
     */
    default void granted() {}

    /** Also called after a failure, which is any case without {@link #granted}. */
    @Override
    void close();

    /**
     * The exception to throw if the user cannot be reached.
     *
     * @param reason one sentence, without secrets
     */
    static OAuthException failed(String reason) {
      return new OAuthException(reason);
    }
  }
}
