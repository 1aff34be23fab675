package io.mcpbridge.oauth;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What was found last, so that a user without permission whose requests are refused one after the
 * other costs no metadata. Thread-safe.
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
   * @param place where the server says that its metadata is; {@code null} if it does not say
   */
  Discovery.@Nullable Found found(@Nullable String place) {
    Entry entry = last;
    return entry != null && Objects.equals(entry.place(), place) && isGood(entry)
        ? entry.found()
        : null;
  }

  /** What an authorization server says about itself. */
  @Nullable ServerMetadata server(String issuer) {
    Entry entry = last;
    return entry != null && entry.found().server().issuer().equals(issuer) && isGood(entry)
        ? entry.found().server()
        : null;
  }

  /** A clock that was set back does not make it last for longer. */
  private boolean isGood(Entry entry) {
    Instant now = clock.instant();
    return !now.isBefore(entry.since()) && now.isBefore(entry.since().plus(LIFE));
  }

  /** Only what a server says of itself: where it says nothing, it may do so the next time. */
  void keep(@Nullable String place, Discovery.Found found) {
    last = found.resource() == null ? null : new Entry(place, found, clock.instant());
  }

  void forget() {
    last = null;
  }
}
