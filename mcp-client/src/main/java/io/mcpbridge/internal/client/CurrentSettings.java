package io.mcpbridge.internal.client;

import io.mcpbridge.model.LoggingLevel;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The settings of a client, some of which can be replaced at runtime. */
final class CurrentSettings implements Supplier<ClientSettings> {

  private volatile ClientSettings now;

  /** Set at run time; replaces that of all settings. */
  private volatile @Nullable LoggingLevel logLevel;

  CurrentSettings(ClientSettings first) {
    this.now = first;
  }

  @Override
  public ClientSettings get() {
    return now;
  }

  synchronized void logLevel(LoggingLevel level) {
    logLevel = level;
    update(now);
  }

  /** Replaces the settings that do not affect connecting and negotiating. */
  synchronized void update(ClientSettings next) {
    ClientSettings first = now;
    LoggingLevel level = logLevel;
    now =
        new ClientSettings(
            first.transport(),
            first.name(),
            first.user(),
            first.clientInfo(),
            next.timeout(),
            next.initializationTimeout(),
            next.listTimeout(),
            next.maxPages(),
            next.maxInputRounds(),
            next.cacheLimits(),
            level == null ? next.logLevel() : level,
            first.revision(),
            first.revisionCache(),
            first.listener(),
            first.inputHandlers(),
            first.paramHeaders(),
            next.callInterceptors(),
            next.wireInterceptors());
  }
}
