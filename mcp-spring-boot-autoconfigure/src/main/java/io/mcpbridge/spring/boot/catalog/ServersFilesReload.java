package io.mcpbridge.spring.boot.catalog;

import io.mcpbridge.spring.boot.McpServersFiles;
import org.springframework.cloud.context.environment.EnvironmentChangeEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/**
 * Reloads the servers files when the environment has changed, after the servers of the properties,
 * which take precedence.
 */
@Order(Ordered.LOWEST_PRECEDENCE)
public final class ServersFilesReload implements ApplicationListener<EnvironmentChangeEvent> {

  private final McpServersFiles files;

  public ServersFilesReload(McpServersFiles files) {
    this.files = files;
  }

  @Override
  public void onApplicationEvent(EnvironmentChangeEvent event) {
    files.environmentChanged();
  }
}
