package io.mcpbridge.spring.boot;

import io.mcpbridge.auth.Credentials;
import io.mcpbridge.catalog.CallerContext.Captured;
import io.mcpbridge.catalog.ServerOptions;
import io.mcpbridge.catalog.ServerOptionsBuilder;
import io.mcpbridge.spring.boot.SpringAiConnections.Connection;
import io.mcpbridge.transport.Transport;
import io.mcpbridge.transport.http.HttpSseTransport;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import io.mcpbridge.transport.stdio.StdioTransport;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.util.StringUtils;

/** One server of the properties, and what it means. */
final class ServerEntry {

  private final String name;
  private final ServerSettings settings;
  private final ServerParts parts;
  private final UnaryOperator<Credentials> credentials;

  private ServerEntry(
      String name,
      ServerSettings settings,
      ServerParts parts,
      UnaryOperator<Credentials> credentials) {
    this.name = name;
    this.settings = settings;
    this.parts = parts;
    this.credentials = credentials;
  }

  /** The same with a {@link SharedAuthorization}. */
  ServerEntry sharing(SharedAuthorization authorization) {
    return new ServerEntry(name, settings, parts.with(authorization), credentials);
  }

  /** The same for one user. */
  ServerEntry ofUser(Captured user) {
    return new ServerEntry(name, settings, parts, any -> new UserCredentials(any, user));
  }

  /** Those that are used, in their order. */
  static List<ServerEntry> all(McpClientProperties properties, ServerParts parts) {
    Map<String, Connection> imported =
        properties.importSpringAiConnections() ? parts.springAiConnections() : Map.of();
    Set<String> names = new LinkedHashSet<>(properties.servers().keySet());
    names.addAll(imported.keySet());
    names.addAll(parts.connectionDetails().keySet());
    List<ServerEntry> entries = new ArrayList<>();
    for (String name : names) {
      ServerSettings settings =
          ServerSettings.of(
              name, properties.servers().get(name), imported.get(name), properties.defaults());
      if (settings.get(McpServerProperties::enabled, true)) {
        entries.add(new ServerEntry(name, settings, parts, UnaryOperator.identity()));
      }
    }
    return entries;
  }

  String name() {
    return name;
  }

  /** Where it is set. */
  String from() {
    return settings.names() == ServerPropertyNames.DEFAULTS
        ? "the McpConnectionDetails of '" + name + "'"
        : settings.names().prefix();
  }

  /** Whether each user has their own. */
  boolean isPerUser() {
    return settings.get(McpServerProperties::perUser, false);
  }

  /** Whether another one means the same. */
  boolean isLike(@Nullable ServerEntry other) {
    return other != null && settings.equals(other.settings);
  }

  /** What of the tool context it gets with each call. */
  List<String> toolContextMeta() {
    return settings.get(McpServerProperties::toolContextMeta, List.of());
  }

  /**
   * How it is treated.
   *
   * @throws InvalidMcpServerException if the properties make no sense
   */
  ServerOptions options() {
    ServerOptionsBuilder options = ServerTreatment.of(settings);
    parts.customizers().forEach(customizer -> customizer.options(name, options));
    return options.build();
  }

  /**
   * Where it is.
   *
   * @throws InvalidMcpServerException if the properties contradict each other or make no sense
   */
  Transport transport() {
    McpConnectionDetails elsewhere = parts.connectionDetails().get(name);
    return elsewhere == null ? asConfigured() : at(elsewhere);
  }

  /** Not with the endpoint of the properties, which would be one of the server that it replaces. */
  private Transport at(McpConnectionDetails elsewhere) {
    try {
      return overHttp(elsewhere.url(), null);
    } catch (IllegalArgumentException e) {
      throw settings
          .names()
          .invalid(
              "The McpConnectionDetails of the MCP server \"" + name + "\": " + e.getMessage(),
              "Change this bean.",
              e);
    }
  }

  private Transport asConfigured() {
    McpServerProperties own = settings.own();
    boolean url = StringUtils.hasText(own.url());
    boolean command = StringUtils.hasText(own.command());
    if (!url && !command) { // what holds for all is no contradiction to what one says itself
      url = !settings.text(McpServerProperties::url).isEmpty();
      command = !settings.text(McpServerProperties::command).isEmpty();
    }
    ServerPropertyNames names = settings.names();
    if (url && command) {
      throw names.invalid(
          names.of("url") + " and " + names.of("command") + " are both set.",
          "Keep one of them: 'url' for a server that is already running, 'command' for a program"
              + " to start.");
    }
    if (!url && !command) {
      throw names.invalid(
          "Neither " + names.of("url") + " nor " + names.of("command") + " is set.",
          "Set 'url' for a server that is already running, or 'command' for a program to start."
              + " To leave the server out, set "
              + names.of("enabled")
              + "=false.");
    }
    try {
      return url ? overHttp() : overStdio();
    } catch (IllegalArgumentException e) {
      throw names.invalid(names.prefix() + ": " + e.getMessage(), "Change this entry.", e);
    }
  }

  private Transport overHttp() {
    McpServerProperties own = settings.own();
    hasNoEffect("args", own.args() != null && !own.args().isEmpty(), "command");
    hasNoEffect("env", !own.env().isEmpty(), "command");
    hasNoEffect("inherit-env", own.inheritEnv() != null, "command");
    hasNoEffect("working-directory", own.workingDirectory() != null, "command");
    return overHttp(
        url("url", McpServerProperties::url),
        settings.text(McpServerProperties::messageEndpoint).isEmpty()
            ? null
            : url("message-endpoint", McpServerProperties::messageEndpoint));
  }

  private Transport overHttp(URI url, @Nullable URI messageEndpoint) {
    HttpSettings http = new HttpSettings(name, settings, parts);
    if (messageEndpoint == null
        && settings.get(McpServerProperties::transport) != McpServerProperties.HttpTransport.SSE) {
      StreamableHttpTransport.Builder builder = StreamableHttpTransport.builder(url);
      http.applyTo(url, builder);
      builder.mapCredentials(credentials);
      return builder.build();
    }
    // Only HTTP+SSE has such an endpoint, so whoever names it means that.
    HttpSseTransport.Builder builder = HttpSseTransport.builder(url);
    if (messageEndpoint != null) {
      builder.messageEndpoint(messageEndpoint);
    }
    http.applyTo(url, builder);
    builder.mapCredentials(credentials);
    return builder.build();
  }

  private Transport overStdio() {
    McpServerProperties own = settings.own();
    hasNoEffect("headers", !own.headers().isEmpty(), "url");
    hasNoEffect("bearer-token", StringUtils.hasText(own.bearerToken()), "url");
    hasNoEffect("client-registration", StringUtils.hasText(own.clientRegistration()), "url");
    hasNoEffect("oauth.grant", own.oauth().grant() != null, "url");
    hasNoEffect("ssl-bundle", StringUtils.hasText(own.sslBundle()), "url");
    hasNoEffect("proxy", StringUtils.hasText(own.proxy()), "url");
    hasNoEffect("transport", own.transport() == McpServerProperties.HttpTransport.SSE, "url");
    hasNoEffect("message-endpoint", StringUtils.hasText(own.messageEndpoint()), "url");
    StdioTransport.Builder builder =
        StdioTransport.builder(settings.text(McpServerProperties::command))
            .args(settings.get(McpServerProperties::args, List.of()))
            .environment(settings.all(McpServerProperties::env));
    String workingDirectory = settings.text(McpServerProperties::workingDirectory);
    if (!workingDirectory.isEmpty()) {
      builder.workingDirectory(Path.of(workingDirectory));
    }
    new StdioSettings(name, settings, parts).applyTo(builder);
    return builder.build();
  }

  private void hasNoEffect(String property, boolean set, String needed) {
    if (set) {
      settings.names().hasNoEffect(property, needed);
    }
  }

  private URI url(String property, Function<McpServerProperties, @Nullable String> value) {
    return settings
        .names()
        .url(
            property,
            settings.text(value),
            "the server's full URL, such as 'https://example.com/mcp'");
  }
}
