package io.mcpbridge.spring.oauth.internal.settings;

import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a user of this machine logs in, where a servers file says so.
 *
 * @param redirectUri the loopback redirect URI of a registered client; {@code null} for any port
 * @param timeout how long to wait for the user; {@code null} for the default
 * @param clientName the name for dynamic registration; {@code null} for that of the application
 */
public record LoginOptions(
    @Nullable URI redirectUri, @Nullable Duration timeout, @Nullable String clientName) {

  /** No options. */
  public static final LoginOptions NONE = new LoginOptions(null, null, null);
}
