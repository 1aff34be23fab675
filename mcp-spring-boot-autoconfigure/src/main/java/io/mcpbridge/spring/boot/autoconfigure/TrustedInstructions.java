package io.mcpbridge.spring.boot.autoconfigure;

import io.mcpbridge.catalog.server.ServerInstructions;
import io.mcpbridge.spring.boot.internal.configuration.InvalidMcpConfigurationException;
import java.util.List;

/** The servers whose instructions go to models. */
final class TrustedInstructions {

  private TrustedInstructions() {}

  /**
   * @throws InvalidMcpConfigurationException if a name is empty
   */
  static ServerInstructions of(List<String> servers) {
    try {
      return ServerInstructions.trusting(servers);
    } catch (IllegalArgumentException e) {
      throw new InvalidMcpConfigurationException(
          "mcp.client.instructions.servers: " + e.getMessage() + ".", "Change this property.", e);
    }
  }
}
