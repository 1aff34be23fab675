package io.mcpbridge.spring.boot.internal.server;

import io.mcpbridge.spring.boot.McpConnectionDetails;
import io.mcpbridge.spring.boot.McpServerCustomizer;
import io.mcpbridge.spring.boot.internal.configuration.InvalidMcpConfigurationException;
import io.mcpbridge.spring.boot.internal.configuration.UnresolvedPlaceholders;
import io.mcpbridge.spring.boot.internal.server.SpringAiConnections.Connection;
import io.mcpbridge.spring.oauth.internal.settings.ServerAuthorization;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.core.env.Environment;

/** The beans and the environment that servers are built with. */
public final class ServerBeans {

  private final SslBundlesInUse sslBundles;
  private final Supplier<@Nullable ServerAuthorization> authorization;
  private final List<McpServerCustomizer> customizers;
  private final Map<String, McpConnectionDetails> connectionDetails = new LinkedHashMap<>();
  private final ObjectProvider<RegisteredClients> registeredClients;
  private final Environment environment;

  /**
   * @throws InvalidMcpConfigurationException if two beans supply the address of one server
   */
  public ServerBeans(
      ObjectProvider<SslBundles> sslBundles,
      ObjectProvider<RegisteredClients> registeredClients,
      ObjectProvider<ServerAuthorization> authorization,
      ObjectProvider<McpServerCustomizer> customizers,
      ObjectProvider<McpConnectionDetails> connectionDetails,
      Environment environment) {
    this.registeredClients = registeredClients;
    this.sslBundles = new SslBundlesInUse(sslBundles);
    this.authorization = authorization::getIfAvailable;
    this.environment = environment;
    this.customizers = customizers.orderedStream().toList();
    connectionDetails.orderedStream().forEach(this::add);
  }

  private ServerBeans(ServerBeans other, Supplier<@Nullable ServerAuthorization> authorization) {
    this.registeredClients = other.registeredClients;
    this.sslBundles = other.sslBundles;
    this.authorization = authorization;
    this.environment = other.environment;
    this.customizers = other.customizers;
    this.connectionDetails.putAll(other.connectionDetails);
  }

  /** A copy that gets tokens from another authorization. */
  ServerBeans with(Supplier<@Nullable ServerAuthorization> other) {
    return new ServerBeans(this, other);
  }

  private void add(McpConnectionDetails details) {
    if (connectionDetails.putIfAbsent(details.server(), details) != null) {
      throw new InvalidMcpConfigurationException(
          "Two beans of the type McpConnectionDetails say where the MCP server \""
              + details.server()
              + "\" is.",
          "Keep one of them.");
    }
  }

  /** Connection details by server name. */
  Map<String, McpConnectionDetails> connectionDetails() {
    return connectionDetails;
  }

  public List<McpServerCustomizer> customizers() {
    return customizers;
  }

  /** The connections of Spring AI's own starter, by name. */
  public Map<String, Connection> springAiConnections(UnresolvedPlaceholders placeholders) {
    return SpringAiConnections.in(environment, placeholders);
  }

  /** {@code null} without Spring Security's OAuth 2.0 client. */
  @Nullable RegisteredClients registeredClients() {
    return registeredClients.getIfAvailable();
  }

  /** The token source; {@code null} without {@code mcp-oauth}. */
  public @Nullable ServerAuthorization authorization() {
    return authorization.get();
  }

  SslBundlesInUse sslBundles() {
    return sslBundles;
  }
}
