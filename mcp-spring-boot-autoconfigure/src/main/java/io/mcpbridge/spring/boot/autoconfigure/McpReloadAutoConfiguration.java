package io.mcpbridge.spring.boot.autoconfigure;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.spring.boot.McpServersFiles;
import io.mcpbridge.spring.boot.internal.catalog.CurrentApproval;
import io.mcpbridge.spring.boot.internal.catalog.PropertyServersReload;
import io.mcpbridge.spring.boot.internal.catalog.ServersFilesReload;
import io.mcpbridge.spring.boot.internal.catalog.UserToolCatalogs;
import io.mcpbridge.spring.boot.internal.server.FileServers;
import io.mcpbridge.spring.boot.internal.server.PropertyServers;
import io.mcpbridge.spring.boot.internal.server.ServerBeans;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
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
public class McpReloadAutoConfiguration {

  static final String RELOAD = "mcpServersReload";

  @Bean(name = RELOAD)
  @ConditionalOnBean(value = PropertyServers.class, search = SearchStrategy.CURRENT)
  PropertyServersReload mcpServersReload(
      @Qualifier(McpClientAutoConfiguration.CATALOG) ObjectProvider<ToolCatalog> catalog,
      PropertyServers propertyServers,
      UserToolCatalogs users,
      CurrentApproval approval,
      ServerBeans serverBeans,
      Environment environment) {
    return new PropertyServersReload(
        catalog::getObject, propertyServers, users, approval, serverBeans, environment);
  }

  @Bean
  @ConditionalOnBean(value = McpServersFiles.class, search = SearchStrategy.CURRENT)
  ServersFilesReload mcpServersFilesReload(
      McpServersFiles files, ObjectProvider<FileServers> servers, Environment environment) {
    return new ServersFilesReload(files, servers.getIfAvailable(), environment);
  }
}
