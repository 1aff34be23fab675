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
 */
public record CallOptions(
    @Nullable Duration timeout,
    Map<String, @Nullable Object> meta,
    @Nullable Consumer<Progress> onProgress,
    @Nullable LoggingLevel logLevel,
    boolean fresh) {

  private static final CallOptions DEFAULTS = new CallOptions(null, Map.of(), null, null, false);

  /** Copies the meta map, keeping its order. */
  public CallOptions {
    meta = Collections.unmodifiableMap(new LinkedHashMap<>(meta));
  }

  /** The client's timeout and log level, no meta, no progress. */
  public static CallOptions defaults() {
    return DEFAULTS;
  }

  /** These options with another limit for the whole call. */
  public CallOptions withTimeout(Duration limit) {
    return new CallOptions(limit, meta, onProgress, logLevel, fresh);
  }

  /** These options with these {@code _meta} members. */
  public CallOptions withMeta(Map<String, @Nullable Object> members) {
    return new CallOptions(timeout, members, onProgress, logLevel, fresh);
  }

  /** These options with a listener for progress; it runs on the thread that waits. */
  public CallOptions withProgress(Consumer<Progress> listener) {
    return new CallOptions(timeout, meta, listener, logLevel, fresh);
  }

  /** These options with a level from which on to hear what the server logs. */
  public CallOptions withLogLevel(LoggingLevel level) {
    return new CallOptions(timeout, meta, onProgress, level, fresh);
  }

  /** These options, and an answer that is not from memory: the server is asked in any case. */
  public CallOptions withFreshAnswer() {
    return new CallOptions(timeout, meta, onProgress, logLevel, true);
  }
}
