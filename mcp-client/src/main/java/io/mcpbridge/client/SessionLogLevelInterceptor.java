package io.mcpbridge.client;

import io.mcpbridge.model.LoggingLevel;
import io.mcpbridge.model.McpRequest;
import io.mcpbridge.model.McpResult;
import io.mcpbridge.transport.Deadline;
import java.time.Duration;

/** Sends a call's log level to a server whose log level belongs to the session. */
final class SessionLogLevelInterceptor implements Interceptor {

  /** Leaves time for the call itself if setting the level is slow. */
  private static final Duration LONGEST = Duration.ofSeconds(5);

  private static final int SHARE = 4;

  private final ActiveCall call;

  SessionLogLevelInterceptor(ActiveCall call) {
    this.call = call;
  }

  @Override
  public McpResult intercept(Chain chain) {
    LoggingLevel wanted = chain.options().logLevel();
    Connection on = call.connection();
    McpRequest<?> telling = wanted == null ? null : on.revision().setLevel(wanted);
    if (wanted != null && telling != null && on.logs() && call.resumesOn() == null) {
      on.level().hearFrom(wanted, () -> call.aside(soon(), () -> chain.proceed(telling)));
    }
    return chain.proceed(chain.request());
  }

  private Deadline soon() {
    Duration share = Duration.ofNanos(Math.max(0, call.deadline().remainingNanos() / SHARE));
    return Deadline.after(share.compareTo(LONGEST) < 0 ? share : LONGEST);
  }
}
