package io.mcpbridge.oauth;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tokens as an authorization server gave them. {@code toString} shows none of them.
 *
 * @param accessToken what opens the server
 * @param type {@code Bearer} or {@code DPoP}
 * @param refreshToken what the next one is had with, if any
 * @param expires when another is to be had, a little before this one ends; {@code null} if that is
 *     not known
 * @param requested all scope values that have been asked for so far
 * @param granted the scope values that it has
 */
public record OAuthToken(
    String accessToken,
    String type,
    @Nullable String refreshToken,
    @Nullable Instant expires,
    Set<String> requested,
    Set<String> granted) {

  /** Copies the sets, in their order. */
  public OAuthToken {
    Objects.requireNonNull(accessToken, "accessToken");
    Objects.requireNonNull(type, "type");
    requested = Collections.unmodifiableSet(new LinkedHashSet<>(requested));
    granted = Collections.unmodifiableSet(new LinkedHashSet<>(granted));
  }

  /** What a refresh gave, with the old refresh token where there is no new one. */
  OAuthToken orKeeping(OAuthToken old) {
    return refreshToken != null
        ? this
        : new OAuthToken(accessToken, type, old.refreshToken(), expires, requested, granted);
  }

  /** For a store: when it ends and what it may, not what it is. */
  @Override
  public String toString() {
    return "OAuthToken[" + type + ", expires=" + expires + ", granted=" + granted + "]";
  }
}
