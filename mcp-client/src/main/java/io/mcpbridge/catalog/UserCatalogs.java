package io.mcpbridge.catalog;

import io.mcpbridge.internal.text.DisplayText;
import io.mcpbridge.transport.Deadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
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
 * A catalogue for each user, or for whomever else servers tell apart: for lists of tools that are a
 * user's own, and for sessions that must not be shared. Each is made when it is first asked for,
 * and closed when nobody has asked for it for a while, or when there are too many. Thread-safe.
 *
 * <pre>{@code
 * UserCatalogs<String> users =
 *     UserCatalogs.<String>builder(
 *             user ->
 *                 ToolCatalog.builder()
 *                     .server("files", transport(BearerToken.from(() -> tokens.of(user))))
 *                     .build())
 *         .build();
 * users.of("ada").snapshot();
 * }</pre>
 *
 * @param <U> what stands for a user, by its {@code equals}; never a secret, since its {@code
 *     toString} is in log lines about the user's servers
 */
public final class UserCatalogs<U> implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(ToolCatalog.class);

  /** The most that closing may take; catalogues are closed side by side. */
  private static final Duration CLOSE_WITHIN = Duration.ofSeconds(15);

  /** The least time between two looks for catalogues that are not used, or not busy any more. */
  private static final Duration LEAST_PAUSE = Duration.ofMillis(100);

  /** Of a user's name in the log. */
  private static final int MOST_SHOWN = 100;

  private final Function<U, ToolCatalog> maker;
  private final int maxCatalogs;
  private final Duration idleTime;
  private final Duration firstWait;
  private final Map<U, UserCatalog> catalogs = new ConcurrentHashMap<>();

  /** Those that are over, with calls that may come to their end before they are closed. */
  private final Set<UserCatalog> leaving = ConcurrentHashMap.newKeySet();

  private final ReentrantLock ending = new ReentrantLock();
  private final Schedule schedule = new Schedule();
  private volatile boolean closed;

  private UserCatalogs(Builder<U> settings) {
    this.maker = settings.maker;
    this.maxCatalogs = settings.maxCatalogs;
    this.idleTime = settings.idleTime;
    this.firstWait = settings.firstWait;
    lookForIdleOnesLater();
  }

  /**
   * Begins.
   *
   * @param catalogOf makes the catalogue of a user, with the user's credentials yet; called on the
   *     thread that first asks for it. What it throws is thrown there, and the next to ask makes
   *     another attempt
   */
  public static <U> Builder<U> builder(Function<U, ToolCatalog> catalogOf) {
    return new Builder<>(catalogOf);
  }

  /**
   * The catalogue of a user. The first to ask waits for its servers, so that there are tools to
   * offer. Belongs here: do not close it, and ask again for each request, since it is closed when
   * nobody asks.
   *
   * @throws IllegalStateException if these are closed
   */
  public ToolCatalog of(U user) {
    return of(user, firstWait);
  }

  /**
   * The same with another time for the first to ask, such as none on a thread that must not be held
   * up: what is known by then is offered, and the rest once it is there.
   *
   * @throws IllegalStateException if these are closed
   */
  public ToolCatalog of(U user, Duration firstWait) {
    Objects.requireNonNull(user, "whose tools are asked for is not known (null)");
    while (true) {
      if (closed) {
        throw new IllegalStateException("the catalogues of users are closed");
      }
      UserCatalog known = catalogs.get(user);
      UserCatalog theirs = known == null ? added(user) : known;
      ToolCatalog catalog = theirs.catalog(firstWait);
      if (catalog != null) {
        if (known == null) {
          endOneTooMany(user);
        }
        return catalog;
      }
      catalogs.remove(user, theirs); // it is over; perhaps whoever ended it has not come to this
    }
  }

  /**
   * Ends the catalogue of a user, as when they sign out: its sessions are closed in the background,
   * calls under way have ten seconds to come to their end. Whoever asks next gets another one.
   */
  public void end(U user) {
    UserCatalog theirs = catalogs.get(user);
    if (theirs != null && theirs.end()) {
      leave(user, theirs);
    }
  }

  private UserCatalog added(U user) {
    UserCatalog added = catalogs.computeIfAbsent(user, this::make);
    if (closed) {
      added.close(); // came too late to be closed with the others
    }
    return added;
  }

  private UserCatalog make(U user) {
    return new UserCatalog(
        () -> maker.apply(user), DisplayText.line(String.valueOf(user), MOST_SHOWN));
  }

  /** Of those that are not busy the one that waits longest; of the busy ones only if all are. */
  private void endOneTooMany(U newest) {
    ending.lock(); // so that two that are new end one each
    try {
      boolean ends = true;
      while (ends && catalogs.size() > maxCatalogs) {
        Candidate<U> victim = victim(newest);
        // One that is made or used just now stays; the next new one leads to another look.
        ends = victim != null && end(victim.user(), victim.catalog(), victim.unusedFor());
      }
    } finally {
      ending.unlock();
    }
  }

  private @Nullable Candidate<U> victim(U newest) {
    Candidate<U> victim = null;
    long now = System.nanoTime(); // one for all, or whoever is looked at last has waited longest
    for (Map.Entry<U, UserCatalog> entry : catalogs.entrySet()) {
      Candidate<U> one = Candidate.of(entry, now);
      boolean mayGo =
          one.catalog().mayEnd() && !one.unusedFor().isNegative() && !one.user().equals(newest);
      if (mayGo && (victim == null || one.isBefore(victim))) {
        victim = one;
      }
    }
    return victim;
  }

  /** What there is to say of a catalogue when one has to go. */
  private record Candidate<U>(U user, UserCatalog catalog, boolean isBusy, Duration unusedFor) {

    static <U> Candidate<U> of(Map.Entry<U, UserCatalog> entry, long now) {
      UserCatalog catalog = entry.getValue();
      return new Candidate<>(entry.getKey(), catalog, catalog.isBusy(), catalog.unusedFor(now));
    }

    boolean isBefore(Candidate<U> other) {
      return isBusy == other.isBusy ? unusedFor.compareTo(other.unusedFor) > 0 : !isBusy;
    }
  }

  private boolean end(U user, UserCatalog catalog, Duration unusedFor) {
    if (!catalog.endIfUnusedFor(unusedFor)) {
      return false;
    }
    leave(user, catalog);
    return true;
  }

  private void leave(U user, UserCatalog catalog) {
    leaving.add(catalog);
    catalogs.remove(user, catalog);
    if (closed) {
      catalog.close(); // perhaps too late to be closed with the others
    } else {
      closeWhenIdle(catalog, Deadline.after(ManagedServer.LEAVE_WITHIN));
    }
  }

  private void closeWhenIdle(UserCatalog catalog, Deadline atLast) {
    if (catalog.isBusy() && atLast.remainingNanos() > 0) {
      schedule.after(LEAST_PAUSE, () -> closeWhenIdle(catalog, atLast));
      return;
    }
    schedule.now(
        () -> {
          catalog.close();
          leaving.remove(catalog);
        });
  }

  private void lookForIdleOnesLater() {
    Duration half = idleTime.dividedBy(2);
    schedule.after(
        half.compareTo(LEAST_PAUSE) < 0 ? LEAST_PAUSE : half,
        () -> {
          catalogs.forEach(
              (user, catalog) -> {
                if (!catalog.isBusy()) {
                  end(user, catalog, idleTime);
                }
              });
          lookForIdleOnesLater();
        });
  }

  /** Closes all of them, side by side and in bounded time. Harmless when repeated. */
  @Override
  public void close() {
    closed = true;
    List<CompletableFuture<?>> closing = new ArrayList<>();
    Set<UserCatalog> open = new HashSet<>(leaving);
    open.addAll(catalogs.values());
    for (UserCatalog catalog : open) {
      closing.add(CompletableFuture.runAsync(catalog::close, schedule.workers()));
    }
    catalogs.clear();
    try {
      CompletableFuture.allOf(closing.toArray(CompletableFuture<?>[]::new))
          .get(CLOSE_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      log.warn("Not every user's catalogue could be closed in {} s", CLOSE_WITHIN.toSeconds(), e);
    }
    schedule.close();
  }

  /**
   * Collects settings. Not thread-safe.
   *
   * @param <U> what stands for a user
   */
  public static final class Builder<U> {

    private final Function<U, ToolCatalog> maker;
    private int maxCatalogs = 1_000;
    private Duration idleTime = Duration.ofMinutes(30);
    private Duration firstWait = Duration.ofSeconds(5);

    private Builder(Function<U, ToolCatalog> maker) {
      this.maker = maker;
    }

    /**
     * How many catalogues there may be at once; default 1,000. Beyond that, of those without calls
     * under way the one is closed that nobody has asked for for the longest time, even if its user
     * is about to call a tool that was listed a moment ago: let it be more than users are active at
     * once. If all have calls under way, those of the one have ten seconds to come to their end.
     *
     * @throws IllegalArgumentException if it is not positive
     */
    public Builder<U> maxCatalogs(int most) {
      if (most < 1) {
        throw new IllegalArgumentException("max-catalogs must be positive: " + most);
      }
      this.maxCatalogs = most;
      return this;
    }

    /**
     * How long nobody has to ask for a catalogue until it is closed; default 30 minutes. One with
     * calls under way is not. Must be longer than a user's request may take, which asks once.
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

    /** How long the first to ask waits for the servers at most; default 5 s. */
    public Builder<U> firstWait(Duration atMost) {
      this.firstWait = atMost;
      return this;
    }

    /** The catalogues, of which there is none yet. */
    public UserCatalogs<U> build() {
      return new UserCatalogs<>(this);
    }
  }
}
