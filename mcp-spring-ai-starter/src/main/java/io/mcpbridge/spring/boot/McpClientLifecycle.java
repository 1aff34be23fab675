package io.mcpbridge.spring.boot;

import io.mcpbridge.catalog.ToolCatalog;
import org.springframework.context.SmartLifecycle;

/**
 * Starts connecting once every bean is there and everything else was started: in the last phase, so
 * that a server that runs inside this very application is already listening.
 *
 * <p>Stopping does nothing. The catalogue is closed with the other beans, after all that call its
 * tools, and a context that is stopped only to be started again keeps its tools.
 */
final class McpClientLifecycle implements SmartLifecycle {

  private final ToolCatalog catalog;
  private volatile boolean running;

  McpClientLifecycle(ToolCatalog catalog) {
    this.catalog = catalog;
  }

  @Override
  public void start() {
    catalog.start();
    running = true;
  }

  @Override
  public void stop() {
    running = false;
  }

  @Override
  public boolean isRunning() {
    return running;
  }
}
