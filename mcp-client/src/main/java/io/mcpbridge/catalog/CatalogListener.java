package io.mcpbridge.catalog;

import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.model.LogMessage;
import io.mcpbridge.model.Progress;
import io.mcpbridge.model.ServerInfo;
import org.jspecify.annotations.Nullable;

/**
 * Watches a catalogue: its servers, their tools, the calls. Told on a worker thread of the
 * catalogue, of one server in the order in which it happened and one event at a time; of several
 * servers side by side. It may block: nothing waits for it. Of what then piles up, 1,000 events a
 * server are kept, and the oldest give way, progress, notifications and log messages first. What it
 * throws is logged.
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
   * A server stands elsewhere than before. {@link #connected} and {@link #lost} are the two moves
   * that matter most, and told besides.
   *
   * @param reason why, where something is wrong or the server is disabled
   */
  default void stateChanged(
      String server, ServerState before, ServerState now, @Nullable String reason) {}

  /** A server is connected, for the first time or again, and its tools are known. */
  default void connected(String server, ServerInfo info) {}

  /**
   * A server that was connected is away, or needs authorization. It is tried again by itself.
   *
   * @param reason what was tried, what came back, what to change
   */
  default void lost(String server, String reason) {}

  /** The tools of a server that are listed are others than before. */
  default void toolsChanged(String server, ToolsChange change) {}

  /** A model's call begins. */
  default void callStarted(CallEvent call) {}

  /** The server told how far a call has come, if it was asked to: {@link #wantsProgress}. */
  default void progress(CallEvent call, Progress progress) {}

  /**
   * Whether servers are to be asked how far calls have come, which some then tell at length;
   * default no. Where no listener wants it, {@link #progress} is told of no call. Asked before each
   * call on the thread of its caller, so that it must not block; what it throws is logged and means
   * no.
   */
  default boolean wantsProgress() {
    return false;
  }

  /** A model's call is over. */
  default void callFinished(CallEvent call, CallOutcome outcome) {}

  /** A server wrote to its client's log; see {@link ToolCatalogBuilder#logLevel}. Untrusted. */
  default void logMessage(String server, LogMessage message) {}

  /** A server said something by itself that belongs to no call. Untrusted. */
  default void notification(String server, JsonRpcNotification notification) {}
}
