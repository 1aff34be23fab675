package io.mcpbridge.spring.boot.internal.catalog;

import io.mcpbridge.spring.boot.McpServersFiles;
import io.mcpbridge.spring.boot.internal.configuration.UnresolvedPlaceholders;
import io.mcpbridge.spring.boot.internal.server.FileServers;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.cloud.context.environment.EnvironmentChangeEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;

/**
 * Reloads the servers files when the environment has changed, with the current properties that
 * supplement them, after the servers of the properties, which take precedence.
 *
 * @param servers the settings of the servers; {@code null} if the application makes them
 */
@Order(Ordered.LOWEST_PRECEDENCE)
public record ServersFilesReload(
    McpServersFiles files, @Nullable FileServers servers, Environment environment)
    implements ApplicationListener<EnvironmentChangeEvent> {

  private static final Logger log = LoggerFactory.getLogger(ServersFilesReload.class);

  @Override
  public void onApplicationEvent(EnvironmentChangeEvent event) {
    if (servers != null) {
      try {
        UnresolvedPlaceholders placeholders = new UnresolvedPlaceholders(environment);
        servers.update(PropertyServersReload.bound(environment, placeholders), placeholders);
      } catch (RuntimeException e) { // its message may contain a value
        log.error(
            "The options of the servers of mcp.client.config-files remain unchanged: {}",
            PropertyServersReload.text(e));
      }
    }
    files.environmentChanged();
  }
}
