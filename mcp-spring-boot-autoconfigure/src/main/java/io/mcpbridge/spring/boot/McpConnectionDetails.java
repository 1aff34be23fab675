package io.mcpbridge.spring.boot;

import java.net.URI;
import org.springframework.boot.autoconfigure.service.connection.ConnectionDetails;

/**
 * The address of one server, which overrides {@code url} or {@code command} of its properties: for
 * tests, containers and platforms. Declare one bean per server. All other properties still apply,
 * credentials included. A server that the properties do not name is added.
 *
 * <pre>{@code
 * @Bean
 * McpConnectionDetails weather(FakeMcpServer server) {
 *   return McpConnectionDetails.of("weather", server.url());
 * }
 * }</pre>
 */
public interface McpConnectionDetails extends ConnectionDetails {

  /** The key below {@code mcp.client.servers}, or the name of a server to add. */
  String server();

  /** The full URL of the server; called each time the transport is created. */
  URI url();

  /**
   * Connection details with a fixed URL.
   *
   * @param server its key
   * @param url its full URL
   * @throws IllegalArgumentException if {@code url} is not a URL
   */
  static McpConnectionDetails of(String server, String url) {
    URI uri = URI.create(url);
    return new McpConnectionDetails() {
      @Override
      public String server() {
        return server;
      }

      @Override
      public URI url() {
        return uri;
      }
    };
  }
}
