package io.mcpbridge.spring.boot.autoconfigure;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
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

  private SpringAiStarterWarning() {}

  /** Warns once of the properties whose values the import ignores, with what to set instead. */
  static void warnOfIgnored(Environment environment) {
    List<String> ignored = new ArrayList<>();
    add(ignored, environment, "name", value -> true, "mcp.client.client-info.name");
    add(ignored, environment, "version", value -> true, "mcp.client.client-info.version");
    if (!ClassUtils.isPresent(STARTER, null)) { // else it switches that starter off
      add(ignored, environment, "enabled", "false"::equalsIgnoreCase, "mcp.client.enabled=false");
    }
    String lazy = "mcp.client.defaults.start=lazy";
    add(ignored, environment, "initialized", "false"::equalsIgnoreCase, lazy);
    String withoutTools = "mcp.client.spring-ai.enabled=false";
    add(ignored, environment, "toolcallback.enabled", "false"::equalsIgnoreCase, withoutTools);
    String none = "nothing, tools also work in streams";
    add(ignored, environment, "type", "async"::equalsIgnoreCase, none);
    if (!ignored.isEmpty()) {
      log.warn(
          "mcp.client.import-spring-ai-connections imports connections only. These properties have no"
              + " effect on them; set instead: {}",
          String.join("; ", ignored));
    }
  }

  private static void add(
      List<String> ignored,
      Environment environment,
      String name,
      Predicate<String> isIgnored,
      String replacement) {
    if (!environment.containsProperty(PREFIX + name)) {
      return;
    }
    String value;
    try {
      value = environment.getProperty(PREFIX + name, "");
    } catch (IllegalArgumentException e) { // a placeholder without a value, of no importance here
      value = "";
    }
    if (isIgnored.test(value.strip())) {
      ignored.add(PREFIX + name + ": " + replacement);
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
