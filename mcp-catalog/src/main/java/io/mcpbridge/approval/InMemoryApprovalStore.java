package io.mcpbridge.approval;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Forgets its entries with the process. */
final class InMemoryApprovalStore implements ApprovalStore {

  /** Bounds the memory; further calls are refused. */
  static final int MAX_ENTRIES = 10_000;

  private static final Comparator<StoredApproval> OLDEST_FIRST =
      Comparator.comparing(StoredApproval::created).thenComparing(StoredApproval::id);

  /** How long a call is kept after it expired that has not been marked as expired. */
  private static final Duration UNFINISHED_LIFETIME = Duration.ofDays(7);

  private final Map<String, StoredApproval> entries = new ConcurrentHashMap<>();
  private final InstantSource clock;

  InMemoryApprovalStore(InstantSource clock) {
    this.clock = clock;
  }

  @Override
  public boolean isShared() {
    return false;
  }

  @Override
  public Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }

  @Override
  public void insert(StoredApproval approval) {
    Instant now = now();
    Instant lately = now.minus(UNFINISHED_LIFETIME);
    entries
        .values()
        .removeIf(entry -> entry.expires().isBefore(entry.state().isFinal() ? now : lately));
    if (entries.size() >= MAX_ENTRIES) {
      entries.values().stream()
          .filter(entry -> entry.state().isFinal())
          .min(OLDEST_FIRST)
          .ifPresent(entry -> entries.remove(entry.id(), entry));
    }
    if (entries.size() >= MAX_ENTRIES) {
      throw new IllegalStateException("too many calls wait for approval");
    }
    entries.put(approval.id(), approval);
  }

  @Override
  public @Nullable StoredApproval find(String id) {
    return entries.get(id);
  }

  @Override
  public List<StoredApproval> findAll(Collection<String> ids) {
    return ids.stream().map(entries::get).filter(Objects::nonNull).toList();
  }

  @Override
  public List<StoredApproval> list(
      Collection<ApprovalState> states,
      @Nullable String user,
      @Nullable StoredApproval after,
      int limit) {
    return list(
        entry ->
            states.contains(entry.state())
                && (user == null || user.equals(entry.user()))
                && (after == null || OLDEST_FIRST.compare(entry, after) > 0),
        limit);
  }

  @Override
  public List<StoredApproval> listConversation(String conversation, int limit) {
    return list(entry -> conversation.equals(entry.conversation()), limit);
  }

  private List<StoredApproval> list(Predicate<StoredApproval> filter, int limit) {
    return entries.values().stream().filter(filter).sorted(OLDEST_FIRST).limit(limit).toList();
  }

  @Override
  public boolean replace(StoredApproval previous, StoredApproval next, boolean unlessExpired) {
    AtomicBoolean replaced = new AtomicBoolean();
    entries.computeIfPresent(
        previous.id(),
        (id, entry) -> {
          boolean isDue = unlessExpired && !now().isBefore(entry.expires());
          replaced.set(entry.version() == previous.version() && !isDue);
          return replaced.get() ? next : entry;
        });
    return replaced.get();
  }
}
