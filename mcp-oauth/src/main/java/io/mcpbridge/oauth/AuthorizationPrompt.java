package io.mcpbridge.oauth;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * Reaches a person: shows the page of an authorization server and hears where it sent them back to.
 * Prepared on the thread whose request was refused, then waited for on a thread of its own, without
 * any caller's context: a person may take longer than the request. At most one at a time for each
 * principal.
 */
@FunctionalInterface
public interface AuthorizationPrompt {

  /** Gets ready to hear where a person is sent back to, before anything is shown. */
  Reception prepare();

  /**
   * The same, with a wish. What is not fulfilled costs a registration, if the authorization server
   * knows this application by one that it made itself.
   *
   * @param registered where people were sent back to when this application registered; {@code null}
   *     if it did not, or never before
   */
  default Reception prepare(@Nullable URI registered) {
    return prepare();
  }

  /** One authorization, until it is closed. */
  interface Reception extends AutoCloseable {

    /**
     * Where the person is to be sent back to: https, or http on the own machine; registered at the
     * authorization server.
     */
    URI redirectUri();

    /**
     * Shows the page and waits. The thread is interrupted if nobody is to answer any more.
     *
     * @return the query of the URL that the person was sent back to, as it came; it is checked
     *     afterwards
     * @throws OAuthException if nobody came back in time ({@link #failed} makes one)
     */
    String await(PendingAuthorization authorization);

    @Override
    void close();

    /**
     * What to throw when a person cannot be reached.
     *
     * @param reason one sentence, without secrets
     */
    static OAuthException failed(String reason) {
      return new OAuthException(reason);
    }
  }
}
