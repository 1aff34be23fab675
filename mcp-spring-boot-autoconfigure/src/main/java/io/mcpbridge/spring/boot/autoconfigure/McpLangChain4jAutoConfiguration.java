package io.mcpbridge.spring.boot.autoconfigure;

import dev.langchain4j.service.tool.ToolProvider;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.context.ThreadContextProvider;
import io.mcpbridge.langchain4j.McpToolProvider;
import io.mcpbridge.langchain4j.McpToolProviderBuilder;
import io.mcpbridge.schema.SchemaProfile;
import io.mcpbridge.search.ToolSearch;
import io.mcpbridge.spring.boot.McpClientProperties;
import io.mcpbridge.spring.boot.McpLangChain4jProperties;
import io.mcpbridge.spring.boot.McpToolProviderCustomizer;
import io.mcpbridge.spring.boot.internal.catalog.CatalogFactory;
import io.mcpbridge.spring.boot.internal.catalog.UserToolCatalogs;
import io.mcpbridge.spring.boot.internal.configuration.IneffectiveBeans;
import io.mcpbridge.spring.boot.internal.configuration.InvalidMcpConfigurationException;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;
import org.springframework.util.function.SingletonSupplier;

/**
 * Configures the single {@link ToolProvider} that an {@code @AiService} uses automatically. There
 * is one for all servers; it backs off from a provider of your own. An {@code @AiService} with
 * {@link io.mcpbridge.spring.boot.McpTools} gets its tools in any case. A {@link
 * McpToolProviderCustomizer} changes what properties cannot.
 */
@AutoConfiguration(after = McpClientAutoConfiguration.class)
@ConditionalOnClass({ToolProvider.class, McpToolProvider.class})
@ConditionalOnProperty(prefix = "mcp.client.langchain4j", name = "enabled", matchIfMissing = true)
@ConditionalOnSingleCandidate(ToolCatalog.class)
@EnableConfigurationProperties(McpLangChain4jProperties.class)
public class McpLangChain4jAutoConfiguration {

  static final String PROVIDER = "mcpToolProvider";

  /** Declared with its concrete type, by which LangChain4j's starter finds the bean early. */
  @Bean(name = PROVIDER)
  @ConditionalOnMissingBean(ToolProvider.class)
  McpToolProvider mcpToolProvider(LangChain4jProviders providers) {
    return providers.all();
  }

  @Bean
  @Lazy
  SelectedTools.Factory mcpSelectedToolProvider(LangChain4jProviders providers) {
    return new SelectedTools.Factory(McpToolProvider.class, providers::of);
  }

  /**
   * Exists beside a provider of the application, too: {@link io.mcpbridge.spring.boot.McpTools}
   * needs the settings.
   */
  @Bean
  LangChain4jProviders mcpLangChain4jProviders(
      ObjectProvider<ToolCatalog> catalogs,
      ObjectProvider<CatalogFactory> factory,
      McpLangChain4jProperties properties,
      ObjectProvider<McpClientProperties> client,
      ObjectProvider<ThreadContextProvider> callers,
      ObjectProvider<UserToolCatalogs> users,
      ObjectProvider<ToolSearch> toolSearch,
      ObjectProvider<McpToolProviderCustomizer> customizers) {
    McpClientProperties clientProperties = client.getIfAvailable();
    List<String> trusted =
        clientProperties == null ? List.of() : clientProperties.instructions().servers();
    McpClientAutoConfiguration.trustedInstructions(trusted); // reports an invalid name at startup
    return new LangChain4jProviders(
        () -> {
          McpToolProviderBuilder offer = McpToolProvider.builder();
          CatalogFactory all = factory.getIfAvailable();
          if (all != null && all.isIdle()) {
            offer.tools(SingletonSupplier.of(catalogs::getObject), () -> !all.isIdle());
          } else {
            offer.tools(catalogs.getObject());
          }
          returnDirect(properties, offer);
          SchemaProfile profile =
              clientProperties == null ? null : clientProperties.schemaProfile().profile();
          if (profile != null) {
            offer.schemaProfile(profile);
          }
          offer.threadContext(ThreadContextProvider.all(callers.orderedStream().toList()));
          users.ifAvailable(offer::additionalTools);
          toolSearch.ifAvailable(offer::toolSearch);
          customizers.orderedStream().forEach(customizer -> customizer.customize(offer));
          return offer.build();
        },
        trusted);
  }

  private static void returnDirect(
      McpLangChain4jProperties properties, McpToolProviderBuilder offer) {
    String[] names = properties.returnDirect().toArray(String[]::new);
    try {
      if (names.length > 0) {
        offer.returnDirect(names);
      }
    } catch (IllegalArgumentException e) {
      throw new InvalidMcpConfigurationException(
          "mcp.client.langchain4j.return-direct: " + e.getMessage(), "Change this property.", e);
    }
  }

  /** Warns that the properties have no effect with a provider of your own. */
  @Bean
  SmartInitializingSingleton mcpDisplacedLangChain4jProperties(
      McpLangChain4jProperties properties, ConfigurableListableBeanFactory beans) {
    return () -> {
      if (!properties.equals(McpLangChain4jProperties.DEFAULTS)) {
        IneffectiveBeans.warnWithout(
            PROVIDER, ToolProvider.class, beans, List.of("mcp.client.langchain4j"));
      }
    };
  }
}
