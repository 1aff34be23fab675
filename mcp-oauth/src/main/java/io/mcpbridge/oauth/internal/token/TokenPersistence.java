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
   * @param replaced the stored token that it replaces; {@code null} to replace any
   */
  private record PendingSave(CurrentToken unsaved, @Nullable OAuthToken replaced) {}

  public TokenPersistence(TokenStore store) {
    this.store = store;
  }

  /**
   * Records a token from a new authorization, which replaces any other. The next {@link #find}
   * saves it.
   */
  public void recordGranted(CurrentToken unsaved) {
    pendingSave = new PendingSave(unsaved, null);
  }

  /**
   * Saves a refreshed token, unless another process has changed the stored one meanwhile.
   *
   * @return the stored token; {@code null} if there is none, since the user has signed out
   */
  @Nullable OAuthToken replace(CurrentToken unsaved, OAuthToken last) {
    pendingSave = new PendingSave(unsaved, last);
    return find(unsaved.key());
  }

  /** The stored token, after an unsaved one was saved. */
  public @Nullable OAuthToken find(TokenKey key) {
    PendingSave pending = pendingSave;
    if (pending == null || !pending.unsaved().key().equals(key)) {
      return store.find(key);
    }
    try {
      return savePending(pending);
    } catch (RuntimeException e) {
      log.warn(
          "A token for {} could not be stored, and is not used until it is ({})",
          pending.unsaved().target().server().getHost(),
          e.getClass().getSimpleName());
      throw e;
    }
  }

  private @Nullable OAuthToken savePending(PendingSave pending) {
    TokenKey key = pending.unsaved().key();
    OAuthToken replaced = pending.replaced();
    OAuthToken stored = replaced == null ? null : store.find(key);
    if (replaced != null && (stored == null || !isSame(stored, replaced))) {
      pendingSave = null;
      return stored;
    }
    store.save(key, pending.unsaved().token());
    pendingSave = null;
    return pending.unsaved().token();
  }

  /** Removes and returns the unsaved token, which then is never saved. */
  public @Nullable CurrentToken takeUnsaved() {
    PendingSave pending = pendingSave;
    pendingSave = null;
    return pending == null ? null : pending.unsaved();
  }

  /** Ignores the times, which may have been rounded; one token may stay while the other changes. */
  static boolean isSame(OAuthToken first, OAuthToken second) {
    return first.accessToken().equals(second.accessToken())
        && Objects.equals(first.refreshToken(), second.refreshToken());
  }
}
