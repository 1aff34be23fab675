package io.mcpbridge.spring.boot;

import dev.langchain4j.service.tool.ToolProvider;
import io.mcpbridge.catalog.CallerContext;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.langchain4j.McpToolProvider;
import io.mcpbridge.langchain4j.McpToolProviderBuilder;
import io.mcpbridge.schema.SchemaProfile;
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

/**
 * Configures the single {@link ToolProvider} that an {@code @AiService} uses automatically.
 * LangChain4j's starter refuses to choose between two beans of this type, even if one is
 * {@code @Primary}; so there is one for all servers, and it backs off from a provider of your own.
 * A {@link McpToolProviderCustomizer} changes what properties cannot.
 */
@AutoConfiguration(after = McpClientAutoConfiguration.class)
@ConditionalOnClass({ToolProvider.class, McpToolProvider.class})
@ConditionalOnProperty(prefix = "mcp.client.langchain4j", name = "enabled", matchIfMissing = true)
@ConditionalOnSingleCandidate(ToolCatalog.class)
@EnableConfigurationProperties(McpLangChain4jProperties.class)
public class McpLangChain4jAutoConfiguration {

  private static final String PROVIDER = "mcpToolProvider";

  /** Declared with its concrete type, by which LangChain4j's starter finds the bean early. */
  @Bean(name = PROVIDER)
  @ConditionalOnMissingBean(ToolProvider.class)
  McpToolProvider mcpToolProvider(
      ToolCatalog catalog,
      McpLangChain4jProperties properties,
      ObjectProvider<McpClientProperties> client,
      ObjectProvider<CallerContext> callers,
      ObjectProvider<UserTools> users,
      ObjectProvider<McpToolProviderCustomizer> customizers) {
    McpClientProperties known = client.getIfAvailable();
    SchemaProfile profile = known == null ? null : known.schemaProfile().profile();
    McpToolProviderBuilder offer = new LangChain4jProviderFactory(properties, profile).of(catalog);
    offer.callerContext(CallerContext.all(callers.orderedStream().toList()));
    users.ifAvailable(offer::additionalTools);
    customizers.orderedStream().forEach(customizer -> customizer.customize(offer));
    McpToolProvider provider = offer.build();
    return properties.answerUnknownTools() ? UnknownToolNames.answered(provider) : provider;
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
