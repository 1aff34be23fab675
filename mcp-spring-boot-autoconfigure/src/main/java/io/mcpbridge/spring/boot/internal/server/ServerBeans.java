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

/**
 * The beans and the environment that servers are built with.
 *
 * @param registrations supplies nothing without Spring Security's OAuth 2.0 client
 * @param tokens supplies {@code null} without {@code mcp-oauth}
 * @param connectionDetails connection details by server name
 */
public record ServerBeans(
    SslBundlesInUse sslBundles,
    ObjectProvider<RegisteredClients> registrations,
    Supplier<@Nullable ServerAuthorization> tokens,
    List<McpServerCustomizer> customizers,
    Map<String, McpConnectionDetails> connectionDetails,
    Environment environment) {

  /**
   * @throws InvalidMcpConfigurationException if two beans supply the address of one server
   */
  public static ServerBeans of(
      ObjectProvider<SslBundles> sslBundles,
      ObjectProvider<RegisteredClients> registrations,
      ObjectProvider<ServerAuthorization> authorization,
      ObjectProvider<McpServerCustomizer> customizers,
      ObjectProvider<McpConnectionDetails> connectionDetails,
      Environment environment) {
    Map<String, McpConnectionDetails> byServer = new LinkedHashMap<>();
    for (McpConnectionDetails details : connectionDetails.orderedStream().toList()) {
      if (byServer.putIfAbsent(details.server(), details) != null) {
        throw new InvalidMcpConfigurationException(
            "Two beans of the type McpConnectionDetails say where the MCP server \""
                + details.server()
                + "\" is.",
            "Keep one of them.");
      }
    }
    return new ServerBeans(
        new SslBundlesInUse(sslBundles),
        registrations,
        authorization::getIfAvailable,
        customizers.orderedStream().toList(),
        byServer,
        environment);
  }

  /** A copy that gets tokens from another authorization. */
  ServerBeans withAuthorization(Supplier<@Nullable ServerAuthorization> authorization) {
    return new ServerBeans(
        sslBundles, registrations, authorization, customizers, connectionDetails, environment);
  }

  /** The connections of Spring AI's own starter, by name. */
  public Map<String, Connection> springAiConnections(UnresolvedPlaceholders placeholders) {
    return SpringAiConnections.read(environment, placeholders);
  }

  /** The token source; {@code null} without {@code mcp-oauth}. */
  public @Nullable ServerAuthorization authorization() {
    return tokens.get();
  }
}
