package io.mcpbridge.spring.boot;

import io.mcpbridge.approval.ApprovalPolicy;
import io.mcpbridge.catalog.CatalogListener;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolCatalogBuilder;
import io.mcpbridge.input.InputHandlers;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ImportRuntimeHints;

/**
 * The tools of the servers below {@code mcp.client.servers} as one {@link ToolCatalog}. Creating
 * the beans does no I/O; connecting begins when all of them are there and goes on in the
 * background, so a server that is down delays nobody. A bean of the type {@link InputHandlers}
 * gives servers what they ask for; without one they get nothing. A bean of the type {@link
 * ApprovalPolicy} says which calls need approval; without one all run by themselves. Beans of the
 * type {@link CatalogListener} watch, and a {@link ToolCatalogCustomizer} does what is left.
 */
@AutoConfiguration
@ConditionalOnProperty(prefix = "mcp.client", name = "enabled", matchIfMissing = true)
@EnableConfigurationProperties(McpClientProperties.class)
@ImportRuntimeHints(McpRuntimeHints.class)
public class McpClientAutoConfiguration {

  static final String CATALOG = "mcpToolCatalog";

  @Bean(name = CATALOG, destroyMethod = "close")
  @ConditionalOnMissingBean
  ToolCatalog mcpToolCatalog(
      McpClientProperties properties,
      ObjectProvider<InputHandlers> inputHandlers,
      ObjectProvider<ApprovalPolicy> approval,
      ObjectProvider<CatalogListener> listeners,
      ObjectProvider<ToolCatalogCustomizer> customizers) {
    ToolCatalogBuilder builder = ToolCatalog.builder();
    inputHandlers.ifUnique(builder::inputHandlers);
    approval.ifAvailable(builder::approval); // of several it must be clear which one counts
    listeners.orderedStream().forEach(builder::listener);
    properties
        .servers()
        .forEach(
            (name, server) -> {
              if (server.enabled()) {
                new ServerEntry(name, server).addTo(builder);
              }
            });
    customizers.orderedStream().forEach(customizer -> customizer.customize(builder));
    return builder.build();
  }

  @Bean
  @ConditionalOnSingleCandidate(ToolCatalog.class)
  McpClientLifecycle mcpClientLifecycle(ToolCatalog catalog, McpClientProperties properties) {
    return new McpClientLifecycle(catalog, properties.startupTimeout());
  }
}
