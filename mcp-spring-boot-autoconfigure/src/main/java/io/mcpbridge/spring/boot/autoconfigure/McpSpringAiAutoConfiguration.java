package io.mcpbridge.spring.boot.autoconfigure;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.context.ThreadContextProvider;
import io.mcpbridge.schema.SchemaProfile;
import io.mcpbridge.search.ToolSearch;
import io.mcpbridge.spring.ai.McpToolCallbackProvider;
import io.mcpbridge.spring.boot.McpClientProperties;
import io.mcpbridge.spring.boot.McpSpringAiProperties;
import io.mcpbridge.spring.boot.internal.catalog.CatalogFactory;
import io.mcpbridge.spring.boot.internal.catalog.UserToolCatalogs;
import io.mcpbridge.spring.boot.internal.server.PropertyServers;
import java.util.function.Supplier;
import org.springframework.ai.tool.ToolCallbackProvider;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;
import org.springframework.util.function.SingletonSupplier;

/**
 * Configures the {@link ToolCallbackProvider} for a {@code ChatClient}. If there are other
 * providers, such as that of Spring AI's own MCP starter, inject this one by its class.
 */
@AutoConfiguration(after = McpClientAutoConfiguration.class)
@ConditionalOnClass({ToolCallbackProvider.class, McpToolCallbackProvider.class})
@ConditionalOnProperty(prefix = "mcp.client.spring-ai", name = "enabled", matchIfMissing = true)
@ConditionalOnSingleCandidate(ToolCatalog.class)
@EnableConfigurationProperties(McpSpringAiProperties.class)
public class McpSpringAiAutoConfiguration {

  /**
   * Backs off only from a bean of the same name, so that providers for single agents can be
   * declared in addition. None is {@code @Primary}: injecting a provider with fewer tools by its
   * name must not give all tools instead.
   */
  @Bean(name = McpClientAutoConfiguration.CALLBACKS)
  @ConditionalOnMissingBean(name = McpClientAutoConfiguration.CALLBACKS)
  McpToolCallbackProvider mcpToolCallbackProvider(
      ObjectProvider<ToolCatalog> catalogs,
      ObjectProvider<CatalogFactory> factory,
      ObjectProvider<ThreadContextProvider> callers,
      ObjectProvider<UserToolCatalogs> users,
      ObjectProvider<PropertyServers> servers,
      ObjectProvider<McpClientProperties> properties,
      McpSpringAiProperties springAi,
      ObjectProvider<ToolSearch> toolSearch,
      ConfigurableListableBeanFactory beans) {
    CatalogFactory all = factory.getIfAvailable();
    Supplier<ToolCatalog> catalog = SingletonSupplier.of(catalogs::getObject);
    McpToolCallbackProvider.Builder builder =
        all != null && all.isIdle()
            ? McpToolCallbackProvider.builder().tools(catalog, () -> !all.isIdle())
            : McpToolCallbackProvider.builder().tools(catalog.get());
    builder.chatModelType(new ChatModelType(beans));
    builder.threadContext(ThreadContextProvider.all(callers.orderedStream().toList()));
    users.ifAvailable(builder::additionalTools);
    toolSearch.ifAvailable(builder::toolSearch);
    servers.ifAvailable( // the defaults do not apply to servers of files
        propertyServers ->
            builder.toolContextMeta(
                tool -> propertyServers.toolContextMeta(tool.server(), catalog.get())));
    // absent with mcp.client.enabled=false and the application's own catalog
    McpClientProperties client = properties.getIfAvailable();
    SchemaProfile profile = client == null ? null : client.schemaProfile().profile();
    if (profile != null) {
      builder.schemaProfile(profile);
    }
    return builder.returnDirect(springAi.returnDirect().toArray(String[]::new)).build();
  }

  @Bean
  @Lazy
  SelectedTools.Factory mcpSelectedCallbackProvider(ListableBeanFactory beans) {
    return new SelectedTools.Factory(
        McpToolCallbackProvider.class,
        selection ->
            beans
                .getBean(McpClientAutoConfiguration.CALLBACKS, McpToolCallbackProvider.class)
                .forTools(selection));
  }

  @Bean
  static ToolCallingManagerPostProcessor mcpToolCallingManagerPostProcessor(
      ConfigurableListableBeanFactory beans, Environment environment) {
    return new ToolCallingManagerPostProcessor(beans, environment);
  }
}
