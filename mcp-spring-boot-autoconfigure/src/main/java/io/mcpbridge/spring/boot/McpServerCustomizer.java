package io.mcpbridge.spring.boot;

import io.mcpbridge.catalog.server.ServerOptionsBuilder;
import io.mcpbridge.transport.http.HttpTransportBuilder;
import io.mcpbridge.transport.stdio.StdioTransport;

/**
 * Customizes the servers of {@code mcp.client} after their properties were applied. Called once for
 * each server; several beans are called in the order of {@code @Order}. Must do no I/O.
 *
 * <pre>{@code
 * @Bean
 * McpServerCustomizer tokens(TokenStore store) {
 *   return new McpServerCustomizer() {
 *     @Override
 *     public void http(String server, HttpTransportBuilder<?> transport) {
 *       transport.credentials(BearerToken.of(() -> store.tokenFor(server)));
 *     }
 *   };
 * }
 * }</pre>
 */
public interface McpServerCustomizer {

  /**
   * Customizes the options of a server. Not called for servers of {@code mcp.client.config-files}.
   *
   * @param server the key below {@code mcp.client.servers}
   */
  default void options(String server, ServerOptionsBuilder options) {}

  /**
   * Customizes the HTTP transport of a server: credentials, certificates, limits.
   *
   * @param server the key below {@code mcp.client.servers}, or in a file
   */
  default void http(String server, HttpTransportBuilder<?> transport) {}

  /**
   * Customizes the stdio transport of a server: inherited variables, limits.
   *
   * @param server the key below {@code mcp.client.servers}, or in a file
   */
  default void stdio(String server, StdioTransport.Builder transport) {}
}
