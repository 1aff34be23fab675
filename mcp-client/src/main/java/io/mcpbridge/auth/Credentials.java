package io.mcpbridge.auth;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Proves to one HTTP server who is asking. For a call it is asked on the thread that makes the
 * call, so that the caller's context (security, tenant) is there. What a client sends by itself, to
 * keep the event stream of a session and to end the session, is made on threads of its own, without
 * any such context. What takes a while is waited for with the {@link Patience} of the request, so
 * that the call ends in its time. Implementations are thread-safe and must not leak secrets through
 * {@code toString} or exceptions.
 */
public interface Credentials {

  /**
   * The headers to add to one request, made anew for each attempt.
   *
   * @throws io.mcpbridge.error.McpUnavailableException if whoever gives them is away, which says
   *     nothing of permission: the server shows as disconnected, and is tried again by itself
   * @throws io.mcpbridge.error.McpException if no credentials can be had; the message says what to
   *     configure
   */
  Map<String, String> headersFor(OutgoingRequest request);

  /**
   * Told that the server refused the credentials (401, or 403 with a challenge), on the thread that
   * waits for the answer.
   *
   * <p>May be told so again for the next attempt, at most three times for one request.
   *
   * @return whether other credentials are available now, so that one more attempt makes sense
   * @throws io.mcpbridge.error.McpException if that cannot be found out, as of {@link #headersFor}
   */
  default boolean renew(Challenge challenge) {
    return false;
  }

  /**
   * Who asks on this thread, in the eyes of the server: equal for one and the same, also once they
   * have another token, and never a secret itself. What a server says is meant for one only is kept
   * for that one, and not at all while this is unknown ({@code null}), as it is by default.
   */
  default @Nullable Object principal() {
    return null;
  }

  /** No credentials at all: always the same nobody. */
  static Credentials none() {
    return new Credentials() {
      @Override
      public Map<String, String> headersFor(OutgoingRequest request) {
        return Map.of();
      }

      @Override
      public Object principal() {
        return "nobody";
      }
    };
  }
}
