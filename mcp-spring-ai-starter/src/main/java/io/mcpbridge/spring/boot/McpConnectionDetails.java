package io.mcpbridge.spring.boot;

import java.net.URI;
import org.springframework.boot.autoconfigure.service.connection.ConnectionDetails;

/**
 * Where one server is, in place of the {@code url} or {@code command} of its properties: for tests,
 * containers and platforms, who know better. A bean for each such server; everything else of its
 * properties holds, credentials included. A server that the properties do not name is added.
 *
 * <pre>{@code
 * @Bean
 * McpConnectionDetails weather(FakeMcpServer server) {
 *   return McpConnectionDetails.of("weather", server.http().url());
 * }
 * }</pre>
 */
public interface McpConnectionDetails extends ConnectionDetails {

  /** The key below {@code mcp.client.servers}, or that of a server that is not there. */
  String server();

  /** The full URL of the server; asked for each time that the server is made. */
  URI url();

  /**
   * Where a server is, and stays.
   *
   * @param server its key
   * @param url its full URL
   * @throws IllegalArgumentException if that is no URL
   */
  static McpConnectionDetails of(String server, String url) {
    URI known = URI.create(url);
    return new McpConnectionDetails() {
      @Override
      public String server() {
        return server;
      }

      @Override
      public URI url() {
        return known;
      }
    };
  }
}
