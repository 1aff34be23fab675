package io.mcpbridge.oauth;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Caches the last discovery result, so that repeated refusals for an unauthorized user do not fetch
 * the metadata each time. Thread-safe.
 */
final class DiscoveryMemory {

  private static final Duration LIFE = Duration.ofMinutes(5);

  private final Clock clock;
  private volatile @Nullable Entry last;

  private record Entry(@Nullable String place, Discovery.Found found, Instant since) {}

  DiscoveryMemory(Clock clock) {
    this.clock = clock;
  }

  /**
   * @param place the metadata URL of the challenge; {@code null} if it had none
   */
  Discovery.@Nullable Found found(@Nullable String place) {
    Entry entry = last;
    return entry != null && Objects.equals(entry.place(), place) && isGood(entry)
        ? entry.found()
        : null;
  }

  /** The metadata of an authorization server. */
  @Nullable ServerMetadata server(String issuer) {
    Entry entry = last;
    return entry != null && entry.found().server().issuer().equals(issuer) && isGood(entry)
        ? entry.found().server()
        : null;
  }

  /** A clock that was set back must not extend the lifetime. */
  private boolean isGood(Entry entry) {
    Instant now = clock.instant();
    return !now.isBefore(entry.since()) && now.isBefore(entry.since().plus(LIFE));
  }

  /**
   * Caches only published metadata: a server without any may publish it before the next request.
   */
  void keep(@Nullable String place, Discovery.Found found) {
    last = found.resource() == null ? null : new Entry(place, found, clock.instant());
  }

  void forget() {
    last = null;
  }
}
