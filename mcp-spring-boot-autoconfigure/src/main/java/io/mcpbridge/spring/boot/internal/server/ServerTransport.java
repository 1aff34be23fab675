package io.mcpbridge.spring.boot.internal.server;

import io.mcpbridge.spring.boot.internal.configuration.InvalidMcpConfigurationException;
import io.mcpbridge.auth.Credentials;
import io.mcpbridge.spring.boot.McpConnectionDetails;
import io.mcpbridge.spring.boot.McpServerProperties;
import io.mcpbridge.spring.boot.internal.configuration.ServerPropertyNames;
import io.mcpbridge.transport.Transport;
import io.mcpbridge.transport.http.HttpSseTransport;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import io.mcpbridge.transport.stdio.StdioTransport;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import org.springframework.util.StringUtils;

/**
 * Creates the transport of a server, from its {@link McpConnectionDetails} or else from its
 * properties.
 *
 * @param credentials maps the configured credentials to those that are used
 */
record ServerTransport(
    String name,
    ServerSettings settings,
    ServerBeans serverBeans,
    UnaryOperator<Credentials> credentials) {

  /**
   * Creates the transport.
   *
   * @throws io.mcpbridge.spring.boot.internal.configuration.InvalidMcpConfigurationException if the
   *     properties are contradictory or invalid
   */
  Transport make() {
    McpConnectionDetails elsewhere = serverBeans.connectionDetails().get(name);
    return elsewhere == null ? asConfigured() : at(elsewhere);
  }

  private Transport at(McpConnectionDetails elsewhere) {
    try {
      return overHttp(elsewhere.url());
    } catch (IllegalArgumentException e) {
      throw new InvalidMcpConfigurationException(
              "The McpConnectionDetails of the MCP server \"" + name + "\": " + e.getMessage(),
              "Change this bean.",
              e);
    }
  }

  private Transport asConfigured() {
    McpServerProperties own = settings.own();
    boolean url = StringUtils.hasText(own.url());
    boolean command = StringUtils.hasText(own.command());
    if (!url && !command) { // the server's own setting overrides the defaults
      url = !settings.text(McpServerProperties::url).isEmpty();
      command = !settings.text(McpServerProperties::command).isEmpty();
    }
    ServerPropertyNames names = settings.names();
    if (url && command) {
      throw new InvalidMcpConfigurationException(
          names.of("url") + " and " + names.of("command") + " are both set.",
          "Keep one of them: 'url' for a server that is already running, 'command' for a program"
              + " to start.");
    }
    if (!url && !command) {
      throw new InvalidMcpConfigurationException(
          "Neither " + names.of("url") + " nor " + names.of("command") + " is set.",
          "Set 'url' for a server that is already running, or 'command' for a program to start."
              + " To leave the server out, set "
              + names.of("enabled")
              + "=false.");
    }
    try {
      return url ? overHttp() : overStdio();
    } catch (IllegalArgumentException e) {
      throw new InvalidMcpConfigurationException(names.prefix() + ": " + e.getMessage(), "Change this entry.", e);
    }
  }

  private Transport overHttp() {
    new IneffectiveProperties(settings).withUrl();
    return overHttp(
        settings
            .names()
            .url(
                "url",
                settings.text(McpServerProperties::url),
                "the server's full URL, such as 'https://example.com/mcp'"));
  }

  private Transport overHttp(URI url) {
    HttpSettings http = new HttpSettings(name, settings, serverBeans);
    if (settings.get(McpServerProperties::transport) != McpServerProperties.HttpTransport.SSE) {
      StreamableHttpTransport.Builder builder = StreamableHttpTransport.builder(url);
      http.applyTo(url, builder);
      builder.mapCredentials(credentials);
      return builder.build();
    }
    HttpSseTransport.Builder builder = HttpSseTransport.builder(url);
    http.applyTo(url, builder);
    builder.mapCredentials(credentials);
    return builder.build();
  }

  private Transport overStdio() {
    new IneffectiveProperties(settings).withCommand();
    StdioTransport.Builder builder =
        StdioTransport.builder(settings.text(McpServerProperties::command))
            .args(settings.get(McpServerProperties::args, List.of()))
            .environment(settings.all(McpServerProperties::env));
    String workingDirectory = settings.text(McpServerProperties::workingDirectory);
    if (!workingDirectory.isEmpty()) {
      builder.workingDirectory(Path.of(workingDirectory));
    }
    builder.loginShellPath(settings.get(McpServerProperties::loginShellPath, false));
    serverBeans.customizers().forEach(customizer -> customizer.stdio(name, builder));
    return builder.build();
  }
}
