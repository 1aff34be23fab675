package io.mcpbridge.spring.boot;

import io.mcpbridge.langchain4j.McpToolProviderBuilder;

/**
 * Has a hand in the {@code mcpToolProvider} of LangChain4j: a bean of this type is called after the
 * properties were applied, several in the order of {@code @Order}. It must do no I/O.
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

  /** Changes what is offered, and how. The tools are those of the application's catalogue. */
  void customize(McpToolProviderBuilder tools);
}
