package io.mcpbridge.config;

import io.mcpbridge.config.internal.entry.EntryFields;
import io.mcpbridge.internal.text.EditDistance;
import io.mcpbridge.internal.text.SettingText;
import io.mcpbridge.json.JsonException;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.json.JsonText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A parsed configuration file and the location of its servers.
 *
 * @param json the whole document
 * @param serversPath the path of the object that contains the entries
 * @param inputs the {@code inputs} that VS Code would prompt for, by id
 */
record ServersDocument(
    ConfigSource source,
    Path file,
    JsonText json,
    List<String> serversPath,
    Map<String, ServersInput> inputs) {

  private static final List<List<String>> ROOTS =
      List.of(
          List.of("mcpServers"),
          List.of("servers"),
          List.of("mcp", "servers"),
          List.of("context_servers")); // Zed

  private static final Path OF_VS_CODE = Path.of(".vscode", "mcp.json");

  /**
   * Parses a document.
   *
   * @throws JsonException if the text is not a JSON object, or its servers member is not an object
   */
  static ServersDocument of(ConfigSource source, Path file, String text) {
    JsonText json = JsonText.parse(text);
    List<String> servers = serversPath(file, JsonObject.of(json.value()));
    return new ServersDocument(source, file, json, servers, inputs(json, servers));
  }

  private static List<String> serversPath(Path file, JsonObject root) {
    for (List<String> path : ROOTS) {
      JsonObject parent = parent(root, path);
      String name = path.get(path.size() - 1);
      if (parent != null && parent.get(name) != null) {
        if (parent.object(name) == null) {
          throw new JsonException("`" + name + "` must be an object of servers by name");
        }
        return path;
      }
    }
    if (root.toMap().values().stream().anyMatch(EntryFields::isEntry)) {
      return List.of(); // FastMCP: the root contains the entries
    }
    return ROOTS.get(file.endsWith(OF_VS_CODE) ? 1 : 0);
  }

  /**
   * A member of the root that was probably meant to hold the servers; {@code null} if the document
   * has servers or no such member.
   */
  @Nullable String misspelledRoot() {
    JsonObject root = JsonObject.of(json.value());
    for (String name : entries().isEmpty() ? root.toMap().keySet() : Set.<String>of()) {
      JsonObject servers = root.object(name);
      boolean isNear =
          EditDistance.nearest(SettingText.uniform(name), List.of("mcpservers", "servers")) != null;
      if (isNear
          && !List.of(name).equals(serversPath)
          && servers != null
          && servers.toMap().values().stream().anyMatch(EntryFields::isEntry)) {
        return name;
      }
    }
    return null;
  }

  private static @Nullable JsonObject parent(JsonObject root, List<String> path) {
    return path.size() == 1 ? root : root.object(path.get(0));
  }

  private static Map<String, ServersInput> inputs(JsonText json, List<String> serversPath) {
    Map<String, ServersInput> inputs = new LinkedHashMap<>();
    if (!serversPath.isEmpty()) {
      JsonObject holder = parent(JsonObject.of(json.value()), serversPath);
      for (Object element : holder == null ? List.of() : holder.list("inputs")) {
        ServersInput input = ServersInput.of(JsonObject.orNull(element));
        if (input != null) {
          inputs.putIfAbsent(input.id(), input);
        }
      }
    }
    return inputs;
  }

  /** The entries by server name, as written. */
  Map<String, Object> entries() {
    Map<String, @Nullable Object> at = JsonObject.of(json.value()).toMap();
    for (String name : serversPath) {
      at = JsonObject.of(at).map(name);
    }
    Map<String, Object> entries = new LinkedHashMap<>();
    at.forEach((name, entry) -> entries.put(name, entry == null ? "null" : entry));
    return entries;
  }

  /** The path of an entry or of a member in it. */
  List<String> path(String server, String... fields) {
    List<String> path = new ArrayList<>(serversPath);
    path.add(server);
    path.addAll(List.of(fields));
    return List.copyOf(path);
  }

  /** Whether the document has several entries of this name. */
  boolean isDuplicated(String server) {
    return json.doubles().contains(path(server));
  }
}
