package io.mcpbridge.spring.boot.autoconfigure;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/** Warns of what the import of connections does with Spring AI's own MCP starter and properties. */
final class SpringAiStarterWarning {

  private static final Logger log = LoggerFactory.getLogger(SpringAiStarterWarning.class);

  private static final String PREFIX = "spring.ai.mcp.client.";

  /** The type of Spring AI's starter that reads {@code enabled}. */
  private static final String STARTER =
      "org.springframework.ai.mcp.client.common.autoconfigure.McpClientAutoConfiguration";

  /**
   * A property that the import ignores.
   *
   * @param value the value that has no effect; {@code null} for any
   */
  private record Ignored(String name, @Nullable String value, String replacement) {}

  private static final String CLIENT_INFO =
      "ToolCatalogBuilder.clientInfo in a bean of type ToolCatalogCustomizer";

  private static final List<Ignored> IGNORED =
      List.of(
          new Ignored("name", null, CLIENT_INFO),
          new Ignored("version", null, CLIENT_INFO),
          new Ignored("enabled", "false", "mcp.client.enabled=false"),
          new Ignored("initialized", "false", "mcp.client.defaults.start=lazy"),
          new Ignored("toolcallback.enabled", "false", "mcp.client.spring-ai.enabled=false"),
          new Ignored("type", "async", "nothing, tools also work in streams"));

  private SpringAiStarterWarning() {}

  /** Warns once of the properties whose values the import ignores, with what to set instead. */
  static void warnOfIgnored(Environment environment) {
    List<String> ignored =
        IGNORED.stream()
            .filter(property -> isIgnored(property, environment))
            .map(property -> PREFIX + property.name + ": " + property.replacement)
            .toList();
    if (!ignored.isEmpty()) {
      log.warn(
          "mcp.client.import-spring-ai-connections imports connections only. These properties have no"
              + " effect on them; set instead: {}",
          String.join("; ", ignored));
    }
  }

  private static boolean isIgnored(Ignored property, Environment environment) {
    if (!environment.containsProperty(PREFIX + property.name)
        || (property.name.equals("enabled") && ClassUtils.isPresent(STARTER, null))) {
      return false; // or it switches that starter off
    }
    try {
      return property.value == null
          || property.value.equalsIgnoreCase(
              environment.getProperty(PREFIX + property.name, "").strip());
    } catch (IllegalArgumentException e) { // a placeholder without a value, of no importance here
      return false;
    }
  }

  /**
   * Warns if that starter also creates the imported connections. This can be intended while parts
   * of an application still use its clients, but a model that gets the tools of both has each tool
   * twice, and each program runs twice.
   *
   * @param imported names of the connections
   */
  static void warnOf(Set<String> imported, ListableBeanFactory beans) {
    if (!imported.isEmpty() && isAtWork(beans)) {
      log.warn(
          "The servers {} are connected twice: by Spring AI's own MCP starter, and because of"
              + " mcp.client.import-spring-ai-connections. Remove spring-ai-starter-mcp-client, or"
              + " set spring.ai.mcp.client.enabled=false",
          imported);
    }
  }

  /** Detected by its beans, which are absent if it is disabled or excluded. */
  private static boolean isAtWork(ListableBeanFactory beans) {
    return Stream.of("mcpSyncClients", "mcpAsyncClients").anyMatch(beans::containsBeanDefinition);
  }
}
