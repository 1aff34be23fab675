package io.mcpbridge.spring.boot;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.config.ServersFileSync;
import io.mcpbridge.config.ServersFiles;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.context.SmartLifecycle;

/**
 * Loads the files of {@code mcp.client.config-files} into the catalog. They are read when all beans
 * exist, just before the catalog is started, so that their servers can be required, and watched
 * until the application ends. A pending input prompt delays only the servers that need the input.
 */
public final class McpServersFiles implements SmartLifecycle, DisposableBean {

  private static final Logger log = LoggerFactory.getLogger(McpServersFiles.class);

  private final ServersFiles files;
  private final ToolCatalog catalog;
  private volatile @Nullable ServersFileSync sync;
  private volatile boolean running;

  public McpServersFiles(ServersFiles files, ToolCatalog catalog) {
    this.files = files;
    this.catalog = catalog;
  }

  /**
   * The synchronization of the files with the catalog, which can also change the files.
   *
   * @throws IllegalStateException if the application has not been started
   */
  public ServersFileSync sync() {
    ServersFileSync current = sync;
    if (current == null) {
      throw new IllegalStateException("the files of MCP servers are read when all beans are there");
    }
    return current;
  }

  /** Reloads the files, since values of variables may have changed. */
  public void environmentChanged() {
    ServersFileSync current = sync;
    if (current == null) {
      return;
    }
    try {
      current.reloadAndAskLater();
    } catch (RuntimeException e) { // its message may contain a value
      log.error("The MCP servers files cannot be applied: {}", e.getClass().getSimpleName());
    }
  }

  /** Starts before the catalog. */
  @Override
  public int getPhase() {
    return SmartLifecycle.DEFAULT_PHASE - 1;
  }

  @Override
  public void start() {
    if (sync == null) {
      sync = files.applyAskingLater(catalog);
    }
    running = true;
  }

  /** The servers stay, and the files are still watched, as servers of properties also stay. */
  @Override
  public void stop() {
    running = false;
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  @Override
  public void destroy() {
    ServersFileSync current = sync;
    if (current != null) {
      current.close();
    }
  }
}
