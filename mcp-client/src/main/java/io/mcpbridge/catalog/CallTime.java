package io.mcpbridge.catalog;

import io.mcpbridge.client.CallOptions;
import io.mcpbridge.transport.Deadline;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How long one call may take: what the caller says, else what is set for the tool, else what is set
 * for the server.
 *
 * @param deadline when it is to be over: waiting, connecting and repeats included
 * @param options the caller's, with the time that may pass without a sign of work
 * @param isUsual whether the caller gives it as much time as it usually has, in all and for a sign
 */
record CallTime(Deadline deadline, CallOptions options, boolean isUsual) {

  static CallTime of(ServerOptions server, String tool, CallOptions options) {
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
    CallOptions limited =
        idle == null || options.idleTimeout() != null ? options : options.withIdleTimeout(idle);
    // Who waits for a sign as long as for the whole call waits as long as anybody.
    boolean isUsual =
        isNoLess(callers, usual) && isNoLess(options.idleTimeout(), idle == null ? usual : idle);
    return new CallTime(deadline, limited, isUsual);
  }

  private static boolean isNoLess(@Nullable Duration callers, Duration usual) {
    return callers == null || callers.compareTo(usual) >= 0;
  }

  private static String setting(String tool, String option) {
    return "tools." + tool + "." + option;
  }
}
