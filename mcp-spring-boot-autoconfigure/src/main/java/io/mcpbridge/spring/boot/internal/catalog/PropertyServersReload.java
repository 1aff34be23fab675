package io.mcpbridge.spring.boot.internal.catalog;

import io.mcpbridge.approval.ApprovalPolicy;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.spring.boot.McpClientProperties;
import io.mcpbridge.spring.boot.internal.configuration.BindFailures;
import io.mcpbridge.spring.boot.internal.configuration.InvalidMcpConfigurationException;
import io.mcpbridge.spring.boot.internal.configuration.UnresolvedPlaceholders;
import io.mcpbridge.spring.boot.internal.server.PropertyServers;
import io.mcpbridge.spring.boot.internal.server.ServerBeans;
import io.mcpbridge.spring.boot.internal.server.ServerEntries;
import io.mcpbridge.spring.boot.internal.server.ServerEntry;
import io.mcpbridge.spring.oauth.internal.settings.ServerAuthorization;
import io.mcpbridge.transport.Transport;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
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
public final class PropertyServersReload implements ApplicationListener<EnvironmentChangeEvent> {

  private static final Logger log = LoggerFactory.getLogger(PropertyServersReload.class);

  private final Supplier<ToolCatalog> catalog;
  private final Environment environment;
  private final ReentrantLock applying = new ReentrantLock();
  private final ServerBeans serverBeans;
  private final CurrentApproval approval;
  private final PropertyServers propertyServers;
  private final UserToolCatalogs users;

  /**
   * @param catalog called when one of its servers changes; without any, it may not exist yet
   * @param propertyServers the servers that the properties gave to the catalog
   * @param users the catalogs of users
   */
  public PropertyServersReload(
      Supplier<ToolCatalog> catalog,
      PropertyServers propertyServers,
      UserToolCatalogs users,
      CurrentApproval approval,
      ServerBeans serverBeans,
      Environment environment) {
    this.catalog = catalog;
    this.propertyServers = propertyServers;
    this.users = users;
    this.approval = approval;
    this.serverBeans = serverBeans;
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
      apply(bound(environment, placeholders), placeholders);
    } catch (RuntimeException e) { // from application code: other listeners still run
      log.error("The MCP servers remain unchanged: {}", text(e));
    } finally {
      applying.unlock();
    }
  }

  /** The properties as they are now. */
  static McpClientProperties bound(Environment environment, UnresolvedPlaceholders placeholders) {
    return Binder.get(environment, placeholders.apply(BindHandler.DEFAULT))
        .bindOrCreate("mcp.client", McpClientProperties.class);
  }

  private void apply(McpClientProperties properties, UnresolvedPlaceholders placeholders) {
    Map<String, ServerEntry> configured = new LinkedHashMap<>();
    List<ServerEntry> ofUsers = new ArrayList<>();
    for (ServerEntry server : ServerEntries.all(properties, placeholders, serverBeans)) {
      if (server.isPerUser()) {
        ofUsers.add(server);
      } else {
        configured.put(server.name(), server);
      }
    }
    ApprovalPolicy rules = approval.rules(properties);
    for (String name : propertyServers.names()) {
      if (!configured.containsKey(name)) {
        applyOrLog("\"" + name + "\"", () -> remove(name));
      }
    }
    approval.update(rules); // after removed servers, before new ones
    configured.forEach(
        (name, server) -> {
          if (!server.isLike(propertyServers.entry(name))) {
            applyOrLog("\"" + name + "\"", () -> change(server));
          }
        });
    propertyServers.setUserServers(ofUsers);
    users.update(ofUsers);
  }

  private void remove(String name) {
    boolean inCatalog = propertyServers.isInCatalog(name, catalog.get());
    propertyServers.remove(name);
    if (inCatalog) {
      catalog.get().remove(name);
    }
    ServerAuthorization authorization = serverBeans.authorization();
    if (authorization != null) {
      authorization.removed(name);
    }
  }

  private void change(ServerEntry server) {
    String name = server.name();
    boolean isNew = propertyServers.entry(name) == null;
    if (!isNew && !propertyServers.isInCatalog(name, catalog.get())) {
      propertyServers.update(server);
      log.warn(
          "The MCP server \"{}\" remains unchanged: the application has removed or replaced"
              + " it in the catalog",
          name);
      return;
    }
    ServerEntry before = propertyServers.entry(name);
    if (before != null && server.connectsLike(before)) {
      ServerOptions options = server.options();
      catalog.get().update(name, options);
      propertyServers.update(server);
      return;
    }
    ServerAuthorization authorization = serverBeans.authorization();
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
      catalog.get().add(name, transport, options);
    } else {
      catalog.get().replace(name, transport, options);
    }
    propertyServers.put(server, transport);
  }

  /** A failure concerns one server. */
  static void applyOrLog(String server, Runnable change) {
    try {
      change.run();
    } catch (RuntimeException e) { // such as from a customizer of this server
      log.error("The MCP server {} remains unchanged: {}", server, text(e));
    }
  }

  /** Omits messages of unknown exceptions, which may contain a secret value. */
  static String text(RuntimeException e) {
    if (e instanceof BindException unreadable) {
      return unreadable.getCause() instanceof InvalidMcpConfigurationException invalid
          ? text(invalid)
          : text(BindFailures.withoutValue(unreadable));
    }
    if (e instanceof InvalidMcpConfigurationException invalid) {
      return invalid.getMessage() + " " + invalid.action();
    }
    return e instanceof IllegalArgumentException || e instanceof IllegalStateException
        ? String.valueOf(e.getMessage())
        : e.getClass().getSimpleName();
  }
}
