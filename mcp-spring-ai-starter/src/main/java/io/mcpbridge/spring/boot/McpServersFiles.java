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
 * The files of {@code mcp.client.config-files} and their servers in the catalogue. They are read
 * when every bean is there, just before the catalogue is started, so that a server of theirs may be
 * required; and followed until the application ends. A person who is asked for an input of theirs
 * holds up nothing but the servers that need the answer.
 */
public final class McpServersFiles implements SmartLifecycle, DisposableBean {

  private static final Logger log = LoggerFactory.getLogger(McpClientAutoConfiguration.class);

  private final ServersFiles files;
  private final ToolCatalog catalog;
  private volatile @Nullable ServersFileSync sync;
  private volatile boolean running;

  McpServersFiles(ServersFiles files, ToolCatalog catalog) {
    this.files = files;
    this.catalog = catalog;
  }

  /**
   * What follows the files: what they say, and how to change them.
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

  /** Variables may stand for others now. */
  void environmentChanged() {
    ServersFileSync current = sync;
    if (current == null) {
      return;
    }
    try {
      current.reloadAndAskLater();
    } catch (RuntimeException e) { // its message may tell a value
      log.error("The MCP servers files cannot be applied: {}", e.getClass().getSimpleName());
    }
  }

  /** Before that of the catalogue. */
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

  /** The servers stay, and are followed, as those of the properties stay. */
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
