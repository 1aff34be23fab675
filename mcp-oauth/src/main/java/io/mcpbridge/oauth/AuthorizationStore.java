package io.mcpbridge.oauth;

import org.jspecify.annotations.Nullable;

/**
 * Where it is kept what users of a web application were asked for ({@link
 * OAuthCredentialsBuilder#redirectUri}), until they come back. Where an application has several
 * instances, this is to be one that all of them see, such as a table: a user may come back to
 * another instance than the one that sent them. One store serves any number of servers.
 *
 * <p>Thread-safe; called while a request is made or an authorization completed, so it should be
 * quick, on other threads than that of the request: nothing of the caller's context is there. What
 * it throws fails that request. It may forget what has ended ({@link StoredAuthorization#ends}),
 * and the oldest when there are too many; users whose authorization is forgotten have to be sent
 * again.
 */
public interface AuthorizationStore {

  /** Keeps one, before anybody is sent anywhere. Its {@code state} was never there before. */
  void save(StoredAuthorization authorization);

  /** What is kept for this state; it stays. */
  @Nullable StoredAuthorization find(String state);

  /**
   * Takes it out, if it is in the name of this principal; or else it stays. This is atomic: of all
   * who take it at the same time, in whichever instance, one gets it. In SQL that is a {@code
   * DELETE} with both in its {@code WHERE}, which says how many rows it deleted.
   */
  @Nullable StoredAuthorization take(String state, String principal);

  /** In memory: for one instance; of the 10,000 that were begun or looked at last. */
  static AuthorizationStore inMemory() {
    return new AuthorizationsInMemory();
  }
}
