package io.mcpbridge.spring.boot.internal.server;

import io.mcpbridge.json.JsonLimits;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.json.JsonReader;
import io.mcpbridge.spring.boot.McpServerProperties;
import io.mcpbridge.spring.boot.internal.configuration.InvalidMcpConfigurationException;
import io.mcpbridge.spring.boot.internal.configuration.ServerPropertyNames;
import io.mcpbridge.spring.boot.internal.configuration.UnresolvedPlaceholders;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.core.env.Environment;
import org.springframework.core.io.DefaultResourceLoader;

/**
 * Imports the connections below {@code spring.ai.mcp.client}, as Spring AI's own starter reads
 * them, for migration. Needs no class of Spring AI.
 */
public final class SpringAiConnections {

  private static final String PREFIX = "spring.ai.mcp.client";

  private final Binder binder;
  private final Map<String, Connection> connections = new LinkedHashMap<>();

  /** A connection as properties of this library, with Spring AI's property names. */
  record Connection(ServerPropertyNames names, McpServerProperties properties) {}

  /** A stdio server. */
  public record Stdio(
      @Nullable String command,
      @DefaultValue List<String> args,
      @DefaultValue Map<String, String> env) {}

  /** An HTTP server. */
  public record Http(
      @Nullable String url, @Nullable String endpoint, @Nullable String sseEndpoint) {}

  private SpringAiConnections(Environment environment, BindHandler handler) {
    this.binder = Binder.get(environment, handler);
  }

  /**
   * All connections by name.
   *
   * @param placeholders inspects the bound values
   * @throws InvalidMcpConfigurationException if the configured file cannot be read
   */
  static Map<String, Connection> read(
      Environment environment, UnresolvedPlaceholders placeholders) {
    SpringAiConnections reader =
        new SpringAiConnections(environment, placeholders.apply(BindHandler.DEFAULT));
    String file = environment.getProperty(PREFIX + ".stdio.servers-configuration", "").strip();
    if (!file.isEmpty()) {
      reader.file(file);
    }
    reader
        .bound("stdio", Stdio.class)
        .forEach((name, stdio) -> reader.add("stdio", name, program(stdio)));
    reader
        .bound("sse", Http.class)
        .forEach(
            (name, http) -> {
              Map<String, Object> sse = url(http.url(), http.sseEndpoint(), "/sse");
              sse.put("transport", "sse");
              reader.add("sse", name, sse);
            });
    reader
        .bound("streamable-http", Http.class)
        .forEach(
            (name, http) ->
                reader.add("streamable-http", name, url(http.url(), http.endpoint(), "/mcp")));
    return reader.connections;
  }

  private <T> Map<String, T> bound(String kind, Class<T> type) {
    return binder
        .bind(PREFIX + "." + kind + ".connections", Bindable.mapOf(String.class, type))
        .orElseGet(Map::of);
  }

  private void add(String kind, String name, Map<String, Object> properties) {
    binder
        .bind(PREFIX + ".request-timeout", String.class)
        .ifBound(
            timeout ->
                properties.put("timeout", timeout.matches("\\d+") ? timeout + "ms" : timeout));
    connections.put(
        name,
        new Connection(
            new ServerPropertyNames(PREFIX + "." + kind + ".connections." + name),
            new Binder(new MapConfigurationPropertySource(properties))
                .bindOrCreate("", McpServerProperties.class)));
  }

  private static Map<String, Object> program(Stdio stdio) {
    Map<String, Object> properties = new LinkedHashMap<>();
    properties.put("command", stdio.command() == null ? "" : stdio.command());
    for (int i = 0; i < stdio.args().size(); i++) {
      properties.put("args[" + i + "]", stdio.args().get(i));
    }
    stdio.env().forEach((name, value) -> properties.put("env[" + name + "]", value));
    return properties;
  }

  /** Resolves the endpoint against the URL, as a browser does. */
  private static Map<String, Object> url(
      @Nullable String url, @Nullable String endpoint, String usual) {
    Map<String, Object> properties = new LinkedHashMap<>();
    String base = url == null ? "" : url;
    try {
      properties.put(
          "url", URI.create(base).resolve(endpoint == null ? usual : endpoint).toString());
    } catch (IllegalArgumentException e) {
      properties.put("url", base); // reported later like any server's URL
    }
    return properties;
  }

  /** The programs below the first member of a file; placeholders in it are not resolved. */
  private void file(String location) {
    try (InputStream file = new DefaultResourceLoader().getResource(location).getInputStream()) {
      JsonObject json = JsonObject.of(new JsonReader(JsonLimits.defaults()).read(file));
      for (String first : json.toMap().keySet().stream().limit(1).toList()) {
        JsonObject servers = json.object(first);
        if (servers != null) {
          servers.toMap().forEach((name, entry) -> entry(name, JsonObject.orNull(entry)));
        }
      }
    } catch (IOException | RuntimeException e) {
      throw new InvalidMcpConfigurationException(
          PREFIX + ".stdio.servers-configuration cannot be read: " + location + ".",
          "Name a JSON file with 'mcpServers', or leave it out.",
          e);
    }
  }

  private void entry(String name, @Nullable JsonObject entry) {
    if (entry != null) {
      Map<String, String> env = new LinkedHashMap<>();
      entry.map("env").forEach((variable, value) -> env.put(variable, String.valueOf(value)));
      add("stdio", name, program(new Stdio(entry.string("command"), entry.strings("args"), env)));
    }
  }
}
