package io.mcpbridge.authorization;

import io.mcpbridge.oauth.core.OAuthToken;
import io.mcpbridge.oauth.core.RegistrationKey;
import io.mcpbridge.oauth.core.StoredRegistration;
import io.mcpbridge.oauth.core.TokenKey;
import io.mcpbridge.oauth.store.TokenStore;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A token store that a test can read, as an attacker who stole it could. */
final class RecordingTokenStore implements TokenStore {

  private final Map<TokenKey, OAuthToken> tokens = new ConcurrentHashMap<>();
  private final TokenStore registrations;

  RecordingTokenStore() {
    this(TokenStore.inMemory());
  }

  private RecordingTokenStore(TokenStore registrations) {
    this.registrations = registrations;
  }

  @Override
  public OAuthToken find(TokenKey key) {
    return tokens.get(key);
  }

  @Override
  public void save(TokenKey key, OAuthToken token) {
    tokens.put(key, token);
  }

  @Override
  public void remove(TokenKey key) {
    tokens.remove(key);
  }

  @Override
  public StoredRegistration find(RegistrationKey key) {
    return registrations.find(key);
  }

  @Override
  public void save(RegistrationKey key, StoredRegistration registration) {
    registrations.save(key, registration);
  }

  @Override
  public void remove(RegistrationKey key) {
    registrations.remove(key);
  }

  /** The only token. */
  OAuthToken token() {
    if (tokens.size() != 1) {
      throw new AssertionError("there are " + tokens.size() + " tokens");
    }
    return tokens.values().iterator().next();
  }

  boolean isEmpty() {
    return tokens.isEmpty();
  }

  /** A copy in which all tokens have expired. */
  RecordingTokenStore expired() {
    RecordingTokenStore expired = new RecordingTokenStore(registrations);
    tokens.forEach(
        (key, token) ->
            expired.save(
                key,
                new OAuthToken(
                    token.accessToken(),
                    token.type(),
                    token.refreshToken(),
                    Instant.EPOCH,
                    token.requested(),
                    token.granted(),
                    token.dpopKey())));
    return expired;
  }
}
