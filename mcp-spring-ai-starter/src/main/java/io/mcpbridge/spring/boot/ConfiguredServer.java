package io.mcpbridge.spring.boot;

import io.mcpbridge.catalog.ServerOptions;
import io.mcpbridge.catalog.ToolCatalogBuilder;
import io.mcpbridge.json.JsonLimits;
import io.mcpbridge.revision.Revisions;
import io.mcpbridge.transport.Transport;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import io.mcpbridge.transport.stdio.StdioTransport;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.util.StringUtils;

/**
 * One entry below {@code mcp.client.servers}, and what it means.
 *
 * @param name its key
 * @param properties its values
 */
record ConfiguredServer(String name, McpServerProperties properties) {

  /**
   * Adds the server to a catalogue that is being built.
   *
   * @throws InvalidMcpServerException if the properties contradict each other or make no sense
   */
  void addTo(ToolCatalogBuilder catalog) {
    catalog.server(name, transport(), options());
  }

  private Transport transport() {
    String url = properties.url();
    String command = properties.command();
    if (StringUtils.hasText(url) && StringUtils.hasText(command)) {
      throw invalid(
          property("url") + " and " + property("command") + " are both set.",
          "Keep one of them: 'url' for a server that is already running, 'command' for a program"
              + " to start.",
          null);
    }
    if (StringUtils.hasText(url)) {
      return overHttp(url.strip());
    }
    if (StringUtils.hasText(command)) {
      return overStdio(command.strip());
    }
    throw invalid(
        "Neither " + property("url") + " nor " + property("command") + " is set.",
        "Set 'url' for a server that is already running, or 'command' for a program to start."
            + " To leave the server out, set "
            + property("enabled")
            + "=false.",
        null);
  }

  private Transport overHttp(String url) {
    URI uri;
    try {
      uri = new URI(url);
    } catch (URISyntaxException e) {
      throw notAUrl(e.getReason(), null);
    }
    String scheme = uri.getScheme();
    if (uri.getHost() == null
        || !("http".equalsIgnoreCase(scheme) || "https".equalsIgnoreCase(scheme))) {
      throw notAUrl("it needs the form http(s)://host/path", null);
    }
    try {
      return StreamableHttpTransport.builder(uri)
          .headers(properties.headers())
          .connectTimeout(connectTimeout())
          .maxConnections(atLeastOne("max-connections", properties.maxConnections()))
          .limits(limits())
          .build();
    } catch (IllegalArgumentException e) {
      throw notUsable(e);
    }
  }

  private Transport overStdio(String command) {
    try {
      var builder =
          StdioTransport.builder(command, properties.args().toArray(new String[0]))
              .environment(properties.env())
              .limits(limits());
      String workingDirectory = properties.workingDirectory();
      if (StringUtils.hasText(workingDirectory)) {
        builder.workingDirectory(Path.of(workingDirectory));
      }
      return builder.build();
    } catch (IllegalArgumentException e) {
      throw notUsable(e);
    }
  }

  private ServerOptions options() {
    ServerOptions options =
        ServerOptions.defaults()
            .withTimeout(positive("timeout", properties.timeout()))
            .withConnectTimeout(connectTimeout())
            .withListTimeout(positive("list-timeout", properties.listTimeout()));
    String version = properties.protocolVersion();
    return StringUtils.hasText(version)
        ? options.withProtocolVersion(known(version.strip()))
        : options;
  }

  private String known(String version) {
    if (!Revisions.versions().contains(version)) {
      throw invalid(
          property("protocol-version") + " names no revision of the protocol that is known.",
          "Set one of " + String.join(", ", Revisions.versions()) + ", or leave it out.",
          null);
    }
    return version;
  }

  private Duration connectTimeout() {
    return positive("connect-timeout", properties.connectTimeout());
  }

  private Duration positive(String suffix, Duration duration) {
    if (duration.isZero() || duration.isNegative()) {
      throw invalid(
          property(suffix) + " is not longer than zero.",
          "Set a duration such as '60s', or leave it out.",
          null);
    }
    return duration;
  }

  private JsonLimits limits() {
    McpServerProperties.Limits limits = properties.limits();
    long bytes = Math.min(limits.maxMessageBytes().toBytes(), Integer.MAX_VALUE);
    return JsonLimits.defaults()
        .withMaxMessageBytes(atLeastOne("limits.max-message-bytes", (int) bytes))
        .withMaxDepth(atLeastOne("limits.max-json-depth", limits.maxJsonDepth()));
  }

  private int atLeastOne(String suffix, int number) {
    if (number < 1) {
      throw invalid(
          property(suffix) + " is less than one.", "Set a larger number, or leave it out.", null);
    }
    return number;
  }

  private InvalidMcpServerException notAUrl(String reason, @Nullable Throwable cause) {
    return invalid(
        property("url") + " is not a URL that can be called: " + reason + ".",
        "Set the server's full URL, such as 'https://example.com/mcp'.",
        cause);
  }

  private InvalidMcpServerException notUsable(IllegalArgumentException cause) {
    return invalid(property() + ": " + cause.getMessage(), "Change this entry.", cause);
  }

  private InvalidMcpServerException invalid(
      String problem, String action, @Nullable Throwable cause) {
    return new InvalidMcpServerException(problem, action, cause);
  }

  private String property(String suffix) {
    return property() + "." + suffix;
  }

  private String property() {
    return name.matches("[A-Za-z0-9_-]+")
        ? "mcp.client.servers." + name
        : "mcp.client.servers[" + name + "]";
  }
}
