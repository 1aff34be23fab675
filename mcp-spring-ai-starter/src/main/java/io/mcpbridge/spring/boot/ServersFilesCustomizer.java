package io.mcpbridge.spring.boot;

import io.mcpbridge.config.ServersFilesBuilder;

/**
 * Has a hand in how the files of {@code mcp.client.config-files} are read: a bean of this type is
 * called after the properties were applied, several in the order of {@code @Order}. It must do no
 * I/O.
 *
 * <pre>{@code
 * @Bean
 * ServersFilesCustomizer noPrograms() {
 *   return files -> files.allow(server -> server.url() != null);
 * }
 * }</pre>
 */
@FunctionalInterface
public interface ServersFilesCustomizer {

  /** Changes how files are read. */
  void customize(ServersFilesBuilder files);
}
