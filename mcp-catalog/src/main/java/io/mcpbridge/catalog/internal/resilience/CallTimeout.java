package io.mcpbridge.catalog.internal.resilience;

import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ToolOptions;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.transport.Deadline;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The time limits of one call: from the caller, else from the tool's settings, else from the
 * server's.
 *
 * @param deadline covers waiting, connecting and retries
 * @param idle the maximum time without activity; {@code null} for no limit
 * @param isUsual whether the caller's timeout and idle timeout are no shorter than the configured
 *     ones
 */
public record CallTimeout(Deadline deadline, @Nullable Duration idle, boolean isUsual) {

  public static CallTimeout of(ServerOptions server, String tool, CallOptions options) {
    ToolOptions special = server.forTool(tool);
    Duration callers = options.timeout();
    Duration tools = special.timeout();
    Duration usual = tools == null ? server.timeout() : tools;
    Deadline deadline;
    if (callers != null) {
      deadline = Deadline.after(callers, "CallOptions.timeout");
    } else {
      deadline = Deadline.after(usual, tools == null ? "timeout" : setting(tool, "timeout"));
    }
    Duration idle = special.idleTimeout() == null ? server.idleTimeout() : special.idleTimeout();
    Duration callersIdle = options.idleTimeout();
    // An idle timeout as long as the whole call is no restriction.
    boolean isUsual =
        isNoLess(callers, usual) && isNoLess(callersIdle, idle == null ? usual : idle);
    return new CallTimeout(deadline, callersIdle == null ? idle : callersIdle, isUsual);
  }

  private static boolean isNoLess(@Nullable Duration callers, Duration usual) {
    return callers == null || callers.compareTo(usual) >= 0;
  }

  private static String setting(String tool, String option) {
    return "tools." + tool + "." + option;
  }
}
