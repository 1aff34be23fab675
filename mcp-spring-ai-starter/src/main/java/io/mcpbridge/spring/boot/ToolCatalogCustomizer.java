package io.mcpbridge.spring.boot;

import io.mcpbridge.catalog.ToolCatalogBuilder;

/**
 * Has a hand in the catalogue that is made from {@code mcp.client}: a bean of this type is called
 * after the properties were applied, several in the order of {@code @Order}. It must do no I/O.
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

  /** Changes what the catalogue is made of. */
  void customize(ToolCatalogBuilder catalog);
}
