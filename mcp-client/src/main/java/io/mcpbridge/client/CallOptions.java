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
 * What one call may have of its own.
 *
 * @param timeout the most the whole call may take: connecting, retries and waiting included; {@code
 *     null} for the client's default
 * @param meta members for the request's {@code _meta}, plain Java values; keys in your own
 *     reverse-DNS namespace
 * @param onProgress told about progress on the thread that waits for the answer; {@code null} to
 *     not ask for any
 * @param logLevel from which on to hear what the server logs, see {@link
 *     McpClientListener#logMessage}; {@code null} for the client's default. Up to 2025-11-25 a
 *     level belongs to the session: it is set once for all calls, to the least severe that any of
 *     them wanted
 * @param fresh whether to ask the server even for what it said may be used again ({@code ttlMs})
 * @param idleTimeout the most that may pass without a sign that the server works on it: every
 *     report of progress and every other message on its way to the answer begins it anew, up to the
 *     timeout of the whole call; {@code null} for no such limit
 * @param user who the call is made for, by {@code equals} and never a secret, for what users are
 *     kept apart in: what one of them has allowed always; it is not sent. {@code null} for nobody
 *     in particular
 * @param shownName the name that the model calls the tool by, where it is not the catalogue's: what
 *     the model reads of the call has it; it is not sent. {@code null} for the catalogue's
 */
public record CallOptions(
    @Nullable Duration timeout,
    Map<String, @Nullable Object> meta,
    @Nullable Consumer<Progress> onProgress,
    @Nullable LoggingLevel logLevel,
    boolean fresh,
    @Nullable Duration idleTimeout,
    @Nullable Object user,
    @Nullable String shownName) {

  private static final CallOptions DEFAULTS =
      new CallOptions(null, Map.of(), null, null, false, null, null, null);

  /**
   * Copies the meta map, keeping its order.
   *
   * @throws IllegalArgumentException if the idle timeout is not longer than nothing
   */
  public CallOptions {
    if (idleTimeout != null && (idleTimeout.isZero() || idleTimeout.isNegative())) {
      throw new IllegalArgumentException(
          "CallOptions.idleTimeout must be longer than nothing: " + idleTimeout);
    }
    meta = Collections.unmodifiableMap(new LinkedHashMap<>(meta));
  }

  /** The client's timeout and log level, no meta, no progress. */
  public static CallOptions defaults() {
    return DEFAULTS;
  }

  /** These options with another limit for the whole call. */
  public CallOptions withTimeout(Duration limit) {
    return new CallOptions(limit, meta, onProgress, logLevel, fresh, idleTimeout, user, shownName);
  }

  /** These options with these {@code _meta} members. */
  public CallOptions withMeta(Map<String, @Nullable Object> members) {
    return new CallOptions(
        timeout, members, onProgress, logLevel, fresh, idleTimeout, user, shownName);
  }

  /**
   * These options with a listener for progress. It runs on the thread that waits; in a call that
   * was submitted, on threads of that call, one report after the other.
   */
  public CallOptions withProgress(Consumer<Progress> listener) {
    return new CallOptions(timeout, meta, listener, logLevel, fresh, idleTimeout, user, shownName);
  }

  /** These options with a level from which on to hear what the server logs. */
  public CallOptions withLogLevel(LoggingLevel level) {
    return new CallOptions(timeout, meta, onProgress, level, fresh, idleTimeout, user, shownName);
  }

  /** These options with a limit for the time without a sign of work; it asks for progress. */
  public CallOptions withIdleTimeout(Duration limit) {
    return new CallOptions(timeout, meta, onProgress, logLevel, fresh, limit, user, shownName);
  }

  /** These options, and an answer that is not from memory: the server is asked in any case. */
  public CallOptions withFreshAnswer() {
    return new CallOptions(timeout, meta, onProgress, logLevel, true, idleTimeout, user, shownName);
  }

  /** These options for a call in the name of a user. */
  public CallOptions withUser(@Nullable Object who) {
    return new CallOptions(timeout, meta, onProgress, logLevel, fresh, idleTimeout, who, shownName);
  }

  /** These options for a call by another name than the catalogue's. */
  public CallOptions withShownName(@Nullable String name) {
    return new CallOptions(timeout, meta, onProgress, logLevel, fresh, idleTimeout, user, name);
  }

  /** Whether the server is to report progress, to be told or as a sign of life. */
  boolean wantsProgress() {
    return onProgress != null || idleTimeout != null;
  }
}
