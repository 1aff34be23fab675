package io.mcpbridge.spring.boot.internal.server;

import io.mcpbridge.catalog.server.ToolOptions;
import io.mcpbridge.spring.boot.McpServerProperties;
import io.mcpbridge.spring.boot.McpServerProperties.Tool;
import io.mcpbridge.spring.boot.McpServerProperties.ToolSearchHints;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The settings of one tool of a server, or of the tools that match a pattern.
 *
 * @param name name of the tool, or the pattern
 */
record ToolOptionsFactory(String name, ServerSettings settings) {

  private static final Tool NOTHING =
      new Tool(null, null, null, null, null, null, Map.of(), null, null);
  private static final ToolSearchHints NO_HINTS = new ToolSearchHints(null, null);

  /**
   * Creates the options.
   *
   * @throws io.mcpbridge.spring.boot.internal.configuration.InvalidMcpConfigurationException if the
   *     settings are invalid
   */
  ToolOptions options() {
    String prefix = "tools." + name;
    ToolOptions.Builder tool = ToolOptions.builder();
    settings.usePositive(prefix + ".timeout", p -> toolOf(p).timeout(), tool::timeout);
    settings.usePositive(prefix + ".idle-timeout", p -> toolOf(p).idleTimeout(), tool::idleTimeout);
    settings.use(
        prefix + ".max-result-characters",
        p -> toolOf(p).maxResultCharacters(),
        characters -> tool.maxResultCharacters(characters).build());
    settings.use(
        prefix + ".max-result-tokens",
        p -> toolOf(p).maxResultTokens(),
        tokens -> tool.maxResultTokens(tokens).build());
    settings.use(prefix + ".title", p -> toolOf(p).title(), tool::title);
    settings.use(prefix + ".description", p -> toolOf(p).description(), tool::description);
    settings.use(
        prefix + ".search.aliases",
        p -> hints(p).aliases(),
        aliases -> tool.searchAliases(aliases.toArray(String[]::new)));
    settings.use(prefix + ".search.when-to-use", p -> hints(p).whenToUse(), tool::whenToUse);
    settings.use(
        prefix + ".hidden-arguments",
        p -> toolOf(p).hiddenArguments(),
        names -> tool.hiddenArguments(names.toArray(String[]::new)));
    settings
        .all(p -> toolOf(p).fixedArguments())
        .forEach((argument, value) -> tool.fixedArgument(argument, plain(value)));
    return tool.build();
  }

  private ToolSearchHints hints(McpServerProperties properties) {
    ToolSearchHints hints = toolOf(properties).search();
    return hints == null ? NO_HINTS : hints;
  }

  private Tool toolOf(McpServerProperties properties) {
    return properties.tools().getOrDefault(name, NOTHING);
  }

  /**
   * Converts values that were bound to {@code Object} to JSON values; Spring binds lists as maps.
   */
  private static Object plain(Object bound) {
    if (bound instanceof Map<?, ?> map) {
      return isList(map)
          ? map.values().stream().map(ToolOptionsFactory::plain).toList()
          : members(map);
    }
    if (bound instanceof List<?> list) {
      return list.stream().map(ToolOptionsFactory::plain).toList();
    }
    return bound instanceof Number || bound instanceof Boolean ? bound : bound.toString();
  }

  private static Map<String, Object> members(Map<?, ?> map) {
    Map<String, Object> members = new LinkedHashMap<>();
    map.forEach((name, value) -> members.put(name.toString(), plain(value)));
    return members;
  }

  private static boolean isList(Map<?, ?> map) {
    int index = 0;
    for (Object key : map.keySet()) {
      if (!key.toString().equals(Integer.toString(index++))) {
        return false;
      }
    }
    return index > 0;
  }
}
