package io.mcpbridge.auth;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Authenticates the client to one HTTP server: supplies headers per request. Calls use it on the
 * caller's thread, so the caller's context (security, tenant) is available. Requests that the
 * client makes by itself, to keep a session's event stream open or to end the session, run on its
 * own threads without that context. Longer waits use the {@link WaitContext} of the request, so
 * that the call honors its deadline. Implementations are thread-safe and must not leak secrets
 * through {@code toString} or exceptions.
 */
public interface Credentials {

  /**
   * Returns the headers for one request; called for each attempt.
   *
   * @throws io.mcpbridge.error.McpUnavailableException if the source of credentials cannot be
   *     reached, which implies no missing permission: the server counts as disconnected and the
   *     client retries
   * @throws io.mcpbridge.error.McpException if no credentials are available; the message says what
   *     to configure
   */
  Map<String, String> headersFor(OutgoingRequest request);

  /**
   * Called when the server rejects the credentials (401, or 403 with a challenge), on the thread
   * that waits for the response.
   *
   * <p>At most three calls per request, one after each rejected attempt.
   *
   * @return whether other credentials are available now, so that another attempt makes sense
   * @throws io.mcpbridge.error.McpException if that cannot be determined, as for {@link
   *     #headersFor}
   */
  default boolean renew(Challenge challenge) {
    return false;
  }

  /**
   * Identifies the principal of this thread's requests as the server sees it: equal for the same
   * principal, also after a token renewal, and never a secret. Results with private cache scope are
   * cached per principal, and not at all if it is {@code null} (unknown), the default.
   */
  default @Nullable Object principal() {
    return null;
  }

  /** No credentials: every request is anonymous, with the same principal. */
  static Credentials none() {
    return new Credentials() {
      @Override
      public Map<String, String> headersFor(OutgoingRequest request) {
        return Map.of();
      }

      @Override
      public Object principal() {
        return "anonymous";
      }
    };
  }
}
