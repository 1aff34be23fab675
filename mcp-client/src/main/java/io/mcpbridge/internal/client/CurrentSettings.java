package io.mcpbridge.internal.client;

import java.util.function.Supplier;

/** The settings of a client, some of which can be replaced at runtime. */
final class CurrentSettings implements Supplier<ClientSettings> {

  private volatile ClientSettings now;

  CurrentSettings(ClientSettings first) {
    this.now = first;
  }

  @Override
  public ClientSettings get() {
    return now;
  }

  /** Replaces the settings that do not affect connecting and negotiating. */
  void update(ClientSettings next) {
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
            next.callInterceptors(),
            next.wireInterceptors());
  }
}
