package io.mcpbridge.spring.boot.autoconfigure;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolView;
import io.mcpbridge.spring.boot.McpClientProperties;
import io.mcpbridge.spring.boot.internal.catalog.AgentTools;
import io.mcpbridge.spring.boot.internal.catalog.UserToolCatalogs;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;

/**
 * Configures the tools of single agents, which {@link io.mcpbridge.spring.boot.McpTools} selects.
 * The post-processor has no condition: without a catalog, an annotation that has no effect would
 * give an agent all tools.
 */
@AutoConfiguration(
    after = McpClientAutoConfiguration.class,
    afterName = { // names, since Spring would load the classes
      "io.mcpbridge.spring.boot.autoconfigure.McpServersFilesAutoConfiguration",
      "io.mcpbridge.spring.boot.autoconfigure.McpReloadAutoConfiguration"
    })
public class McpToolsAutoConfiguration {

  @Bean
  static ToolsPostProcessor mcpToolsPostProcessor() {
    return new ToolsPostProcessor();
  }

  @Bean
  AgentTools mcpAgentTools() {
    return new AgentTools();
  }

  @Bean
  @ConditionalOnSingleCandidate(ToolCatalog.class)
  SelectedTools mcpSelectedTools(
      ObjectProvider<ToolCatalog> catalog,
      ObjectProvider<SelectedTools.Factory> factories,
      ObjectProvider<McpClientProperties> properties,
      ObjectProvider<UserToolCatalogs> users,
      AgentTools agents,
      ListableBeanFactory beans) {
    boolean reload =
        beans.containsBean(McpServersFilesAutoConfiguration.FILES)
            || beans.containsBean(McpReloadAutoConfiguration.RELOAD);
    return new SelectedTools(catalog, factories, properties, users, agents, reload);
  }

  @Bean
  @Lazy
  @ConditionalOnSingleCandidate(ToolCatalog.class)
  SelectedTools.Factory mcpSelectedView(ToolCatalog catalog) {
    return new SelectedTools.Factory(ToolView.class, catalog::view);
  }
}
