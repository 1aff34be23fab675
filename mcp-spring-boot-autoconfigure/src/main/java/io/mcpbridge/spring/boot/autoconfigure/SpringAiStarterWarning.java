package io.mcpbridge.spring.boot.autoconfigure;

import java.util.Set;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ListableBeanFactory;

/** Detects Spring AI's own MCP starter. */
final class SpringAiStarterWarning {

  private static final Logger log = LoggerFactory.getLogger(SpringAiStarterWarning.class);

  private SpringAiStarterWarning() {}

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
