package io.mcpbridge.spring.boot;

import io.mcpbridge.langchain4j.McpToolProviderBuilder;

/**
 * Customizes LangChain4j's {@code mcpToolProvider} after the properties were applied. Several beans
 * are called in the order of {@code @Order}. Must do no I/O.
 *
 * <pre>{@code
 * @Bean
 * McpToolProviderCustomizer byRole(ToolCatalog catalog, @McpTools(traits = READ_ONLY) ToolView readers) {
 *   return tools ->
 *       tools.toolsPerInvocation(
 *           context -> context.invocationParameters().containsKey("admin") ? catalog : readers);
 * }
 * }</pre>
 */
@FunctionalInterface
public interface McpToolProviderCustomizer {

  /** Customizes which tools of the application's catalog are offered, and how. */
  void customize(McpToolProviderBuilder tools);
}
