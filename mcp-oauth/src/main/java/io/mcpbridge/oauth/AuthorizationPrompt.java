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
   * The same, with a wish, for applications that register by themselves. It is where people were
   * sent back to when this one did; what is not fulfilled then costs another registration. While it
   * has not, it is a URL of this machine without a port, whose path is for that authorization
   * server alone: one that sends people on to another one does not get that one's answer (RFC 9700,
   * section 4.4.2.2). A prompt with a redirect URI of its own has one for each server.
   *
   * @param wished {@code null} for none: the client was registered by somebody, with a redirect URI
   *     that they know
   */
  default Reception prepare(@Nullable URI wished) {
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

    /**
     * A token was had with what the person came back with. Where a prompt shows them how it went,
     * this is when to say that it went well: until then the answer may be a forged one, or worth
     * nothing. Called before {@link #close}; by default nothing happens.
     */
    default void granted() {}

    /** Also after whatever went wrong, which is so if {@link #granted} was not called. */
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
