package io.mcpbridge.internal.client;

import io.mcpbridge.model.LoggingLevel;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The settings of a client, some of which can be replaced at runtime. */
final class CurrentSettings implements Supplier<ClientSettings> {

  private volatile ClientSettings now;

  /** Set at run time; replaces that of all settings. */
  private final AtomicReference<@Nullable LoggingLevel> logLevel = new AtomicReference<>();

  CurrentSettings(ClientSettings first) {
    this.now = first;
  }

  @Override
  public ClientSettings get() {
    return now;
  }

  /** The minimum level of calls without one of their own. */
  @Nullable LoggingLevel logLevel() {
    LoggingLevel level = logLevel.get();
    return level == null ? now.logLevel() : level;
  }

  /** Sets the level at once, since calls run meanwhile, but not if the server rejects it. */
  void logLevel(LoggingLevel level, Runnable request) {
    LoggingLevel before = logLevel.getAndSet(level);
    try {
      request.run();
    } catch (RuntimeException | Error e) {
      logLevel.compareAndSet(level, before);
      throw e;
    }
  }

  /** Replaces the settings that do not affect connecting and negotiating. */
  synchronized void update(ClientSettings next) {
    ClientSettings first = now;
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
            next.logLevel(),
            first.revision(),
            first.revisionCache(),
            first.listener(),
            first.inputHandlers(),
            first.paramHeaders(),
            next.requestMeta(),
            next.callInterceptors(),
            next.wireInterceptors());
  }
}
