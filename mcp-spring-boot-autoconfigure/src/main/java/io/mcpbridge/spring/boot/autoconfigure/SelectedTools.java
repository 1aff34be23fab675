package io.mcpbridge.spring.boot.autoconfigure;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.ServerStatus;
import io.mcpbridge.internal.text.EditDistance;
import io.mcpbridge.selection.Glob;
import io.mcpbridge.selection.ToolSelection;
import io.mcpbridge.spring.boot.McpClientProperties;
import io.mcpbridge.spring.boot.internal.catalog.AgentTools;
import io.mcpbridge.spring.boot.internal.catalog.UserToolCatalogs;
import io.mcpbridge.spring.boot.internal.configuration.InvalidMcpConfigurationException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextRefreshedEvent;

/**
 * Creates what {@link io.mcpbridge.spring.boot.McpTools} selects, and checks the names of its
 * servers: an unknown one prevents startup, or is logged after startup if servers may be added at
 * run time.
 */
final class SelectedTools implements ApplicationListener<ContextRefreshedEvent> {

  /**
   * Creates the objects of one type.
   *
   * @param type the type that is injected
   * @param withTools creates an object with only the selected tools
   */
  record Factory(Class<?> type, Function<ToolSelection, ?> withTools) {}

  private static final Logger log = LoggerFactory.getLogger(McpClientAutoConfiguration.class);

  private final ObjectProvider<ToolCatalog> catalog;
  private final ObjectProvider<Factory> factories;
  private final ObjectProvider<McpClientProperties> properties;
  private final ObjectProvider<UserToolCatalogs> users;
  private final AgentTools agents;
  private final boolean serversMayBeAdded;
  private final List<ToolsQualifier> unchecked = new CopyOnWriteArrayList<>();

  /**
   * @param serversMayBeAdded whether files or the environment may add servers later
   */
  SelectedTools(
      ObjectProvider<ToolCatalog> catalog,
      ObjectProvider<Factory> factories,
      ObjectProvider<McpClientProperties> properties,
      ObjectProvider<UserToolCatalogs> users,
      AgentTools agents,
      boolean serversMayBeAdded) {
    this.catalog = catalog;
    this.factories = factories;
    this.properties = properties;
    this.users = users;
    this.agents = agents;
    this.serversMayBeAdded = serversMayBeAdded;
  }

  /**
   * The bean of a context.
   *
   * @throws InvalidMcpConfigurationException if there is none
   */
  static SelectedTools lookUp(@Nullable BeanFactory beans, ToolsQualifier qualifier) {
    SelectedTools selectedTools =
        beans == null ? null : beans.getBeanProvider(SelectedTools.class).getIfAvailable();
    if (selectedTools == null) {
      throw new InvalidMcpConfigurationException(
          "@McpTools at " + qualifier.at() + ": there is no ToolCatalog, or several are ambiguous.",
          "Set mcp.client.enabled=true, or declare one bean of the type ToolCatalog.");
    }
    return selectedTools;
  }

  /**
   * Creates the object for an injection point.
   *
   * @throws InvalidMcpConfigurationException if a server is unknown, or nothing of the type can
   *     have tools
   */
  Object create(ToolsQualifier qualifier, Class<?> type) {
    if (serversMayBeAdded) {
      unchecked.add(qualifier);
    } else {
      String problem = problem(qualifier);
      if (problem != null) {
        throw new InvalidMcpConfigurationException(
            problem,
            "Correct the name, or define the server below mcp.client.servers. For a server that"
                + " the application adds later, use a wildcard.");
      }
    }
    Factory factory =
        factories
            .orderedStream()
            .filter(it -> type.isAssignableFrom(it.type()))
            .findFirst()
            .orElseThrow(() -> unsupported(qualifier, type));
    ToolSelection selection = qualifier.selection();
    agents.add(qualifier.at(), selection);
    return factory.withTools().apply(selection);
  }

  private InvalidMcpConfigurationException unsupported(ToolsQualifier qualifier, Class<?> type) {
    return new InvalidMcpConfigurationException(
        "@McpTools at "
            + qualifier.at()
            + " does not apply to the type "
            + type.getTypeName()
            + ".",
        "Use one of these types: "
            + factories
                .orderedStream()
                .map(factory -> factory.type().getName().replace('$', '.'))
                .collect(Collectors.joining(", "))
            + ". Those of LangChain4j need the adapter io.mcpbridge:mcp-langchain4j and"
            + " mcp.client.langchain4j.enabled, those of Spring AI io.mcpbridge:mcp-spring-ai and"
            + " mcp.client.spring-ai.enabled.");
  }

  /** After the servers files were read. */
  @Override
  public void onApplicationEvent(ContextRefreshedEvent event) {
    List<ToolsQualifier> now = new ArrayList<>(unchecked);
    unchecked.removeAll(now);
    for (ToolsQualifier qualifier : now) {
      String problem = problem(qualifier);
      if (problem != null) {
        log.warn("{} The agent gets its tools if the server is added later", problem);
      }
    }
  }

  /** Names the first unknown server of an annotation; {@code null} if there is none. */
  private @Nullable String problem(ToolsQualifier qualifier) {
    Set<String> knownServers = servers();
    for (String server : qualifier.tools().servers()) {
      if (!server.isEmpty() && new Glob(server).isLiteral() && !knownServers.contains(server)) {
        return "@McpTools(servers = \"%s\") at %s: there is no such MCP server; %s"
            .formatted(server, qualifier.at(), suggestion(server, knownServers));
      }
    }
    return null;
  }

  private static String suggestion(String unknownServer, Set<String> knownServers) {
    if (knownServers.isEmpty()) {
      return "none is defined below mcp.client.servers.";
    }
    String nearest = EditDistance.nearest(unknownServer, knownServers);
    return nearest != null
        ? "did you mean \"%s\" (mcp.client.servers.%s)?".formatted(nearest, nearest)
        : knownServers.stream()
            .sorted()
            .collect(Collectors.joining("\", \"", "known below mcp.client.servers: \"", "\"."));
  }

  /** Servers of the catalog and of users, and those that are disabled here. */
  private Set<String> servers() {
    Set<String> names = new LinkedHashSet<>();
    catalog.getObject().servers().stream().map(ServerStatus::name).forEach(names::add);
    users.ifAvailable(catalogs -> names.addAll(catalogs.names()));
    properties.ifAvailable(client -> names.addAll(client.servers().keySet()));
    return names;
  }
}
