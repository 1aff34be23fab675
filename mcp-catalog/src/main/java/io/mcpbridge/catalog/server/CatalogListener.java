package io.mcpbridge.catalog.server;

import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.model.LogMessage;
import io.mcpbridge.model.Progress;
import io.mcpbridge.model.ServerInfo;
import org.jspecify.annotations.Nullable;

/**
 * Listens to a catalog's servers, tools and calls. Events of one server arrive in order and one at
 * a time, on a worker thread of the catalog; events of different servers may arrive concurrently.
 * Methods may block, since no call waits for them. Each server's queue holds 1,000 events; when it
 * is full, the oldest are dropped, progress, notifications and log messages first. Exceptions are
 * logged.
 *
 * <pre>{@code
 * ToolCatalog.builder()
 *     .listener(
 *         new CatalogListener() {
 *           @Override
 *           public void callFinished(CallEvent call, CallOutcome outcome) {
 *             audit.add(call.modelName() + " " + outcome.kind() + " " + outcome.duration());
 *           }
 *         })
 * }</pre>
 */
public interface CatalogListener {

  /**
   * The state of a server changed. {@link #connected} and {@link #connectionLost} are called in
   * addition for the two most important transitions.
   *
   * @param reason the cause of a problem, or by whom the server was disabled
   */
  default void stateChanged(
      String server, ServerState before, ServerState now, @Nullable String reason) {}

  /** A server connected or reconnected, and its tools are known. */
  default void connected(String server, ServerInfo info) {}

  /**
   * The connection to a server was lost, or the server requires authorization. The catalog
   * reconnects automatically.
   *
   * @param reason what was tried, the response, and what to change
   */
  default void connectionLost(String server, String reason) {}

  /** The listed tools of a server changed. */
  default void toolsChanged(String server, ToolsChange change) {}

  /** A tool call started. */
  default void callStarted(CallEvent call) {}

  /** The server reported progress of a call; only if {@link #wantsProgress} requested it. */
  default void progress(CallEvent call, Progress progress) {}

  /**
   * Whether to request progress from servers, default {@code false}; some servers report often.
   * Without a listener that returns {@code true}, {@link #progress} is never called. Called before
   * each call on the caller's thread, so it must not block. An exception is logged and counts as
   * {@code false}.
   */
  default boolean wantsProgress() {
    return false;
  }

  /**
   * Whether {@link CallOutcome#output()} of {@link #callFinished} has the tool's output, default
   * {@code false}: it may be confidential. Called after each call on the caller's thread, so it
   * must not block. An exception is logged and counts as {@code false}.
   */
  default boolean wantsOutput() {
    return false;
  }

  /** A tool call ended. */
  default void callFinished(CallEvent call, CallOutcome outcome) {}

  /**
   * A tool call was not made, because the model had reached a limit of {@link CallGuards}. There
   * are no other events of such a call.
   */
  default void callLimitReached(CallLimitEvent event) {}

  /**
   * The server sent a log message; see {@link io.mcpbridge.catalog.ToolCatalogBuilder#logLevel}.
   * Untrusted.
   */
  default void logMessage(String server, LogMessage message) {}

  /** The server sent a notification that belongs to no call. Untrusted. */
  default void notification(String server, JsonRpcNotification notification) {}
}
