package io.mcpbridge.oauth.store;

import io.mcpbridge.oauth.core.StoredAuthorization;
import org.jspecify.annotations.Nullable;

/**
 * Stores pending authorizations of users of a web application ({@link
 * io.mcpbridge.oauth.OAuthCredentialsBuilder#redirectUri}) until they come back. An application
 * with several instances needs a store that all of them share, such as a table: a user may come
 * back to another instance than the one that redirected them. One store serves any number of
 * servers.
 *
 * <p>Implementations are thread-safe and quick: they are called during a request or the completion
 * of an authorization, on other threads than the request's and without the caller's context. An
 * exception fails that request. A store may drop expired entries ({@link
 * StoredAuthorization#ends}), and the oldest if there are too many; the affected users have to be
 * redirected again.
 */
public interface AuthorizationStore {

  /** Saves an authorization before the user is redirected. Its {@code state} is always new. */
  void save(StoredAuthorization authorization);

  /** Finds the authorization of this state without removing it. */
  @Nullable StoredAuthorization find(String state);

  /**
   * Removes and returns the authorization if it belongs to this principal; otherwise keeps it. This
   * is atomic: of all concurrent calls, in any instance, one gets it. In SQL, it is a {@code
   * DELETE} with both arguments in its {@code WHERE}, checked by its update count.
   */
  @Nullable StoredAuthorization take(String state, String principal);

  /** A store in memory, for a single instance; keeps the 10,000 most recently used entries. */
  static AuthorizationStore inMemory() {
    return new InMemoryAuthorizationStore();
  }
}
