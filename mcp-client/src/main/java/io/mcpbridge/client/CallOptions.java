package io.mcpbridge.client;

import io.mcpbridge.model.LoggingLevel;
import io.mcpbridge.model.Progress;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
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
 */
public record CallOptions(
    @Nullable Duration timeout,
    Map<String, @Nullable Object> meta,
    @Nullable Consumer<Progress> onProgress,
    @Nullable LoggingLevel logLevel,
    boolean noCache,
    @Nullable Duration idleTimeout,
    @Nullable Object user,
    @Nullable String shownName) {

  private static final CallOptions DEFAULTS =
      new CallOptions(null, Map.of(), null, null, false, null, null, null);

  /**
   * Copies the meta map, keeping its order.
   *
   * @throws IllegalArgumentException if the idle timeout is not positive
   */
  public CallOptions {
    if (idleTimeout != null && (idleTimeout.isZero() || idleTimeout.isNegative())) {
      throw new IllegalArgumentException(
          "CallOptions.idleTimeout must be longer than nothing: " + idleTimeout);
    }
    meta = Collections.unmodifiableMap(new LinkedHashMap<>(meta));
  }

  /** The client's timeout and log level, no {@code _meta} and no progress. */
  public static CallOptions defaults() {
    return DEFAULTS;
  }

  /** A copy with this timeout for the whole call. */
  public CallOptions withTimeout(Duration limit) {
    return new CallOptions(
        limit, meta, onProgress, logLevel, noCache, idleTimeout, user, shownName);
  }

  /** A copy with these {@code _meta} members. */
  public CallOptions withMeta(Map<String, @Nullable Object> members) {
    return new CallOptions(
        timeout, members, onProgress, logLevel, noCache, idleTimeout, user, shownName);
  }

  /**
   * A copy with this progress listener. It runs on the thread that waits for the response; for a
   * submitted call, on threads of that call, one notification at a time.
   */
  public CallOptions withProgress(Consumer<Progress> listener) {
    return new CallOptions(
        timeout, meta, listener, logLevel, noCache, idleTimeout, user, shownName);
  }

  /** A copy with this minimum level for the server's log messages. */
  public CallOptions withLogLevel(LoggingLevel level) {
    return new CallOptions(timeout, meta, onProgress, level, noCache, idleTimeout, user, shownName);
  }

  /** A copy with this idle timeout; requests progress. */
  public CallOptions withIdleTimeout(Duration limit) {
    return new CallOptions(timeout, meta, onProgress, logLevel, noCache, limit, user, shownName);
  }

  /** A copy that bypasses the cache. */
  public CallOptions withNoCache() {
    return new CallOptions(timeout, meta, onProgress, logLevel, true, idleTimeout, user, shownName);
  }

  /** A copy for a call on behalf of this user. */
  public CallOptions withUser(@Nullable Object who) {
    return new CallOptions(
        timeout, meta, onProgress, logLevel, noCache, idleTimeout, who, shownName);
  }

  /** A copy for a call under another name than the catalog's. */
  public CallOptions withShownName(@Nullable String name) {
    return new CallOptions(timeout, meta, onProgress, logLevel, noCache, idleTimeout, user, name);
  }

  /** Whether to request progress, for a listener or for the idle timeout. */
  boolean wantsProgress() {
    return onProgress != null || idleTimeout != null;
  }
}
