package io.mcpbridge.spring.boot;

import io.mcpbridge.catalog.ServerOptionsBuilder;
import io.mcpbridge.transport.http.HttpTransportBuilder;
import io.mcpbridge.transport.stdio.StdioTransport;

/**
 * Has a hand in the servers that are made from {@code mcp.client}, one by one: a bean of this type
 * is called for each after its properties were applied, several in the order of {@code @Order}. It
 * must do no I/O.
 *
 * <pre>{@code
 * @Bean
 * McpServerCustomizer tokens(TokenStore store) {
 *   return new McpServerCustomizer() {
 *     @Override
 *     public void http(String server, HttpTransportBuilder<?> transport) {
 *       transport.credentials(BearerToken.from(() -> store.tokenFor(server)));
 *     }
 *   };
 * }
 * }</pre>
 */
public interface McpServerCustomizer {

  /**
   * Changes how a server is treated. Not called for servers of {@code mcp.client.config-files}.
   *
   * @param server the key below {@code mcp.client.servers}
   */
  default void options(String server, ServerOptionsBuilder options) {}

  /**
   * Changes how a server behind a URL is reached: credentials, certificates, limits.
   *
   * @param server the key below {@code mcp.client.servers}, or in a file
   */
  default void http(String server, HttpTransportBuilder<?> transport) {}

  /**
   * Changes how a server is started: variables to inherit, limits.
   *
   * @param server the key below {@code mcp.client.servers}, or in a file
   */
  default void stdio(String server, StdioTransport.Builder transport) {}
}
