package io.mcpbridge.internal.client;

import io.mcpbridge.internal.client.connection.Connection;
import io.mcpbridge.internal.pipeline.Next;
import io.mcpbridge.internal.pipeline.PipelineStep;
import io.mcpbridge.internal.revision.Revision;
import io.mcpbridge.model.LoggingLevel;
import io.mcpbridge.model.McpRequest;
import io.mcpbridge.model.SetLevelRequest;
import io.mcpbridge.transport.Deadline;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Sends a call's log level to a server whose log level belongs to the session, and tracks it. */
final class SessionLogLevelStep implements PipelineStep<ClientCall> {

  /** Leaves time for the call itself if setting the level is slow. */
  private static final Duration MAX_WAIT = Duration.ofSeconds(5);

  private static final int SHARE = 4;

  private final Supplier<@Nullable LoggingLevel> defaultLevel;

  /**
   * @param defaultLevel of calls without a level; read when a call runs, since it can change
   */
  SessionLogLevelStep(Supplier<@Nullable LoggingLevel> defaultLevel) {
    this.defaultLevel = defaultLevel;
  }

  @Override
  public Next before(ClientCall call) {
    Connection on = call.connection();
    if (call.request() instanceof SetLevelRequest request) {
      on.level().requested(request.level());
      return Next.PROCEED;
    }
    if (on.logs()) {
      LoggingLevel level = call.options().logLevel();
      on.level()
          .ensureLevel(
              level == null ? defaultLevel : () -> level,
              missing -> setLevel(call, on.revision(), missing));
    }
    return Next.PROCEED;
  }

  /** A level that the server may not have is set again. */
  @Override
  public Next after(ClientCall call) {
    if (call.failure() != null && call.request() instanceof SetLevelRequest) {
      call.connection().level().requested(null);
    }
    return Next.RETURN;
  }

  private static void setLevel(ClientCall call, Revision revision, LoggingLevel level) {
    McpRequest<?> setLevel = revision.setLevel(level);
    if (setLevel != null) {
      call.runAside(setLevel, soon(call));
    }
  }

  private static Deadline soon(ClientCall call) {
    Duration share = Duration.ofNanos(Math.max(0, call.deadline().remainingNanos() / SHARE));
    return Deadline.after(share.compareTo(MAX_WAIT) < 0 ? share : MAX_WAIT);
  }
}
