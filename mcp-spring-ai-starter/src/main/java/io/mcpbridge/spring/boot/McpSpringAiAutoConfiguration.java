package io.mcpbridge.spring.boot;

import io.mcpbridge.catalog.CallerContext;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.selection.Glob;
import io.mcpbridge.spring.ai.McpToolCallbackProvider;
import java.util.List;
import org.springframework.ai.tool.ToolCallbackProvider;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/**
 * The {@link ToolCallbackProvider} to hand to a {@code ChatClient}. Other providers may stand
 * beside it, for instance the one of Spring AI's own MCP starter; inject this one by its class.
 */
@AutoConfiguration(after = McpClientAutoConfiguration.class)
@ConditionalOnClass(ToolCallbackProvider.class)
@ConditionalOnProperty(prefix = "mcp.client.spring-ai", name = "enabled", matchIfMissing = true)
@ConditionalOnSingleCandidate(ToolCatalog.class)
public class McpSpringAiAutoConfiguration {

  @Bean
  @ConditionalOnMissingBean
  McpToolCallbackProvider mcpToolCallbackProvider(
      ToolCatalog catalog,
      ObjectProvider<CallerContext> caller,
      ObjectProvider<UserTools> users,
      ObjectProvider<McpClientProperties> properties) {
    McpToolCallbackProvider.Builder builder = McpToolCallbackProvider.builder(catalog);
    caller.ifAvailable(builder::callerContext);
    users.ifAvailable(builder::moreTools);
    McpClientProperties known = properties.getIfAvailable();
    if (known == null) { // mcp.client.enabled=false, and a catalogue of the application's own
      return builder.build();
    }
    McpClientProperties.SpringAi springAi = known.springAi();
    List<Glob> direct = springAi.returnDirect().stream().map(Glob::new).toList();
    return builder
        .returnDirect(tool -> direct.stream().anyMatch(glob -> glob.matches(tool.modelName())))
        .toolContextMeta(tool -> toolContextMeta(known, tool.server()))
        .build();
  }

  /** Only for servers of the properties: what holds for all is not meant for those of files. */
  private static List<String> toolContextMeta(McpClientProperties properties, String server) {
    McpServerProperties own = properties.servers().get(server);
    return own == null
        ? List.of()
        : ServerSettings.of(server, own, null, properties.defaults())
            .get(McpServerProperties::toolContextMeta, List.of());
  }

  @Bean
  @ConditionalOnProperty(
      prefix = "mcp.client.spring-ai",
      name = "answer-unknown-tools",
      matchIfMissing = true)
  static UnknownToolAnswers mcpUnknownToolAnswers(
      ConfigurableListableBeanFactory beans, Environment environment) {
    return new UnknownToolAnswers(beans, environment);
  }
}
