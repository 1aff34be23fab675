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
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the servers below {@code mcp.client} of an application's file: converts each to the entry
 * of an {@code mcpServers} file.
 */
final class ClientProperties {

  private static final String CLIENT = "mcp.client";
  private static final String SERVERS = "mcp.client.servers";

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
    for (PropertyNode node : group(SERVERS).children().values()) {
      nodes.put(node.element().mapKey(), node);
      servers.put(node.element().mapKey(), properties(node.element().mapKey(), node));
      String value = node.value();
      if (value != null && !value.isBlank()) {
        String message = "it is a text; write it as its `url` or `command`, on a line of its own";
        report(Severity.ERROR, node.element().mapKey(), "", message);
      }
    }
    if (group(SERVERS).isList()) {
      report(
          Severity.WARNING,
          null,
          SERVERS,
          "`mcp.client.servers` is a list, so its servers are named 0, 1 and so on; write a name"
              + " in front of each");
    }
    new PropertyChecks(root, placeholders, this::report).check();
    String global = resolved(CLIENT + ".config-files.global");
    String project = resolved(CLIENT + ".config-files.project");
    boolean hasFiles = !global.isEmpty() || !project.isEmpty();
    Map<String, Object> entries = new LinkedHashMap<>();
    servers.forEach(
        (name, properties) -> {
          if (!hasFiles || properties.hasAddress()) {
            entries.put(name, properties.entry());
          }
        });
    addEntries(entries);
    if (hasFiles) {
      addFiles(global, project, entries.keySet());
    }
  }

  private ServerProperties properties(String name, PropertyNode node) {
    return new ServerProperties(name, node, defaults, placeholders, this::report);
  }

  private ServerProperties properties(String name) {
    return servers.computeIfAbsent(name, any -> properties(name, PropertyNode.merged(List.of())));
  }

  private String resolved(String name) {
    PropertyNode node = root.find(name);
    try {
      return node == null || node.value() == null ? "" : placeholders.resolve(node.value()).strip();
    } catch (Placeholders.UnresolvedException e) { // reported elsewhere
      return "";
    }
  }

  private void addEntries(Map<String, Object> entries) {
    Set<String> unusableBefore = Set.copyOf(unusable);
    ConfiguredServers read =
        files(entries.keySet(), false)
            .global(configuration.file(), Json.write(Map.of("mcpServers", entries)))
            .environment(name -> name.equals(ServerConfiguration.DOLLAR) ? "$" : null)
            .build()
            .read();
    for (ConfigProblem problem : read.problems()) {
      String server = problem.server();
      if (server != null && !unusableBefore.contains(server)) { // a consequence
        String message = problem.message().replace("`workingDirectory`", "`working-directory`");
        String setting = ServerConfiguration.setting(problem);
        if (PropertyChecks.isImporting(root) && message.startsWith("neither ")) {
          message = "its address is not below mcp.client; " + ServerConfiguration.ASK_APPLICATION;
        }
        report(problem.severity(), server, property(setting), message);
      }
    }
    for (ConfiguredServer server : read.servers()) {
      configuration.add(
          server,
          !server.isDisabled(),
          !unusable.contains(server.name()),
          properties(server.name())::address,
          this::origin);
    }
  }

  /** The servers of {@code mcp.client.config-files}, which properties may supplement. */
  private void addFiles(String global, String project, Set<String> ofProperties) {
    ServersFiles.Builder files = files(ofProperties, true).environment(this::variable);
    if (!global.isEmpty()) {
      files.global(Path.of(global));
    }
    if (!project.isEmpty()) {
      files.project(Path.of(project));
    }
    ConfiguredServers read = files.build().read();
    Set<String> names = new HashSet<>(ofProperties);
    for (ConfiguredServer server : read.servers()) {
      if (names.add(server.name())) {
        boolean isEnabled = !server.isDisabled() && properties(server.name()).isEnabled();
        configuration.add(
            server,
            isEnabled,
            !unusable.contains(server.name()),
            () -> WrittenAddress.of(server),
            (name, setting) -> origin(server, setting));
      }
    }
    read.problems().stream()
        .filter(problem -> !ofProperties.contains(String.valueOf(problem.server())))
        .forEach(configuration::add);
    for (String name : nodes.keySet()) {
      if (!names.contains(name)) {
        report(
            Severity.WARNING,
            name,
            "",
            "it has neither `url` nor `command`, and the files of mcp.client.config-files have no"
                + " such server, so it has no effect");
      }
    }
  }

  private @Nullable SettingOrigin origin(ConfiguredServer server, String setting) {
    PropertyNode node = nodes.get(server.name());
    boolean isSupplemented = node != null && node.find(setting) != null;
    return isSupplemented
        ? origin(server.name(), setting)
        : EntryOrigins.of(server).origin(server.name(), setting);
  }

  private @Nullable String variable(String name) {
    try {
      return placeholders.resolve("${" + name + "}");
    } catch (Placeholders.UnresolvedException e) {
      return null;
    }
  }

  /**
   * Applies the properties.
   *
   * @param names the servers of the properties
   * @param isOther whether to read others
   */
  private ServersFiles.Builder files(Set<String> names, boolean isOther) {
    return ServersFiles.builder()
        .defaults(name -> properties(name).options())
        .http(
            (server, transport) -> {
              if (names.contains(server.name()) != isOther) {
                properties(server.name()).applyTo(transport);
                if (isOther) {
                  properties(server.name()).identify(transport);
                }
                http.accept(server, transport);
              }
            })
        .stdio((name, transport) -> properties(name).applyTo(transport));
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
    if (node.element().isIndex()) { // what precedes it tells whether it is a secret
      return SettingOrigin.of(property.file().toString(), property.line(), null);
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
