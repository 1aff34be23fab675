package io.mcpbridge.approval;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Forgets its entries with the process. */
final class InMemoryApprovalStore implements ApprovalStore {

  /** Bounds the memory; further calls are refused. */
  static final int MAX_ENTRIES = 10_000;

  private static final Comparator<StoredApproval> NEWEST_FIRST =
      Comparator.comparing(StoredApproval::created).thenComparing(StoredApproval::id).reversed();

  private final Map<String, StoredApproval> entries = new ConcurrentHashMap<>();

  @Override
  public boolean isShared() {
    return false;
  }

  @Override
  public Instant now() {
    return Instant.now().truncatedTo(ChronoUnit.MILLIS);
  }

  @Override
  public void insert(StoredApproval approval) {
    Instant now = now();
    entries.values().removeIf(entry -> entry.state().isFinal() && entry.expires().isBefore(now));
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
      Collection<ApprovalState> states, @Nullable String user, int limit) {
    return entries.values().stream()
        .filter(entry -> states.contains(entry.state()))
        .filter(entry -> user == null || user.equals(entry.user()))
        .sorted(NEWEST_FIRST)
        .limit(limit)
        .toList();
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
