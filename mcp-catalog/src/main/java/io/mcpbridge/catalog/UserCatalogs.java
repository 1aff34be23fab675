package io.mcpbridge.catalog;

import io.mcpbridge.catalog.internal.supervision.ManagedServer;
import io.mcpbridge.catalog.internal.tools.InvisibleCharacterReports;
import io.mcpbridge.internal.concurrent.Scheduler;
import io.mcpbridge.internal.text.DisplayText;
import io.mcpbridge.transport.Deadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One catalog per user, or per other principal that servers distinguish: for user-specific tool
 * lists, and for sessions that must not be shared. Catalogs are created at first use, and closed
 * when they are idle or when there are too many. Thread-safe.
 *
 * <pre>{@code
 * UserCatalogs<String> users =
 *     UserCatalogs.<String>builder(
 *             user ->
 *                 ToolCatalog.builder()
 *                     .server("files", transport(BearerToken.of(() -> tokens.of(user)))))
 *         .build();
 * users.of("ada").snapshot();
 * }</pre>
 *
 * @param <U> identifies a user by {@code equals}; never a secret, since its {@code toString}
 *     appears in log lines about the user's servers
 */
public final class UserCatalogs<U> implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(UserCatalogs.class);

  /** The longest time to close all catalogs, in parallel. */
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(15);

  /** The shortest time between two checks for idle catalogs. */
  private static final Duration MIN_CHECK_INTERVAL = Duration.ofMillis(100);

  /** The maximum length of a user's name in the log. */
  private static final int MAX_LOGGED = 100;

  private final Function<U, ToolCatalogBuilder> catalogOf;
  private final int maxCatalogs;
  private final Duration idleTime;
  private final Duration initialTimeout;
  private final Map<U, UserCatalog> catalogs = new ConcurrentHashMap<>();

  /** Ended catalogs whose calls may complete before they are closed. */
  private final Set<UserCatalog> closingCatalogs = ConcurrentHashMap.newKeySet();

  private final InvisibleCharacterReports reports = new InvisibleCharacterReports();
  private final ReentrantLock ending = new ReentrantLock();
  private final Scheduler schedule = new Scheduler("catalog");
  private volatile boolean closed;

  private UserCatalogs(Builder<U> settings) {
    this.catalogOf = settings.catalogOf;
    this.maxCatalogs = settings.maxCatalogs;
    this.idleTime = settings.idleTime;
    this.initialTimeout = settings.initialTimeout;
    scheduleIdleCheck();
  }

  /**
   * Creates a builder.
   *
   * @param catalogOf collects the servers and settings of a user's catalog, with the user's
   *     credentials; called on the thread that first requests it, where they are still available.
   *     Calls are made for this user unless it sets {@linkplain ToolCatalogBuilder#user another}.
   *     An exception is thrown to that caller, and the next request tries again
   */
  public static <U> Builder<U> builder(Function<U, ToolCatalogBuilder> catalogOf) {
    return new Builder<>(catalogOf);
  }

  /**
   * The catalog of a user. The first request waits for the servers, so that there are tools to
   * offer. This object owns the catalog: do not close it, and get it again for each request, since
   * idle catalogs are closed.
   *
   * @throws IllegalStateException if this object is closed
   */
  public ToolCatalog of(U user) {
    return of(user, initialTimeout);
  }

  /**
   * As {@link #of(Object)}, with another wait for the first request, such as zero on a thread that
   * must not block: the tools known by then are offered, and the others later.
   *
   * @throws IllegalStateException if this object is closed
   */
  public ToolCatalog of(U user, Duration initialTimeout) {
    Objects.requireNonNull(user, "the user whose tools are requested is unknown (null)");
    while (true) {
      if (closed) {
        throw new IllegalStateException("the catalogs of users are closed");
      }
      UserCatalog existing = catalogs.get(user);
      UserCatalog userCatalog = existing == null ? added(user) : existing;
      ToolCatalog catalog = userCatalog.catalog(initialTimeout);
      if (catalog != null) {
        if (existing == null) {
          evictExcess(user);
        }
        return catalog;
      }
      catalogs.remove(user, userCatalog); // it has ended, but perhaps was not removed yet
    }
  }

  /**
   * The catalogs that are open now, by user; for monitoring, and for changes of their servers. This
   * object owns them and may close each at any time. Does not count as a use.
   */
  public Map<U, ToolCatalog> open() {
    Map<U, ToolCatalog> open = new LinkedHashMap<>();
    catalogs.forEach(
        (user, userCatalog) -> {
          ToolCatalog catalog = userCatalog.ifStarted();
          if (catalog != null && !catalog.isClosed()) {
            open.put(user, catalog);
          }
        });
    return open;
  }

  /**
   * Ends the catalog of a user, for example at sign-out. Its sessions are closed in the background;
   * calls in flight have ten seconds to complete. The next request creates a new catalog.
   */
  public void end(U user) {
    UserCatalog userCatalog = catalogs.get(user);
    if (userCatalog != null && userCatalog.end()) {
      closeLater(user, userCatalog);
    }
  }

  private UserCatalog added(U user) {
    UserCatalog added = catalogs.computeIfAbsent(user, this::make);
    if (closed) {
      added.close(); // too late to be closed with the others
    }
    return added;
  }

  private UserCatalog make(U user) {
    String inLog = DisplayText.line(String.valueOf(user), MAX_LOGGED);
    return new UserCatalog(() -> catalogOf.apply(user).ofUser(user, inLog, reports).build());
  }

  /** Ends the least recently used catalog without calls in flight; a busy one only if all are. */
  private void evictExcess(U newest) {
    ending.lock(); // so that two new catalogs end one each
    try {
      boolean ends = true;
      while (ends && catalogs.size() > maxCatalogs) {
        EvictionCandidate<U> victim = evictionCandidate(newest);
        // A catalog that is being created or used stays; the next new catalog triggers another
        // check.
        ends = victim != null && end(victim.user(), victim.catalog(), victim.unusedFor());
      }
    } finally {
      ending.unlock();
    }
  }

  private @Nullable EvictionCandidate<U> evictionCandidate(U newest) {
    EvictionCandidate<U> victim = null;
    long now = System.nanoTime(); // one for all, so that idle times are comparable
    for (Map.Entry<U, UserCatalog> entry : catalogs.entrySet()) {
      EvictionCandidate<U> candidate = EvictionCandidate.of(entry, now);
      boolean mayGo =
          candidate.catalog().mayEnd()
              && !candidate.unusedFor().isNegative()
              && !candidate.user().equals(newest);
      if (mayGo && (victim == null || candidate.isBefore(victim))) {
        victim = candidate;
      }
    }
    return victim;
  }

  /** A catalog that may have to end. */
  private record EvictionCandidate<U>(
      U user, UserCatalog catalog, boolean isBusy, Duration unusedFor) {

    static <U> EvictionCandidate<U> of(Map.Entry<U, UserCatalog> entry, long now) {
      UserCatalog catalog = entry.getValue();
      return new EvictionCandidate<>(
          entry.getKey(), catalog, catalog.isBusy(), catalog.unusedFor(now));
    }

    boolean isBefore(EvictionCandidate<U> other) {
      return isBusy == other.isBusy ? unusedFor.compareTo(other.unusedFor) > 0 : !isBusy;
    }
  }

  private boolean end(U user, UserCatalog catalog, Duration unusedFor) {
    if (!catalog.endIfUnusedFor(unusedFor)) {
      return false;
    }
    closeLater(user, catalog);
    return true;
  }

  private void closeLater(U user, UserCatalog catalog) {
    closingCatalogs.add(catalog);
    catalogs.remove(user, catalog);
    if (closed) {
      catalog.close(); // perhaps too late to be closed with the others
    } else {
      closeWhenIdle(catalog, Deadline.after(ManagedServer.DRAIN_TIMEOUT));
    }
  }

  private void closeWhenIdle(UserCatalog catalog, Deadline deadline) {
    if (catalog.isBusy() && deadline.remainingNanos() > 0) {
      schedule.schedule(MIN_CHECK_INTERVAL, () -> closeWhenIdle(catalog, deadline));
      return;
    }
    schedule.execute(
        () -> {
          catalog.close();
          closingCatalogs.remove(catalog);
        });
  }

  private void scheduleIdleCheck() {
    Duration half = idleTime.dividedBy(2);
    schedule.schedule(
        half.compareTo(MIN_CHECK_INTERVAL) < 0 ? MIN_CHECK_INTERVAL : half,
        () -> {
          try {
            catalogs.forEach(
                (user, catalog) -> {
                  if (!catalog.isBusy()) {
                    end(user, catalog, idleTime);
                  }
                });
          } finally {
            scheduleIdleCheck(); // also after an Error, which may be of the user's equals
          }
        });
  }

  /** Closes all catalogs in parallel and in bounded time. Idempotent. */
  @Override
  public void close() {
    closed = true;
    List<CompletableFuture<?>> closing = new ArrayList<>();
    Set<UserCatalog> open = new HashSet<>(closingCatalogs);
    open.addAll(catalogs.values());
    for (UserCatalog catalog : open) {
      closing.add(CompletableFuture.runAsync(catalog::close, schedule.workers()));
    }
    catalogs.clear();
    try {
      CompletableFuture.allOf(closing.toArray(CompletableFuture<?>[]::new))
          .get(CLOSE_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      log.warn("Not every user's catalog could be closed in {} s", CLOSE_TIMEOUT.toSeconds(), e);
    }
    schedule.close();
  }

  /**
   * Collects settings. Not thread-safe.
   *
   * @param <U> identifies a user
   */
  public static final class Builder<U> {

    private final Function<U, ToolCatalogBuilder> catalogOf;
    private int maxCatalogs = 1_000;
    private Duration idleTime = Duration.ofMinutes(30);
    private Duration initialTimeout = Duration.ofSeconds(5);

    private Builder(Function<U, ToolCatalogBuilder> catalogOf) {
      this.catalogOf = catalogOf;
    }

    /**
     * The maximum number of catalogs; default 1,000. Beyond it, the least recently used catalog
     * without calls in flight is closed, even if its user is about to call a tool that was just
     * listed: set it higher than the number of concurrently active users. If all catalogs have
     * calls in flight, the calls of the closed one have ten seconds to complete.
     *
     * @throws IllegalArgumentException if it is not positive
     */
    public Builder<U> maxCatalogs(int catalogs) {
      if (catalogs < 1) {
        throw new IllegalArgumentException("maxCatalogs must be positive: " + catalogs);
      }
      this.maxCatalogs = catalogs;
      return this;
    }

    /**
     * How long an unused catalog stays open; default 30 minutes. A catalog with calls in flight
     * stays open. Must be longer than a user's request, which gets the catalog once.
     *
     * @throws IllegalArgumentException if it is not positive
     */
    public Builder<U> idleTime(Duration time) {
      if (time.isNegative() || time.isZero()) {
        throw new IllegalArgumentException("idle-time must be positive: " + time);
      }
      this.idleTime = time;
      return this;
    }

    /** The longest wait of the first request for the servers; default 5 s. */
    public Builder<U> initialTimeout(Duration atMost) {
      this.initialTimeout = atMost;
      return this;
    }

    /** Builds the object, without any catalog yet. */
    public UserCatalogs<U> build() {
      return new UserCatalogs<>(this);
    }
  }
}
