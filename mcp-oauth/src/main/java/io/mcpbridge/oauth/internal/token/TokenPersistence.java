package io.mcpbridge.oauth.internal.token;

import io.mcpbridge.oauth.core.OAuthToken;
import io.mcpbridge.oauth.core.TokenKey;
import io.mcpbridge.oauth.store.TokenStore;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores tokens before they are used. If the store fails, the token stays in memory, since the
 * permission or the refresh token that it was issued for may be used up (RFC 9700, section 4.14.2).
 * The next request saves it before any other token is requested.
 */
public final class TokenPersistence {

  private static final Logger log = LoggerFactory.getLogger(TokenPersistence.class);

  private final TokenStore store;
  private volatile @Nullable PendingSave pendingSave;

  /**
   * A token that is not in the store yet.
   *
   * @param instead the stored token that it replaces; {@code null} to replace any
   */
  private record PendingSave(CurrentToken given, @Nullable OAuthToken instead) {}

  public TokenPersistence(TokenStore store) {
    this.store = store;
  }

  /**
   * Records a token from a new authorization, which replaces any other. The next {@link #find}
   * saves it.
   */
  public void isGiven(CurrentToken given) {
    pendingSave = new PendingSave(given, null);
  }

  /**
   * Saves a refreshed token, unless another process has changed the stored one meanwhile.
   *
   * @return the stored token; {@code null} if there is none, since the user has signed out
   */
  @Nullable OAuthToken keepInstead(CurrentToken given, OAuthToken last) {
    pendingSave = new PendingSave(given, last);
    return find(given.key());
  }

  /** The stored token, after an unsaved one was saved. */
  public @Nullable OAuthToken find(TokenKey key) {
    PendingSave late = pendingSave;
    if (late == null || !late.given().key().equals(key)) {
      return store.find(key);
    }
    try {
      return found(late);
    } catch (RuntimeException e) {
      log.warn(
          "A token for {} could not be stored, and is not used until it is ({})",
          late.given().target().server().getHost(),
          e.getClass().getSimpleName());
      throw e;
    }
  }

  private @Nullable OAuthToken found(PendingSave late) {
    TokenKey key = late.given().key();
    OAuthToken instead = late.instead();
    OAuthToken kept = instead == null ? null : store.find(key);
    if (instead != null && (kept == null || !isSame(kept, instead))) {
      pendingSave = null;
      return kept;
    }
    store.save(key, late.given().token());
    pendingSave = null;
    return late.given().token();
  }

  /** Removes and returns the unsaved token, which then is never saved. */
  public @Nullable CurrentToken takeUnsaved() {
    PendingSave late = pendingSave;
    pendingSave = null;
    return late == null ? null : late.given();
  }

  /** Ignores the times, which may have been rounded; one token may stay while the other changes. */
  static boolean isSame(OAuthToken one, OAuthToken other) {
    return one.accessToken().equals(other.accessToken())
        && Objects.equals(one.refreshToken(), other.refreshToken());
  }
}
