package io.mcpbridge.oauth.core;

import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonException;
import io.mcpbridge.json.JsonObject;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The tokens of an authorization server, and the key that they are bound to. {@code toString} omits
 * them.
 *
 * @param accessToken the access token
 * @param type {@code Bearer} or {@code DPoP}
 * @param refreshToken the refresh token, if any
 * @param expires when to refresh, shortly before the access token expires; {@code null} if that is
 *     unknown
 * @param requested all scope values that were requested so far
 * @param granted the scope values that were granted
 * @param dpopKey for {@code DPoP}, the private key that the tokens are bound to, as a JWK (RFC
 *     7517); without it, such a token cannot be used
 */
public record OAuthToken(
    String accessToken,
    String type,
    @Nullable String refreshToken,
    @Nullable Instant expires,
    Set<String> requested,
    Set<String> granted,
    @Nullable String dpopKey) {

  /** Copies the sets and keeps their order. */
  public OAuthToken {
    Objects.requireNonNull(accessToken, "accessToken");
    Objects.requireNonNull(type, "type");
    requested = Collections.unmodifiableSet(new LinkedHashSet<>(requested));
    granted = Collections.unmodifiableSet(new LinkedHashSet<>(granted));
  }

  /**
   * Serializes it for a store. The text holds the tokens and the key that they are bound to: anyone
   * who can read it can use them.
   *
   * @see #fromJson
   */
  public String toJson() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("access_token", accessToken);
    json.put("token_type", type);
    if (refreshToken != null) {
      json.put("refresh_token", refreshToken);
    }
    if (expires != null) {
      json.put("expires", expires.toString());
    }
    json.put("requested", requested);
    json.put("granted", granted);
    if (dpopKey != null) {
      json.put("dpop_key", dpopKey);
    }
    return Json.write(json);
  }

  /**
   * Reads the format of {@link #toJson}; ignores unknown members.
   *
   * @throws IllegalArgumentException if the text is invalid; the message does not quote it
   */
  public static OAuthToken fromJson(String text) {
    try {
      JsonObject json = JsonObject.of(Json.read(text));
      String accessToken = json.string("access_token");
      String type = json.string("token_type");
      String expires = json.string("expires");
      if (accessToken != null && type != null) {
        return new OAuthToken(
            accessToken,
            type,
            json.string("refresh_token"),
            expires == null ? null : Instant.parse(expires),
            new LinkedHashSet<>(json.strings("requested")),
            new LinkedHashSet<>(json.strings("granted")),
            json.string("dpop_key"));
      }
    } catch (JsonException | DateTimeException e) {
      // its message may quote a token
    }
    throw new IllegalArgumentException("not a token written by toJson()");
  }

  /** Safe for logs: the expiry and the scopes, not the tokens. */
  @Override
  public String toString() {
    return "OAuthToken[" + type + ", expires=" + expires + ", granted=" + granted + "]";
  }
}
