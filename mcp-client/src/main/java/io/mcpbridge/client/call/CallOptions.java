package io.mcpbridge.client.call;

import io.mcpbridge.internal.text.HeaderRules;
import io.mcpbridge.model.LoggingLevel;
import io.mcpbridge.model.Progress;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Options of one call. Immutable. {@link Builder} creates them. */
public final class CallOptions {

  private static final CallOptions DEFAULTS = new Builder().build();

  /** A copy that nothing changes. */
  private final Builder values;

  private CallOptions(Builder values) {
    this.values = values;
  }

  /** The client's timeout and log level, no {@code _meta} and no progress. */
  public static CallOptions defaults() {
    return DEFAULTS;
  }

  /** Creates a builder with the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /** Creates a builder with these options. */
  public Builder toBuilder() {
    return values.copy();
  }

  /**
   * The maximum duration of the whole call, including connecting, retries and waiting; {@code null}
   * for the client's default.
   */
  public @Nullable Duration timeout() {
    return values.timeout;
  }

  /** Members for the request's {@code _meta}; unmodifiable. */
  public Map<String, @Nullable Object> meta() {
    return values.meta;
  }

  /** Receives progress; {@code null} to request none. */
  public @Nullable Consumer<Progress> onProgress() {
    return values.onProgress;
  }

  /** The minimum level of the server's log messages; {@code null} for the client's default. */
  public @Nullable LoggingLevel logLevel() {
    return values.logLevel;
  }

  /** Whether to bypass the cache. */
  public boolean noCache() {
    return values.noCache;
  }

  /** The maximum time without activity; {@code null} for no limit. */
  public @Nullable Duration idleTimeout() {
    return values.idleTimeout;
  }

  /** The user on whose behalf the call is made; {@code null} for none. */
  public @Nullable Object user() {
    return values.user;
  }

  /** The tool name that the model uses; {@code null} for the catalog's name. */
  public @Nullable String shownName() {
    return values.shownName;
  }

  /** HTTP headers for the requests of this call; unmodifiable, case-insensitive. */
  public Map<String, String> headers() {
    return values.headers;
  }

  /** The application's correlation id; {@code null} for none. */
  public @Nullable Object conversationId() {
    return values.conversationId;
  }

  /** The request to the agent that the call belongs to; {@code null} if unknown. */
  public @Nullable String invocationId() {
    return values.invocationId;
  }

  /** Identifies the call; {@code null} for a new random id. */
  public @Nullable String executionId() {
    return values.executionId;
  }

  /** The approval that the call uses; {@code null} for none. */
  public @Nullable String approvalId() {
    return values.approvalId;
  }

  /** Without the values of headers and {@code _meta}, which may be secrets. */
  @Override
  public String toString() {
    return ("CallOptions[timeout=%s, meta=%s, headers=%s, logLevel=%s, noCache=%s,"
            + " idleTimeout=%s, user=%s, conversationId=%s, invocationId=%s]")
        .formatted(
            values.timeout,
            values.meta.keySet(),
            values.headers.keySet(),
            values.logLevel,
            values.noCache,
            values.idleTimeout,
            values.user,
            values.conversationId,
            values.invocationId);
  }

  /** Builds options. The last value of an option applies. */
  public static final class Builder implements Cloneable {

    private @Nullable Duration timeout;
    private Map<String, @Nullable Object> meta = Map.of();
    private @Nullable Consumer<Progress> onProgress;
    private @Nullable LoggingLevel logLevel;
    private boolean noCache;
    private @Nullable Duration idleTimeout;
    private @Nullable Object user;
    private @Nullable String shownName;
    private Map<String, String> headers = Map.of();
    private @Nullable Object conversationId;
    private @Nullable String invocationId;
    private @Nullable String executionId;
    private @Nullable String approvalId;

    private Builder() {}

    /** A builder of its own with the same values, which are immutable. */
    private Builder copy() {
      try {
        return (Builder) clone();
      } catch (CloneNotSupportedException e) {
        throw new AssertionError(e);
      }
    }

    /**
     * The maximum duration of the whole call, including connecting, retries and waiting; {@code
     * null} for the client's default.
     */
    public Builder timeout(@Nullable Duration limit) {
      this.timeout = limit;
      return this;
    }

    /**
     * Members for the request's {@code _meta}, plain Java values; use keys in your own reverse-DNS
     * namespace.
     */
    public Builder meta(Map<String, @Nullable Object> members) {
      this.meta =
          members.isEmpty() ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(members));
      return this;
    }

    /**
     * Receives progress on the thread that waits for the response; for a submitted call, on threads
     * of that call, one notification at a time. {@code null} to request none.
     */
    public Builder onProgress(@Nullable Consumer<Progress> listener) {
      this.onProgress = listener;
      return this;
    }

    /**
     * The minimum level of the server's log messages, see {@link McpClientListener#logMessage};
     * {@code null} for the client's default. Up to 2025-11-25 the level belongs to the session: the
     * client sets the least severe level that any call has requested.
     */
    public Builder logLevel(@Nullable LoggingLevel level) {
      this.logLevel = level;
      return this;
    }

    /** Bypasses the cache ({@code ttlMs}). */
    public Builder noCache() {
      this.noCache = true;
      return this;
    }

    /**
     * The maximum time without activity: each progress notification, which it requests, and every
     * other message on the way to the response restarts it, up to {@code timeout}; {@code null} for
     * no limit.
     */
    public Builder idleTimeout(@Nullable Duration limit) {
      this.idleTimeout = limit;
      return this;
    }

    /**
     * The user on whose behalf the call is made, compared by {@code equals} and never a secret;
     * separates remembered approvals and is not sent. {@code null} for none.
     */
    public Builder user(@Nullable Object principal) {
      this.user = principal;
      return this;
    }

    /**
     * The application's correlation id, such as that of a conversation or task, for handlers,
     * events, approvals, log lines, stored results and limits ({@code CallGuards}); compared by
     * {@code equals}, never a secret and not sent. {@code null} for none.
     */
    public Builder conversationId(@Nullable Object id) {
      this.conversationId = id;
      return this;
    }

    /**
     * Identifies the call in events, approvals, handlers and log lines ({@link
     * io.mcpbridge.context.CallerContext#executionId}); {@code null} for a new random id.
     */
    public Builder executionId(@Nullable String id) {
      this.executionId = id;
      return this;
    }

    /**
     * The approval that the call uses, by the id that a catalog's {@code McpApprovals} has given:
     * the call runs only if it is the one that was approved, and has not run. Not sent; {@code
     * null} for none.
     */
    public Builder approvalId(@Nullable String id) {
      this.approvalId = id;
      return this;
    }

    /**
     * The tool name that the model uses, if it differs from the catalog's; used in texts for the
     * model and not sent. {@code null} for the catalog's name.
     */
    public Builder shownName(@Nullable String name) {
      this.shownName = name;
      return this;
    }

    /**
     * The request to the agent that the call belongs to, unique for each: it may take several
     * rounds of tool calls, which a catalog limits ({@code CallGuards}). Not sent; {@code null} if
     * unknown.
     */
    public Builder invocationId(@Nullable String id) {
      this.invocationId = id;
      return this;
    }

    /**
     * Adds an HTTP header for the requests of this call, such as a tenant. It replaces the
     * transport's header of the same name, and credentials replace both. Transports without headers
     * ignore it. Calls with headers bypass the cache.
     *
     * @throws IllegalArgumentException if the protocol sets the header, or name or value is invalid
     */
    public Builder header(String name, String value) {
      HeaderRules.checkConfigurable(name, value, "CallOptions");
      Map<String, String> extended = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
      extended.putAll(headers);
      extended.put(name, value);
      headers = Collections.unmodifiableMap(extended);
      return this;
    }

    /**
     * Creates the options.
     *
     * @throws IllegalArgumentException if the idle timeout is not positive
     */
    public CallOptions build() {
      if (idleTimeout != null && (idleTimeout.isZero() || idleTimeout.isNegative())) {
        throw new IllegalArgumentException(
            "CallOptions.idleTimeout must be positive: " + idleTimeout);
      }
      return new CallOptions(copy());
    }
  }
}
