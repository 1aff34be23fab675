package io.mcpbridge.spring.boot.internal.server;

import io.mcpbridge.spring.boot.McpClientProperties;
import io.mcpbridge.spring.boot.McpServerProperties;
import io.mcpbridge.spring.boot.internal.configuration.UnresolvedPlaceholders;
import io.mcpbridge.spring.boot.internal.server.SpringAiConnections.Connection;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.springframework.util.StringUtils;

/** Collects the servers of the properties, the imported ones, and those only beans define. */
public final class ServerEntries {

  private ServerEntries() {}

  /** The enabled servers, in order. */
  public static List<ServerEntry> all(
      McpClientProperties properties,
      UnresolvedPlaceholders placeholders,
      ServerBeans serverBeans) {
    Map<String, Connection> imported =
        properties.importSpringAiConnections()
            ? serverBeans.springAiConnections(placeholders)
            : Map.of();
    Set<String> names = new LinkedHashSet<>(properties.servers().keySet());
    names.addAll(imported.keySet());
    names.addAll(serverBeans.connectionDetails().keySet());
    List<ServerEntry> entries = new ArrayList<>();
    for (String name : names) {
      ServerSettings settings =
          ServerSettings.of(name, properties.servers().get(name), imported.get(name), properties);
      if (settings.get(McpServerProperties::enabled, true)
          && !isSupplement(name, settings, properties, serverBeans)) {
        entries.add(
            new ServerEntry(name, settings, placeholders, serverBeans, UnaryOperator.identity()));
      }
    }
    return entries;
  }

  /** Whether the properties have no address, but supplement an entry of a file. */
  static boolean isSupplement(
      String name,
      ServerSettings settings,
      McpClientProperties properties,
      ServerBeans serverBeans) {
    McpClientProperties.ConfigFiles files = properties.configFiles();
    return (StringUtils.hasText(files.global()) || StringUtils.hasText(files.project()))
        && !serverBeans.connectionDetails().containsKey(name)
        && !settings.isSet(McpServerProperties::url)
        && !settings.isSet(McpServerProperties::command);
  }
}
