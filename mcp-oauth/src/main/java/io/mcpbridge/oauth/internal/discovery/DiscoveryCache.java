package io.mcpbridge.oauth.internal.discovery;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Caches the last discovery result, so that repeated refusals for an unauthorized user do not fetch
 * the metadata each time. Thread-safe.
 */
final class DiscoveryCache {

  private static final Duration TTL = Duration.ofMinutes(5);

  private final Clock clock;
  private volatile @Nullable Entry last;

  private record Entry(
      @Nullable String metadataUrl, Discovery.DiscoveredServer discoveredServer, Instant since) {}

  DiscoveryCache(Clock clock) {
    this.clock = clock;
  }

  /**
   * @param metadataUrl the metadata URL of the challenge; {@code null} if it had none
   */
  Discovery.@Nullable DiscoveredServer discoveredServer(@Nullable String metadataUrl) {
    Entry entry = last;
    return entry != null && Objects.equals(entry.metadataUrl(), metadataUrl) && isUnexpired(entry)
        ? entry.discoveredServer()
        : null;
  }

  /** The metadata of an authorization server. */
  @Nullable ServerMetadata server(String issuer) {
    Entry entry = last;
    return entry != null
            && entry.discoveredServer().server().issuer().equals(issuer)
            && isUnexpired(entry)
        ? entry.discoveredServer().server()
        : null;
  }

  /** A clock that was set back must not extend the lifetime. */
  private boolean isUnexpired(Entry entry) {
    Instant now = clock.instant();
    return !now.isBefore(entry.since()) && now.isBefore(entry.since().plus(TTL));
  }

  /**
   * Caches only published metadata: a server without any may publish it before the next request.
   */
  void keep(@Nullable String metadataUrl, Discovery.DiscoveredServer discoveredServer) {
    last =
        discoveredServer.resource() == null
            ? null
            : new Entry(metadataUrl, discoveredServer, clock.instant());
  }

  void forget() {
    last = null;
  }
}
