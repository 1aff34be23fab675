package io.mcpbridge.oauth;

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
 * Tokens as an authorization server gave them, and the key that they are bound to. {@code toString}
 * shows none of them.
 *
 * @param accessToken what opens the server
 * @param type {@code Bearer} or {@code DPoP}
 * @param refreshToken what the next one is had with, if any
 * @param expires when another is to be had, a little before this one ends; {@code null} if that is
 *     not known
 * @param requested all scope values that have been asked for so far
 * @param granted the scope values that it has
 * @param dpopKey the private key, as a JWK (RFC 7517), that all of it is bound to, for {@code
 *     DPoP}; without it, such a token is of no use
 */
public record OAuthToken(
    String accessToken,
    String type,
    @Nullable String refreshToken,
    @Nullable Instant expires,
    Set<String> requested,
    Set<String> granted,
    @Nullable String dpopKey) {

  /** Copies the sets, in their order. */
  public OAuthToken {
    Objects.requireNonNull(accessToken, "accessToken");
    Objects.requireNonNull(type, "type");
    requested = Collections.unmodifiableSet(new LinkedHashSet<>(requested));
    granted = Collections.unmodifiableSet(new LinkedHashSet<>(granted));
  }

  /** The times may have been rounded, and an access token may stay while the other is replaced. */
  boolean isSameAs(OAuthToken other) {
    return accessToken.equals(other.accessToken)
        && Objects.equals(refreshToken, other.refreshToken);
  }

  /** What a refresh gave, with the old refresh token where there is no new one. */
  OAuthToken orKeeping(OAuthToken old) {
    return refreshToken != null
        ? this
        : new OAuthToken(
            accessToken, type, old.refreshToken(), expires, requested, granted, dpopKey);
  }

  /** What it is bound to, if it is and the key is there. */
  @Nullable ProofKey proofKey() {
    return dpopKey == null ? null : ProofKey.of(dpopKey);
  }

  /** Whether it can be shown and renewed: one that was kept without its key cannot. */
  boolean isUsable() {
    return !type.equals("DPoP") || proofKey() != null;
  }

  /**
   * As a text for a store. It holds the tokens, and the key that they are bound to: who can read it
   * can use them.
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
   * Back from {@link #toJson}; members that are not known are left out.
   *
   * @throws IllegalArgumentException if it is no such text; the message does not quote it
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
    throw new IllegalArgumentException("this is no token that was written by toJson()");
  }

  /** For a log: when it ends and what it may, not what it is. */
  @Override
  public String toString() {
    return "OAuthToken[" + type + ", expires=" + expires + ", granted=" + granted + "]";
  }
}
