package io.mcpbridge.client;

import java.util.function.Supplier;

/** The settings of a client, of which some may be replaced while it is in use. */
final class CurrentSettings implements Supplier<ClientSettings> {

  private volatile ClientSettings now;

  CurrentSettings(ClientSettings first) {
    this.now = first;
  }

  @Override
  public ClientSettings get() {
    return now;
  }

  /** Replaces those that do not decide how the server is connected and greeted. */
  void become(ClientSettings next) {
    ClientSettings first = now;
    now =
        new ClientSettings(
            first.transport(),
            first.name(),
            first.clientInfo(),
            next.timeout(),
            next.connectTimeout(),
            next.listTimeout(),
            next.maxPages(),
            next.maxInputRounds(),
            next.cacheLimits(),
            next.logLevel(),
            first.revision(),
            first.revisionMemory(),
            first.listener(),
            first.inputHandlers(),
            first.paramHeaders(),
            next.callInterceptors(),
            next.wireInterceptors());
  }
}
