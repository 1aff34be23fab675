package io.mcpbridge.spring.boot;

import io.mcpbridge.approval.ApprovalPolicy;
import io.mcpbridge.catalog.ServerOptions;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.spring.oauth.ServerAuthorization;
import io.mcpbridge.transport.Transport;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.cloud.context.environment.EnvironmentChangeEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;

/**
 * Applies changes of the environment to the servers of a running catalog and to the approval rules.
 * Servers whose properties have not changed, and servers that were added otherwise, are not
 * touched. A server is reconnected only if a property of its connection has changed. Invalid
 * properties change nothing and are logged.
 */
@Order(Ordered.LOWEST_PRECEDENCE - 1) // later listeners see the updated servers
final class ServersReload implements ApplicationListener<EnvironmentChangeEvent> {

  private static final Logger log = LoggerFactory.getLogger(McpClientAutoConfiguration.class);

  private final ToolCatalog catalog;
  private final Environment environment;
  private final ReentrantLock applying = new ReentrantLock();
  private final ServerParts parts;
  private final CurrentApproval approval;
  private final PropertyServers given;

  /**
   * @param given the servers that the properties gave to the catalog
   */
  ServersReload(
      ToolCatalog catalog,
      PropertyServers given,
      CurrentApproval approval,
      ServerParts parts,
      Environment environment) {
    this.catalog = catalog;
    this.given = given;
    this.approval = approval;
    this.parts = parts;
    this.environment = environment;
  }

  /**
   * Handles changes of all names: a value below {@code mcp.client} may reference any other
   * property.
   */
  @Override
  public void onApplicationEvent(EnvironmentChangeEvent event) {
    applying.lock();
    try {
      UnresolvedPlaceholders placeholders = new UnresolvedPlaceholders(environment);
      McpClientProperties properties =
          Binder.get(environment, placeholders.apply(BindHandler.DEFAULT))
              .bindOrCreate("mcp.client", McpClientProperties.class);
      apply(properties, placeholders);
    } catch (BindException e) {
      if (e.getCause() instanceof InvalidMcpConfigurationException invalid) {
        log.error("The MCP servers stay as they are: {}", said(invalid));
      } else { // the cause contains the value, which may be a secret
        log.error(
            "The MCP servers stay as they are, because {} cannot be read as {}",
            e.getName(),
            e.getTarget().getType());
      }
    } catch (RuntimeException e) { // from application code: other listeners still run
      log.error("The MCP servers stay as they are: {}", said(e));
    } finally {
      applying.unlock();
    }
  }

  private void apply(McpClientProperties properties, UnresolvedPlaceholders placeholders) {
    Map<String, ServerEntry> wanted = new LinkedHashMap<>();
    ServerEntries.all(properties, placeholders, parts).stream()
        .filter(server -> !server.isPerUser())
        .forEach(server -> wanted.put(server.name(), server));
    ApprovalPolicy rules = approval.rules(properties);
    for (String name : given.names()) {
      if (!wanted.containsKey(name)) {
        tryTo(name, () -> remove(name));
      }
    }
    approval.become(rules); // after removed servers, before new ones
    wanted.forEach(
        (name, server) -> {
          if (!server.isLike(given.entry(name))) {
            tryTo(name, () -> change(server));
          }
        });
  }

  private void remove(String name) {
    boolean ours = given.isThere(name, catalog);
    given.remove(name);
    if (ours) {
      catalog.remove(name);
    }
    ServerAuthorization authorization = parts.authorization();
    if (authorization != null) {
      authorization.removed(name);
    }
  }

  private void change(ServerEntry server) {
    String name = server.name();
    boolean isNew = given.entry(name) == null;
    if (!isNew && !given.isThere(name, catalog)) {
      given.say(server);
      log.warn(
          "The MCP server \"{}\" is not changed: the application has taken it out of the catalog"
              + " or put another one in its place",
          name);
      return;
    }
    ServerEntry before = given.entry(name);
    if (before != null && server.connectsLike(before)) {
      ServerOptions options = server.options();
      given.restartWith(server);
      catalog.update(name, options);
      given.say(server);
      return;
    }
    ServerAuthorization authorization = parts.authorization();
    if (authorization == null) {
      put(server, isNew);
    } else {
      authorization.replacing(name, () -> put(server, isNew));
    }
  }

  private void put(ServerEntry server, boolean isNew) {
    String name = server.name();
    ServerOptions options = server.options();
    Transport transport = server.transport();
    if (isNew) {
      catalog.add(name, transport, options);
    } else {
      catalog.replace(name, transport, options);
    }
    given.put(server, transport);
  }

  private static void tryTo(String name, Runnable change) {
    try {
      change.run();
    } catch (RuntimeException e) { // such as from a customizer of this server
      log.error("The MCP server \"{}\" stays as it is: {}", name, said(e));
    }
  }

  /** Omits messages of unknown exceptions, which may contain a secret value. */
  private static String said(RuntimeException e) {
    if (e instanceof InvalidMcpConfigurationException invalid) {
      return invalid.getMessage() + " " + invalid.action();
    }
    return e instanceof IllegalArgumentException || e instanceof IllegalStateException
        ? String.valueOf(e.getMessage())
        : e.getClass().getSimpleName();
  }
}
