package io.mcpbridge.model;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Asks the user to visit a URL ({@code elicitation/create}, URL mode). Show the whole URL and get
 * consent first. Open it in the user's own browser; never fetch it (2026-07-28, client,
 * elicitation, safe URL handling).
 *
 * @param message why the server asks
 * @param url exactly as sent; handlers get only {@code http} and {@code https} URLs with a host and
 *     without whitespace or invisible characters
 * @param elicitationId identifies the elicitation in the server's completion notification
 *     (2025-11-25 only)
 * @param meta the request's {@code _meta}
 */
public record ElicitUrlRequest(
    String message, String url, @Nullable String elicitationId, Map<String, @Nullable Object> meta)
    implements InputRequest {

  @Override
  public String method() {
    return "elicitation/create";
  }

  @Override
  public Set<ClientCapability> requires() {
    return Set.of(ClientCapability.ELICITATION_URL);
  }
}
