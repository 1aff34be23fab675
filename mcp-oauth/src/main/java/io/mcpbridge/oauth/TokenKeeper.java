package io.mcpbridge.oauth;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has tokens kept before they are used. One that the store could not take is not lost: what it was
 * had with, the permission of a person or a refresh token, is perhaps worth nothing any more (RFC
 * 9700, section 4.14.2). So the store is asked again, before another one is had.
 */
final class TokenKeeper {

  private static final Logger LOG = LoggerFactory.getLogger(TokenKeeper.class);

  private final TokenStore store;
  private volatile @Nullable Unsaved unsaved;

  /**
   * What the store has not taken yet.
   *
   * @param instead what it replaces, and nothing else; {@code null} for all that there may be
   */
  private record Unsaved(Standing given, @Nullable OAuthToken instead) {}

  TokenKeeper(TokenStore store) {
    this.store = store;
  }

  /**
   * Permission was given: this counts, and nothing of before. It is kept when it is looked for
   * next, by whomever.
   */
  void isGiven(Standing given) {
    unsaved = new Unsaved(given, null);
  }

  /**
   * A token was renewed, unless somebody else has changed what is kept meanwhile: that counts then.
   *
   * @return what is kept now; {@code null} if that is nothing, since somebody has signed out
   */
  @Nullable OAuthToken keepInstead(Standing given, OAuthToken last) {
    unsaved = new Unsaved(given, last);
    return find(given.key());
  }

  /** What is kept, once it has what it could not take before. */
  @Nullable OAuthToken find(TokenKey key) {
    Unsaved late = unsaved;
    if (late == null || !late.given().key().equals(key)) {
      return store.find(key);
    }
    try {
      return found(late);
    } catch (RuntimeException e) {
      LOG.warn(
          "A token for {} could not be kept and is not used until it can be ({})",
          late.given().target().server().getHost(),
          e.getClass().getSimpleName());
      throw e;
    }
  }

  private @Nullable OAuthToken found(Unsaved late) {
    TokenKey key = late.given().key();
    OAuthToken instead = late.instead();
    OAuthToken kept = instead == null ? null : store.find(key);
    if (instead != null && (kept == null || !kept.isSameAs(instead))) {
      unsaved = null;
      return kept;
    }
    store.save(key, late.given().token());
    unsaved = null;
    return late.given().token();
  }

  /** What the store has not taken, which it is not to get any more. */
  @Nullable Standing takeUnsaved() {
    Unsaved late = unsaved;
    unsaved = null;
    return late == null ? null : late.given();
  }
}
