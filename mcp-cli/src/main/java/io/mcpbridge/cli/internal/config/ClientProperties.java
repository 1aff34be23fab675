package io.mcpbridge.cli.internal.config;

import io.mcpbridge.config.ConfigProblem;
import io.mcpbridge.config.ConfigProblem.Severity;
import io.mcpbridge.config.ConfiguredServer;
import io.mcpbridge.config.ConfiguredServers;
import io.mcpbridge.config.RemoteServer;
import io.mcpbridge.config.ServersFiles;
import io.mcpbridge.doctor.SettingOrigin;
import io.mcpbridge.internal.text.Secrets;
import io.mcpbridge.internal.text.SettingText;
import io.mcpbridge.json.Json;
import io.mcpbridge.transport.http.HttpTransportBuilder;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the servers below {@code mcp.client} of an application's file: converts each to the entry
 * of an {@code mcpServers} file.
 */
final class ClientProperties {

  private static final String CLIENT = "mcp.client";

  private final ServerConfiguration configuration;
  private final PropertyNode root;
  private final Placeholders placeholders;
  private final BiConsumer<RemoteServer, HttpTransportBuilder<?>> http;
  private final PropertyNode defaults;
  private final Map<String, PropertyNode> nodes = new LinkedHashMap<>();
  private final Map<String, ServerProperties> servers = new LinkedHashMap<>();
  private final Set<String> unusable = new HashSet<>();

  ClientProperties(
      ServerConfiguration configuration,
      PropertyNode root,
      Placeholders placeholders,
      BiConsumer<RemoteServer, HttpTransportBuilder<?>> http) {
    this.configuration = configuration;
    this.root = root;
    this.placeholders = placeholders;
    this.http = http;
    this.defaults = group(CLIENT + ".defaults");
  }

  private PropertyNode group(String name) {
    PropertyNode node = root.find(name);
    return node == null ? PropertyNode.merged(List.of()) : node;
  }

  /** Adds the servers and problems to the configuration. */
  void read() {
    for (PropertyNode node : group(CLIENT + ".servers").children().values()) {
      String name = node.element().mapKey();
      nodes.put(name, node);
      servers.put(
          name,
          new ServerProperties(
              node,
              defaults,
              placeholders,
              (severity, setting, message) -> report(severity, name, setting, message)));
    }
    new PropertyChecks(configuration, root, placeholders, this::report).check();
    Map<String, Object> entries = new LinkedHashMap<>();
    servers.forEach((name, properties) -> entries.put(name, properties.entry()));
    Set<String> unusableBefore = Set.copyOf(unusable);
    ConfiguredServers read =
        ServersFiles.builder()
            .global(configuration.file(), Json.write(Map.of("mcpServers", entries)))
            .environment(name -> name.equals(ServerConfiguration.DOLLAR) ? "$" : null)
            .defaults(name -> Objects.requireNonNull(servers.get(name)).options())
            .http(
                (server, transport) -> {
                  Objects.requireNonNull(servers.get(server.name())).applyTo(transport);
                  http.accept(server, transport);
                })
            .stdio(
                (name, transport) -> Objects.requireNonNull(servers.get(name)).applyTo(transport))
            .build()
            .read();
    for (ConfigProblem problem : read.problems()) {
      String server = problem.server();
      if (server != null && !unusableBefore.contains(server)) { // a consequence
        String message = problem.message().replace("`workingDirectory`", "`working-directory`");
        report(problem.severity(), server, property(ServerConfiguration.setting(problem)), message);
      }
    }
    for (ConfiguredServer server : read.servers()) {
      configuration.add(server, !unusable.contains(server.name()), this::origin);
    }
  }

  /** The property of a member of an entry. */
  private static String property(@Nullable String setting) {
    return setting == null
        ? ""
        : setting
            .replaceFirst("^type$", "transport")
            .replaceFirst("^auth$", "auth.bearer-token")
            .replaceFirst("^oauth.*", "auth.oauth2")
            .replaceFirst("^workingDirectory$", "working-directory");
  }

  private void report(Severity severity, @Nullable String server, String setting, String message) {
    if (severity == Severity.ERROR && server != null) {
      unusable.add(server);
    }
    SettingOrigin origin = server == null ? origin(setting) : origin(server, setting);
    configuration.report(
        new ConfigurationProblem(
            severity,
            server,
            setting.isEmpty() ? null : setting,
            message,
            origin == null ? SettingOrigin.of(configuration.file().toString()) : origin));
  }

  /** Where a setting of a server is written: there, in the defaults, or where it would be added. */
  private @Nullable SettingOrigin origin(String server, String setting) {
    PropertyNode node = nodes.get(server);
    if (node == null) {
      return null;
    }
    String prefix = "mcp.client.servers." + server + ".";
    String name = setting.startsWith(prefix) ? setting.substring(prefix.length()) : setting;
    List<String> keys = PropertyName.of(name).keys();
    for (int length = keys.size(); length > 0; length--) {
      for (PropertyNode group : List.of(node, defaults)) {
        PropertyNode written = group.find(keys.subList(0, length));
        FileProperty property = written == null ? null : written.firstProperty();
        if (written != null && property != null) {
          return origin(written, keys.subList(0, length), property);
        }
      }
    }
    return origin(node, List.of(), node.firstProperty());
  }

  /** Where a property that belongs to no server is written. */
  private @Nullable SettingOrigin origin(String name) {
    List<String> keys = PropertyName.of(name).keys();
    for (int length = keys.size(); length > 0; length--) {
      PropertyNode node = root.find(keys.subList(0, length));
      if (node != null) {
        return origin(node, List.of(), node.firstProperty());
      }
    }
    return null;
  }

  private static @Nullable SettingOrigin origin(
      PropertyNode node, List<String> path, @Nullable FileProperty property) {
    if (property == null) {
      return null;
    }
    String text = node.element().text() + ":";
    if (node.isList() || node.value() != null) {
      String shown = shown(node, path);
      text += " " + (shown == null ? Secrets.MASK : shown);
    }
    return SettingOrigin.of(property.file().toString(), property.line(), text);
  }

  private static @Nullable String shown(PropertyNode node, List<String> path) {
    List<String> values = new ArrayList<>();
    for (PropertyNode value : node.isList() ? node.elements() : List.of(node)) {
      values.add(SettingText.withoutDefaults(String.valueOf(value.value())));
    }
    return SettingText.of(String.join(".", path), values);
  }
}
