package io.mcpbridge.spring.boot;

import io.mcpbridge.catalog.ServerOptions;
import io.mcpbridge.catalog.ServerOptionsBuilder;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolCatalogBuilder;
import io.mcpbridge.client.CacheLimits;
import io.mcpbridge.json.JsonLimits;
import io.mcpbridge.revision.Revisions;
import io.mcpbridge.spring.boot.McpServerProperties.HttpTransport;
import io.mcpbridge.transport.Transport;
import io.mcpbridge.transport.http.HttpSseTransport;
import io.mcpbridge.transport.http.HttpTransportBuilder;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import io.mcpbridge.transport.stdio.StdioTransport;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.util.StringUtils;

/** One entry below {@code mcp.client.servers}, and what it means. */
final class ServerEntry {

  private static final Logger log = LoggerFactory.getLogger(McpClientAutoConfiguration.class);

  private final String name;
  private final McpServerProperties properties;
  private final ServerPropertyNames names;

  ServerEntry(String name, McpServerProperties properties) {
    this.name = name;
    this.properties = properties;
    this.names = new ServerPropertyNames(name);
  }

  /**
   * Adds the server to a catalogue that is being built.
   *
   * @throws InvalidMcpServerException if the properties contradict each other or make no sense
   */
  void addTo(ToolCatalogBuilder catalog) {
    catalog.server(name, transport(), options());
  }

  /** The same for a catalogue that is there. */
  void addTo(ToolCatalog catalog) {
    catalog.add(name, transport(), options());
  }

  /** Puts the server in the place of the one of its name. */
  void replaceIn(ToolCatalog catalog) {
    catalog.replace(name, transport(), options());
  }

  private Transport transport() {
    // Blank counts as absent: a profile can take a value back only by emptying it.
    boolean url = StringUtils.hasText(properties.url());
    boolean command = StringUtils.hasText(properties.command());
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
    hasNoEffect("args", !properties.args().isEmpty(), "command");
    hasNoEffect("env", !properties.env().isEmpty(), "command");
    hasNoEffect("working-directory", properties.workingDirectory() != null, "command");
    URI url = url("url", properties.url());
    boolean endpoint = StringUtils.hasText(properties.messageEndpoint());
    if (!endpoint && properties.transport() == HttpTransport.AUTO) {
      return configured(StreamableHttpTransport.builder(url)).build();
    }
    // Only HTTP+SSE has such an endpoint, so whoever names it means that.
    HttpSseTransport.Builder builder = configured(HttpSseTransport.builder(url));
    if (endpoint) {
      builder.messageEndpoint(url("message-endpoint", properties.messageEndpoint()));
    }
    return builder.build();
  }

  private <B extends HttpTransportBuilder<B>> B configured(B builder) {
    return builder
        .headers(properties.headers())
        .acceptTimeout(names.positive("accept-timeout", properties.acceptTimeout()))
        .maxConnections(names.atLeastOne("max-connections", properties.maxConnections()))
        .limits(limits());
  }

  private Transport overStdio() {
    hasNoEffect("headers", !properties.headers().isEmpty(), "url");
    hasNoEffect("transport", properties.transport() != HttpTransport.AUTO, "url");
    hasNoEffect("message-endpoint", StringUtils.hasText(properties.messageEndpoint()), "url");
    var builder =
        StdioTransport.builder(stripped(properties.command()))
            .args(properties.args())
            .environment(properties.env())
            .limits(limits());
    String workingDirectory = stripped(properties.workingDirectory());
    if (!workingDirectory.isEmpty()) {
      builder.workingDirectory(Path.of(workingDirectory));
    }
    return builder.build();
  }

  private void hasNoEffect(String property, boolean set, String needed) {
    if (set) {
      log.warn("{} has no effect without {}", names.of(property), names.of(needed));
    }
  }

  /** A URL. What is wrong with it is said without it: it may hold a password or a key. */
  private URI url(String property, @Nullable String value) {
    String problem = "it needs the form http(s)://host/path";
    try {
      URI uri = new URI(stripped(value));
      if (uri.getHost() != null && ("" + uri.getScheme()).matches("(?i)https?")) {
        return uri;
      }
    } catch (URISyntaxException e) {
      problem = e.getReason();
    }
    throw names.invalid(
        names.of(property) + " is not a URL that can be called: " + problem + ".",
        "Set the server's full URL, such as 'https://example.com/mcp'.");
  }

  private ServerOptions options() {
    ServerOptionsBuilder options =
        ServerOptions.builder()
            .timeout(names.positive("timeout", properties.timeout()))
            .connectTimeout(names.positive("connect-timeout", properties.connectTimeout()))
            .start(properties.start())
            .listTimeout(names.positive("list-timeout", properties.listTimeout()))
            .maxPages(names.atLeastOne("limits.max-pages", properties.limits().maxPages()))
            .cacheLimits(cacheLimits());
    String version = stripped(properties.protocolVersion());
    if (version.isEmpty()) {
      return options.build();
    }
    if (!Revisions.versions().contains(version)) {
      throw names.invalid(
          names.of("protocol-version") + " names no revision of the protocol that is known.",
          "Set one of " + String.join(", ", Revisions.versions()) + ", or leave it out.");
    }
    return options.protocolVersion(version).build();
  }

  private CacheLimits cacheLimits() {
    McpServerProperties.Limits limits = properties.limits();
    return new CacheLimits(
        (int) names.notNegative("limits.max-cached-results", limits.maxCachedResults()),
        names.notNegative("limits.max-cached-bytes", limits.maxCachedBytes().toBytes()));
  }

  private JsonLimits limits() {
    McpServerProperties.Limits limits = properties.limits();
    int bytes = (int) Math.min(limits.maxMessageBytes().toBytes(), Integer.MAX_VALUE);
    return JsonLimits.defaults()
        .withMaxMessageBytes(names.atLeastOne("limits.max-message-bytes", bytes))
        .withMaxDepth(names.atLeastOne("limits.max-json-depth", limits.maxJsonDepth()));
  }

  private static String stripped(@Nullable String value) {
    return value == null ? "" : value.strip();
  }
}
