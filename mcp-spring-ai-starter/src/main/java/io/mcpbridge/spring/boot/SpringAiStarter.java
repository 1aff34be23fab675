package io.mcpbridge.spring.boot;

import java.util.Set;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ListableBeanFactory;

/** Spring AI's own MCP starter, which an application may have besides. */
final class SpringAiStarter {

  private static final Logger log = LoggerFactory.getLogger(McpClientAutoConfiguration.class);

  private SpringAiStarter() {}

  /**
   * Says so where it makes the connections that were imported, too. That may be meant, while parts
   * of an application still use its clients; but a model that gets the tools of both has each
   * twice, and each program runs twice.
   *
   * @param imported the names of the connections
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

  /** By its beans, which are there only where it was neither switched off nor excluded. */
  private static boolean isAtWork(ListableBeanFactory beans) {
    return Stream.of("mcpSyncClients", "mcpAsyncClients").anyMatch(beans::containsBeanDefinition);
  }
}
