package io.mcpbridge.catalog.internal.result;

import io.mcpbridge.catalog.internal.counters.CallCounters;
import io.mcpbridge.catalog.internal.counters.Counter;
import io.mcpbridge.catalog.internal.state.OnceLogger;
import io.mcpbridge.catalog.internal.tools.ReadResultTool;
import io.mcpbridge.context.CallerContext;
import io.mcpbridge.error.McpException;
import io.mcpbridge.internal.concurrent.LruMap;
import io.mcpbridge.internal.text.Sha256;
import io.mcpbridge.json.ParseMemory;
import io.mcpbridge.result.ResultStore;
import io.mcpbridge.transport.Deadline;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Collection;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The results of a catalog's calls that models can read on in. A handle cannot be guessed, and is
 * of no use to another user, in another conversation or at another server: the store's key is a
 * hash of all four.
 */
public final class StoredResults {

  private static final Logger log = LoggerFactory.getLogger(StoredResults.class);

  private static final String PREFIX = "r_";

  /** 128 bits. */
  private static final int HANDLE_BYTES = 16;

  /**
   * How many accesses may go on after their calls gave them up. Beyond it the store counts as
   * unavailable, so that threads do not pile up while a database hangs.
   */
  private static final int MAX_OVERDUE = 64;

  private static final int MAX_LENGTHS = 1_000;

  private final @Nullable ResultStore store;
  private final Executor workers;
  private final AtomicInteger overdue = new AtomicInteger();

  /** How many characters large results have, by key. */
  private final LruMap<String, Integer> lengths = new LruMap<>(MAX_LENGTHS);

  private final OnceLogger unavailable = new OnceLogger();

  /**
   * @param store {@code null} for none
   * @param workers run the accesses, since only the call that needs one knows how long it may wait
   */
  public StoredResults(@Nullable ResultStore store, Executor workers) {
    this.store = store;
    this.workers = workers;
  }

  /** Created with the first handle, since few catalogs have a store. */
  private static final class Random {

    static final SecureRandom SECURE = new SecureRandom();

    private Random() {}
  }

  /** Keeps parts of the result of one call. */
  public interface Keeper {

    /** Keeps nothing. */
    Keeper NONE =
        new Keeper() {
          @Override
          public String reader() {
            return ReadResultTool.NAME;
          }

          @Override
          public @Nullable String keep(StoredResult result) {
            return null;
          }
        };

    /** The name of the tool with which the model reads on. */
    String reader();

    /**
     * Keeps a result.
     *
     * @return the handle; {@code null} if the store has no room for it, or is unavailable
     */
    @Nullable String keep(StoredResult result);
  }

  /** Whether there is a store. */
  public boolean isEnabled() {
    return store != null;
  }

  /**
   * Keeps results of a call.
   *
   * @param caller may read on
   * @param reader the name of the tool with which the model reads on
   * @param access that of the call
   */
  public Keeper keeper(CallerContext caller, String reader, Access access) {
    return new CallKeeper(caller, reader, access);
  }

  /**
   * How a call uses the store.
   *
   * @param deadline until when it waits for the store
   * @param counters those of its server
   */
  public record Access(Deadline deadline, CallCounters counters) {}

  private final class CallKeeper implements Keeper {

    private final CallerContext caller;
    private final String reader;
    private final Access access;

    CallKeeper(CallerContext caller, String reader, Access access) {
      this.caller = caller;
      this.reader = reader;
      this.access = access;
    }

    @Override
    public String reader() {
      return reader;
    }

    @Override
    public @Nullable String keep(StoredResult result) {
      String handle = save(caller, result, access.deadline());
      if (handle == null) {
        access.counters().increment(Counter.RESULTS_NOT_STORED);
      } else {
        access.counters().increment(Counter.STORED_RESULTS);
        access.counters().add(Counter.STORED_BYTES, result.bytes());
      }
      return handle;
    }
  }

  private @Nullable String save(CallerContext caller, StoredResult result, Deadline deadline) {
    byte[] bytes = new byte[HANDLE_BYTES];
    Random.SECURE.nextBytes(bytes);
    String handle = PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    try {
      ResultStore to = store;
      String key = key(caller, handle);
      String encoded = result.encode();
      if (to == null || !runWithin(deadline, () -> to.save(key, encoded))) {
        return null;
      }
      if (encoded.length() > ParseMemory.LARGE) {
        lengths.put(key, encoded.length());
      }
      return handle;
    } catch (RuntimeException e) {
      if (unavailable.isFirst(e.getClass().getName())) {
        log.warn(
            "MCP server \"{}\": a long result was shortened, because the result store failed ({});"
                + " logged once",
            caller.server(),
            e.getMessage(),
            e);
      }
      return null;
    }
  }

  /**
   * Waits until there is heap to read a result, which may be large. Each reader needs the result, a
   * copy of the part that it reads, and what the store needs.
   *
   * @throws McpException if it takes too long
   */
  public ParseMemory.Permit awaitMemory(CallerContext caller, String handle, Access access) {
    Integer length = lengths.get(key(caller, handle));
    ParseMemory.Permit permit =
        ParseMemory.acquire(length == null ? 0 : length / 2, access.deadline()::hasPassed);
    if (permit == null) {
      throw new McpException(
          "other large messages took the heap for " + access.deadline().described());
    }
    return permit;
  }

  /**
   * Finds a result.
   *
   * @return {@code null} if there is none for this user and conversation
   * @throws RuntimeException if the store is unavailable
   */
  public @Nullable StoredResult find(CallerContext caller, String handle, Access access) {
    ResultStore in = store;
    String key = key(caller, handle);
    String encoded =
        in == null ? null : runWithin(access.deadline(), () -> (@Nullable String) in.find(key));
    StoredResult result = encoded == null ? null : StoredResult.decode(encoded);
    access
        .counters()
        .increment(result == null ? Counter.STORED_RESULTS_MISSED : Counter.STORED_RESULT_READS);
    return result;
  }

  /**
   * Does not interrupt what takes too long: that may break a connection, or an embedded database.
   */
  private <T extends @Nullable Object> T runWithin(Deadline deadline, Callable<T> work) {
    if (overdue.get() >= MAX_OVERDUE) {
      throw new McpException(
          "the result store has not answered " + MAX_OVERDUE + " requests for too long");
    }
    FutureTask<T> task = new FutureTask<>(work);
    workers.execute(
        () -> {
          task.run();
          if (task.isCancelled()) {
            overdue.decrementAndGet();
          }
        });
    try {
      return task.get(Math.max(0, deadline.remainingNanos()), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new McpException("the result store failed", e.getCause());
    } catch (TimeoutException e) {
      giveUp(task);
      throw new McpException("the result store did not answer within " + deadline.described());
    } catch (InterruptedException e) {
      giveUp(task);
      Thread.currentThread().interrupt();
      throw new McpException("interrupted while waiting for the result store");
    }
  }

  private void giveUp(FutureTask<?> task) {
    if (task.cancel(false)) {
      overdue.incrementAndGet();
    }
  }

  private String key(CallerContext caller, String handle) {
    StringBuilder key = new StringBuilder();
    append(key, caller.server());
    append(key, handle);
    append(key, caller.conversationId());
    append(key, caller.user());
    return Sha256.of(key.toString());
  }

  /** Without collisions, as long as users differ by class or text. */
  private static void append(StringBuilder key, @Nullable Object part) {
    if (part == null) {
      key.append("-;");
    } else if (part instanceof Collection<?> parts) { // the users of several contexts
      key.append(parts.size()).append('[');
      parts.forEach(element -> append(key, element));
      key.append("];");
    } else {
      String text = part.toString();
      key.append(part.getClass().getName()).append(' ').append(text.length());
      key.append(':').append(text).append(';');
    }
  }
}
