package io.mcpbridge.client;

import io.mcpbridge.model.LoggingLevel;
import io.mcpbridge.model.McpResult;

/** Tells a server whose log level belongs to the session what a call would like to hear. */
final class SessionLogLevel implements Interceptor {

  private final ActiveCall call;

  SessionLogLevel(ActiveCall call) {
    this.call = call;
  }

  @Override
  public McpResult intercept(Chain chain) {
    LoggingLevel wanted = chain.options().logLevel();
    if (wanted != null) {
      call.connection().hearFrom(wanted, call.deadline());
    }
    return chain.proceed(chain.request());
  }
}
