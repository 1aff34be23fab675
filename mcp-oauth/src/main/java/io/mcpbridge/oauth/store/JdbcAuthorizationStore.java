package io.mcpbridge.oauth.store;

import io.mcpbridge.internal.jdbc.EncryptedText;
import io.mcpbridge.internal.jdbc.JdbcEntries;
import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonException;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.oauth.core.StoredAuthorization;
import java.net.URI;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Map;
import javax.crypto.SecretKey;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Stores pending authorizations in the table of {@link JdbcTokenStore}, so that users may come back
 * to another instance of the application than the one that redirected them. Thread-safe.
 */
public final class JdbcAuthorizationStore implements AuthorizationStore {

  private final JdbcEntries entries;

  private JdbcAuthorizationStore(DataSource database, @Nullable SecretKey key) {
    this.entries =
        new JdbcEntries(
            database, EntryKey.TABLE, "JdbcTokenStore", new EncryptedText(key), Clock.systemUTC());
  }

  /** Without encryption: each entry holds a secret until the user comes back. */
  public static JdbcAuthorizationStore of(DataSource database) {
    return new JdbcAuthorizationStore(database, null);
  }

  /**
   * With encryption (AES-GCM).
   *
   * @param key for AES, of 128, 192 or 256 bits, the same for all instances
   */
  public static JdbcAuthorizationStore of(DataSource database, SecretKey key) {
    return new JdbcAuthorizationStore(database, key);
  }

  private static String key(String state) {
    return EntryKey.of("authorization", state);
  }

  /** Also removes expired entries. */
  @Override
  public void save(StoredAuthorization authorization) {
    entries.removeEnded();
    entries.save(
        key(authorization.state()),
        authorization.ends().getEpochSecond() + 1,
        Json.write(
            Map.of(
                "state", authorization.state(),
                "principal", authorization.principal(),
                "server", authorization.server().toString(),
                "ends", authorization.ends().toString(),
                "details", authorization.details())));
  }

  @Override
  public @Nullable StoredAuthorization find(String state) {
    String text = entries.find(key(state));
    try {
      JsonObject json = text == null ? null : JsonObject.of(Json.read(text));
      return json == null
          ? null
          : new StoredAuthorization(
              json.string("state", ""),
              json.string("principal", ""),
              URI.create(json.string("server", "")),
              Instant.parse(json.string("ends", "")),
              json.string("details", ""));
    } catch (JsonException | IllegalArgumentException | DateTimeException e) {
      return null; // a later version uses another format
    }
  }

  /** A state is used once, so the call that deletes its row is the one that read it. */
  @Override
  public @Nullable StoredAuthorization take(String state, String principal) {
    StoredAuthorization authorization = find(state);
    return authorization != null
            && authorization.principal().equals(principal)
            && entries.remove(key(state))
        ? authorization
        : null;
  }

  @Override
  public String toString() {
    return "JdbcAuthorizationStore";
  }
}
