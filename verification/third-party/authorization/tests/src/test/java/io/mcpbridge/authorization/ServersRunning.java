package io.mcpbridge.authorization;

import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Starts the servers before the first test, and stops them after the last. */
public final class ServersRunning implements BeforeAllCallback {

  /** For JUnit. */
  public ServersRunning() {}

  @Override
  public void beforeAll(ExtensionContext context) {
    context
        .getRoot()
        .getStore(ExtensionContext.Namespace.GLOBAL)
        .getOrComputeIfAbsent(Servers.class, key -> Servers.start(), Servers.class);
  }
}
