package io.mcpbridge.spring.boot;

import io.mcpbridge.config.ServersFiles;

/**
 * Customizes how the files of {@code mcp.client.config-files} are read, after the properties were
 * applied. Several beans are called in the order of {@code @Order}. Must do no I/O.
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

  /** Customizes how files are read. */
  void customize(ServersFiles.Builder files);
}
