package io.mcpbridge.spring.boot;

import io.mcpbridge.catalog.ToolCatalog;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.cloud.context.environment.EnvironmentChangeEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.core.env.Environment;

/**
 * Holds the servers of a running catalogue against the environment when that has changed. A server
 * whose properties are what they were is not touched, nor is one that somebody added otherwise.
 * What cannot be meant changes nothing but the log.
 */
final class ServersReload implements ApplicationListener<EnvironmentChangeEvent> {

  private static final Logger log = LoggerFactory.getLogger(McpClientAutoConfiguration.class);

  private final ToolCatalog catalog;
  private final Environment environment;
  private final ReentrantLock applying = new ReentrantLock();
  private final ServerParts parts;
  private final Map<String, ServerEntry> applied;

  /**
   * @param properties what the catalogue was made from
   */
  ServersReload(
      ToolCatalog catalog,
      McpClientProperties properties,
      ServerParts parts,
      Environment environment) {
    this.catalog = catalog;
    this.environment = environment;
    this.parts = parts;
    this.applied = enabled(properties);
  }

  private Map<String, ServerEntry> enabled(McpClientProperties properties) {
    Map<String, ServerEntry> enabled = new LinkedHashMap<>();
    ServerEntry.all(properties, parts).stream()
        .filter(server -> !server.isPerUser())
        .forEach(server -> enabled.put(server.name(), server));
    return enabled;
  }

  /**
   * Not only for names below {@code mcp.client}: the value of one may refer to any other property.
   */
  @Override
  public void onApplicationEvent(EnvironmentChangeEvent event) {
    applying.lock();
    try {
      apply(enabled(Binder.get(environment).bindOrCreate("mcp.client", McpClientProperties.class)));
    } catch (BindException e) {
      // Its cause would tell the value, which may be a secret.
      log.error(
          "The MCP servers stay as they are, because {} cannot be read as {}",
          e.getName(),
          e.getTarget().getType());
    } finally {
      applying.unlock();
    }
  }

  private void apply(Map<String, ServerEntry> wanted) {
    for (String name : Map.copyOf(applied).keySet()) {
      if (!wanted.containsKey(name)) {
        tryTo(name, () -> catalog.remove(name));
        applied.remove(name);
      }
    }
    wanted.forEach(
        (name, server) -> {
          if (!server.isLike(applied.get(name))) {
            tryTo(
                name,
                () -> {
                  if (applied.containsKey(name)) {
                    catalog.replace(name, server.transport(), server.options());
                  } else {
                    catalog.add(name, server.transport(), server.options());
                  }
                  applied.put(name, server);
                });
          }
        });
  }

  private static void tryTo(String name, Runnable change) {
    try {
      change.run();
    } catch (InvalidMcpServerException e) {
      log.error("The MCP server \"{}\" stays as it is: {} {}", name, e.getMessage(), e.action());
    } catch (IllegalArgumentException | IllegalStateException e) {
      log.error("The MCP server \"{}\" stays as it is: {}", name, e.getMessage());
    }
  }
}
