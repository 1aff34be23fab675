package io.mcpbridge.config.internal.entry;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The OAuth login that an entry asks for.
 *
 * @param clientId the pre-registered public client; {@code null} if there is none
 * @param clientName the name for dynamic registration; {@code null} for the application's
 * @param scopes the scopes to request; empty for those that the server names
 * @param redirectUri the loopback redirect URI of the pre-registered client; {@code null} for a
 *     free port
 * @param timeout how long to wait for the user; {@code null} for the default
 * @param allowPlainHttp whether the entry allows a plain HTTP URL
 */
public record EntryLogin(
    @Nullable String clientId,
    @Nullable String clientName,
    List<String> scopes,
    @Nullable URI redirectUri,
    @Nullable Duration timeout,
    boolean allowPlainHttp) {

  /** A login without options. */
  public static final EntryLogin PLAIN = new EntryLogin(null, null, List.of(), null, null, false);

  /** The scopes of a list that is separated by spaces. */
  public static List<String> scopes(String scope) {
    return scope.isBlank() ? List.of() : List.of(scope.strip().split("\\s+"));
  }
}
