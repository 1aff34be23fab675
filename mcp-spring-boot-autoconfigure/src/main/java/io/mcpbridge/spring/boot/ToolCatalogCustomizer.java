package io.mcpbridge.spring.boot;

import io.mcpbridge.catalog.ToolCatalogBuilder;

/**
 * Customizes the catalog of {@code mcp.client} after the properties were applied. Several beans are
 * called in the order of {@code @Order}. Must do no I/O.
 *
 * <pre>{@code
 * @Bean
 * ToolCatalogCustomizer audit(Audit audit) {
 *   return catalog -> catalog.addCallInterceptor(audit);
 * }
 * }</pre>
 */
@FunctionalInterface
public interface ToolCatalogCustomizer {

  /** Customizes the catalog. */
  void customize(ToolCatalogBuilder catalog);
}
