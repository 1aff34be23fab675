package io.mcpbridge.spring.boot;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.spring.ai.McpToolCallbackProvider;
import org.springframework.ai.tool.ToolCallbackProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;

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
  McpToolCallbackProvider mcpToolCallbackProvider(ToolCatalog catalog) {
    return McpToolCallbackProvider.of(catalog);
  }
}
