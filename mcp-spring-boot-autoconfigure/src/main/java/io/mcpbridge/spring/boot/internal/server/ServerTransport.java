package io.mcpbridge.spring.boot.internal.server;

import io.mcpbridge.auth.Credentials;
import io.mcpbridge.spring.boot.McpConnectionDetails;
import io.mcpbridge.spring.boot.McpServerProperties;
import io.mcpbridge.spring.boot.McpServerProperties.Auth;
import io.mcpbridge.spring.boot.McpServerProperties.AuthType;
import io.mcpbridge.spring.boot.McpServerProperties.HttpTransport;
import io.mcpbridge.spring.boot.internal.configuration.InvalidMcpConfigurationException;
import io.mcpbridge.spring.boot.internal.configuration.ServerPropertyNames;
import io.mcpbridge.transport.Transport;
import io.mcpbridge.transport.http.HttpSseTransport;
import io.mcpbridge.transport.http.HttpTransportBuilder;
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
   * @throws InvalidMcpConfigurationException if the properties are contradictory or invalid
   */
  Transport create() {
    McpConnectionDetails details = serverBeans.connectionDetails().get(name);
    return details == null ? asConfigured() : overHttp(details);
  }

  private Transport overHttp(McpConnectionDetails details) {
    try {
      return overHttp(details.url());
    } catch (IllegalArgumentException e) {
      throw new InvalidMcpConfigurationException(
          "The McpConnectionDetails of the MCP server \"" + name + "\": " + e.getMessage(),
          "Change this bean.",
          e);
    }
  }

  private Transport asConfigured() {
    boolean url = settings.isSet(McpServerProperties::url);
    boolean command = settings.isSet(McpServerProperties::command);
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
      throw new InvalidMcpConfigurationException(
          names.prefix() + ": " + e.getMessage(), "Change this entry.", e);
    }
  }

  private Transport overHttp() {
    warnOfPropertiesOfCommand();
    return overHttp(
        settings
            .names()
            .url(
                "url",
                settings.text(McpServerProperties::url),
                "the server's full URL, such as 'https://example.com/mcp'"));
  }

  private Transport overHttp(URI url) {
    return settings.get(McpServerProperties::transport) == HttpTransport.SSE
        ? configured(url, HttpSseTransport.builder(url)).build()
        : configured(url, StreamableHttpTransport.builder(url)).build();
  }

  private <B extends HttpTransportBuilder<B>> B configured(URI url, B transport) {
    new HttpIdentity(name, settings, settings.oauth(), serverBeans).applyTo(url, transport);
    new HttpSettings(name, settings, serverBeans).applyTo(transport);
    return transport.mapCredentials(credentials);
  }

  private Transport overStdio() {
    warnOfPropertiesOfUrl();
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

  /** Warns of the server's own properties that do not apply to a URL. */
  private void warnOfPropertiesOfCommand() {
    McpServerProperties properties = settings.serverProperties();
    warn("args", properties.args() != null && !properties.args().isEmpty(), "command");
    warn("env", !properties.env().isEmpty(), "command");
    warn("working-directory", properties.workingDirectory() != null, "command");
    warn("login-shell-path", properties.loginShellPath() != null, "command");
  }

  /** Warns of the server's own properties that do not apply to a command. */
  private void warnOfPropertiesOfUrl() {
    McpServerProperties properties = settings.serverProperties();
    warn("headers", !properties.headers().isEmpty(), "url");
    Auth auth = properties.auth();
    warn("auth.type", auth.type() != null && auth.type() != AuthType.NONE, "url");
    warn("auth.bearer-token", StringUtils.hasText(auth.bearerToken()), "url");
    warn("auth.client-registration", StringUtils.hasText(auth.clientRegistration()), "url");
    warn("auth.oauth2", !auth.oauth2().isEmpty(), "url");
    warn("ssl-bundle", StringUtils.hasText(properties.sslBundle()), "url");
    warn("proxy", StringUtils.hasText(properties.proxy()), "url");
    warn("transport", properties.transport() == HttpTransport.SSE, "url");
  }

  private void warn(String property, boolean set, String needed) {
    if (set) {
      settings.names().hasNoEffect(property, needed);
    }
  }
}
