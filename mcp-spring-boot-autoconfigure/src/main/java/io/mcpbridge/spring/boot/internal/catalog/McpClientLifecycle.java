package io.mcpbridge.spring.boot.internal.catalog;

import io.mcpbridge.catalog.ToolCatalog;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;

/**
 * Starts connecting in the last phase, when all beans exist and everything else was started, so
 * that a server inside this application is already listening. On the first start, waits for
 * required servers only.
 *
 * <p>Stopping does nothing. The catalog is closed with the other beans, after all that call its
 * tools, in the bounded time of {@link ToolCatalog#close()}. A context that is stopped to be
 * started again keeps its tools.
 */
public final class McpClientLifecycle implements SmartLifecycle {

  private final CompletableFuture<Void> ready;
  private final Supplier<@Nullable ToolCatalog> catalog;
  private final Duration startupTimeout;
  private volatile boolean complete;
  private volatile boolean running;

  /**
   * @param ready completed on the first start
   * @param catalog supplies {@code null} if there are no servers to wait for
   * @param startupTimeout how long to wait for required servers
   */
  public McpClientLifecycle(
      CompletableFuture<Void> ready,
      Supplier<@Nullable ToolCatalog> catalog,
      Duration startupTimeout) {
    this.ready = ready;
    this.catalog = catalog;
    this.startupTimeout = startupTimeout;
  }

  /**
   * @throws io.mcpbridge.catalog.server.RequiredServersException if required servers are not
   *     available
   */
  @Override
  public void start() {
    ready.complete(null);
    if (!complete) { // later, required servers are treated like any other
      ToolCatalog current = catalog.get();
      if (current != null) {
        current.awaitRequired(startupTimeout);
      }
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
