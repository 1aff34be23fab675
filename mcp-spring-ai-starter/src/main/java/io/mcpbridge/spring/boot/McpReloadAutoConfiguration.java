package io.mcpbridge.spring.boot;

import io.mcpbridge.catalog.ToolCatalog;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.cloud.context.environment.EnvironmentChangeEvent;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/**
 * Applies changes of {@code mcp.client.servers} at runtime if Spring Cloud publishes environment
 * changes. A catalog of the application is not changed.
 */
@AutoConfiguration(
    after = {McpClientAutoConfiguration.class, McpServersFilesAutoConfiguration.class})
@ConditionalOnClass(EnvironmentChangeEvent.class)
@ConditionalOnProperty(prefix = "mcp.client.reload", name = "enabled", matchIfMissing = true)
public class McpReloadAutoConfiguration {

  @Bean
  @ConditionalOnBean(value = PropertyServers.class, search = SearchStrategy.CURRENT)
  ServersReload mcpServersReload(
      @Qualifier(McpClientAutoConfiguration.CATALOG) ToolCatalog catalog,
      PropertyServers given,
      CurrentApproval approval,
      ServerParts parts,
      Environment environment) {
    return new ServersReload(catalog, given, approval, parts, environment);
  }

  @Bean
  @ConditionalOnBean(value = McpServersFiles.class, search = SearchStrategy.CURRENT)
  ServersFilesReload mcpServersFilesReload(McpServersFiles files) {
    return new ServersFilesReload(files);
  }
}
