package io.mcpbridge.spring.boot;

import io.mcpbridge.catalog.ToolCatalog;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.springframework.context.SmartLifecycle;

/**
 * Starts connecting once every bean is there and everything else was started: in the last phase, so
 * that a server that runs inside this very application is already listening. Waits for the servers
 * that are required, and for no others, the first time.
 *
 * <p>Stopping does nothing. The catalogue is closed with the other beans, after all that call its
 * tools, in the bounded time that {@link ToolCatalog#close()} takes, and a context that is stopped
 * only to be started again keeps its tools.
 */
final class McpClientLifecycle implements SmartLifecycle {

  private final CompletableFuture<Void> ready;
  private final ToolCatalog catalog;
  private final Duration startupTimeout;
  private volatile boolean complete;
  private volatile boolean running;

  /**
   * @param ready completed with the first start
   * @param startupTimeout how long to wait for servers that are required
   */
  McpClientLifecycle(CompletableFuture<Void> ready, ToolCatalog catalog, Duration startupTimeout) {
    this.ready = ready;
    this.catalog = catalog;
    this.startupTimeout = startupTimeout;
  }

  /**
   * @throws io.mcpbridge.catalog.RequiredServersException if servers are not there that the
   *     application cannot do without
   */
  @Override
  public void start() {
    ready.complete(null);
    if (!complete) { // a server that is away later is away as any other
      catalog.awaitRequired(startupTimeout);
      complete = true;
    }
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
