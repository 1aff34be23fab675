package io.mcpbridge.client;

import io.mcpbridge.context.CallerContext;
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

/**
 * Options of one call.
 *
 * @param timeout maximum duration of the whole call, including connecting, retries and waiting;
 *     {@code null} for the client's default
 * @param meta members for the request's {@code _meta}, plain Java values; use keys in your own
 *     reverse-DNS namespace
 * @param onProgress receives progress on the thread that waits for the response; {@code null} to
 *     request none
 * @param logLevel minimum level of the server's log messages, see {@link
 *     McpClientListener#logMessage}; {@code null} for the client's default. Up to 2025-11-25 the
 *     level belongs to the session: the client sets the least severe level that any call has
 *     requested
 * @param noCache whether to bypass the cache ({@code ttlMs})
 * @param idleTimeout maximum time without activity: each progress notification and every other
 *     message on the way to the response restarts it, up to {@code timeout}; {@code null} for no
 *     limit
 * @param user the user on whose behalf the call is made, compared by {@code equals} and never a
 *     secret; separates remembered approvals and is not sent. {@code null} for none
 * @param shownName the tool name that the model uses, if it differs from the catalog's; used in
 *     texts for the model and not sent. {@code null} for the catalog's name
 * @param headers HTTP headers for the requests of this call, such as a tenant; each replaces the
 *     transport's header of the same name, and credentials replace both. Transports without headers
 *     ignore them. Calls with headers bypass the cache
 * @param conversationId the application's correlation id, such as that of a conversation or task,
 *     for handlers, events, approvals, log lines, stored results and limits ({@code CallGuards});
 *     compared by {@code equals}, never a secret and not sent. {@code null} for none
 * @param invocationId the request to the agent that the call belongs to, unique for each: it may
 *     take several rounds of tool calls, which a catalog limits ({@code CallGuards}). Not sent;
 *     {@code null} if unknown
 * @param executionId identifies the call in {@link CallerContext#executionId}; {@code null} for a
 *     new random id
 */
public record CallOptions(
    @Nullable Duration timeout,
    Map<String, @Nullable Object> meta,
    @Nullable Consumer<Progress> onProgress,
    @Nullable LoggingLevel logLevel,
    boolean noCache,
    @Nullable Duration idleTimeout,
    @Nullable Object user,
    @Nullable String shownName,
    Map<String, String> headers,
    @Nullable Object conversationId,
    @Nullable String invocationId,
    @Nullable String executionId) {

  private static final CallOptions DEFAULTS =
      new CallOptions(
          null, Map.of(), null, null, false, null, null, null, Map.of(), null, null, null);

  /**
   * Copies the maps.
   *
   * @throws IllegalArgumentException if the idle timeout is not positive, the protocol sets one of
   *     the headers, or a header's name or value is invalid
   */
  public CallOptions {
    if (idleTimeout != null && (idleTimeout.isZero() || idleTimeout.isNegative())) {
      throw new IllegalArgumentException(
          "CallOptions.idleTimeout must be positive: " + idleTimeout);
    }
    meta = meta.isEmpty() ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(meta));
    headers = checked(headers);
  }

  private static Map<String, String> checked(Map<String, String> headers) {
    if (headers.isEmpty()) {
      return Map.of();
    }
    Map<String, String> checked = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    headers.forEach(
        (name, value) -> {
          HeaderRules.checkConfigurable(name, value, "CallOptions");
          checked.put(name, value);
        });
    return Collections.unmodifiableMap(checked);
  }

  /** The client's timeout and log level, no {@code _meta} and no progress. */
  public static CallOptions defaults() {
    return DEFAULTS;
  }

  /** Creates a builder with the defaults. */
  public static Builder builder() {
    return DEFAULTS.toBuilder();
  }

  /** Creates a builder with these options. */
  public Builder toBuilder() {
    return new Builder(this);
  }

  /** Without the values of headers and {@code _meta}, which may be secrets. */
  @Override
  public String toString() {
    return "CallOptions[timeout="
        + timeout
        + ", meta="
        + meta.keySet()
        + ", headers="
        + headers.keySet()
        + ", logLevel="
        + logLevel
        + ", noCache="
        + noCache
        + ", idleTimeout="
        + idleTimeout
        + ", user="
        + user
        + ", conversationId="
        + conversationId
        + ", invocationId="
        + invocationId
        + "]";
  }

  /** Builds options; every option is described at {@link CallOptions}. */
  public static final class Builder {

    private @Nullable Duration timeout;
    private Map<String, @Nullable Object> meta;
    private @Nullable Consumer<Progress> onProgress;
    private @Nullable LoggingLevel logLevel;
    private boolean noCache;
    private @Nullable Duration idleTimeout;
    private @Nullable Object user;
    private @Nullable String shownName;
    private Map<String, String> headers;
    private @Nullable Object conversationId;
    private @Nullable String invocationId;
    private @Nullable String executionId;

    private Builder(CallOptions from) {
      timeout = from.timeout;
      meta = from.meta;
      onProgress = from.onProgress;
      logLevel = from.logLevel;
      noCache = from.noCache;
      idleTimeout = from.idleTimeout;
      user = from.user;
      shownName = from.shownName;
      headers = from.headers;
      conversationId = from.conversationId;
      invocationId = from.invocationId;
      executionId = from.executionId;
    }

    /** Limits the whole call: connecting, retries and waiting included. */
    public Builder timeout(Duration limit) {
      this.timeout = limit;
      return this;
    }

    /** Sets the members of the request's {@code _meta}. */
    public Builder meta(Map<String, @Nullable Object> members) {
      this.meta = members;
      return this;
    }

    /**
     * Sets the progress listener. It runs on the thread that waits for the response; for a
     * submitted call, on threads of that call, one notification at a time.
     */
    public Builder onProgress(Consumer<Progress> listener) {
      this.onProgress = listener;
      return this;
    }

    /** Sets the minimum level of the server's log messages. */
    public Builder logLevel(LoggingLevel level) {
      this.logLevel = level;
      return this;
    }

    /** Bypasses the cache. */
    public Builder noCache() {
      this.noCache = true;
      return this;
    }

    /** Limits the time without activity; requests progress. */
    public Builder idleTimeout(Duration limit) {
      this.idleTimeout = limit;
      return this;
    }

    /** Sets the user on whose behalf the call is made. */
    public Builder user(@Nullable Object who) {
      this.user = who;
      return this;
    }

    /** Sets the application's correlation id, such as that of a conversation or task. */
    public Builder conversationId(@Nullable Object id) {
      this.conversationId = id;
      return this;
    }

    /** Sets the id that identifies the call in events, approvals, handlers and log lines. */
    public Builder executionId(@Nullable String id) {
      this.executionId = id;
      return this;
    }

    /** Sets the tool name that the model uses. */
    public Builder shownName(@Nullable String name) {
      this.shownName = name;
      return this;
    }

    /** Sets the request to the agent that the call belongs to. */
    public Builder invocationId(@Nullable String id) {
      this.invocationId = id;
      return this;
    }

    /**
     * Adds an HTTP header.
     *
     * @throws IllegalArgumentException if the protocol sets the header, or name or value is invalid
     */
    public Builder header(String name, String value) {
      HeaderRules.checkConfigurable(name, value, "CallOptions");
      Map<String, String> more = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
      more.putAll(headers);
      more.put(name, value);
      headers = more;
      return this;
    }

    /**
     * Creates the options.
     *
     * @throws IllegalArgumentException if the idle timeout is not positive
     */
    public CallOptions build() {
      return new CallOptions(
          timeout,
          meta,
          onProgress,
          logLevel,
          noCache,
          idleTimeout,
          user,
          shownName,
          headers,
          conversationId,
          invocationId,
          executionId);
    }
  }
}
