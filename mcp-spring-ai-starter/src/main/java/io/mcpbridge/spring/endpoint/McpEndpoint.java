package io.mcpbridge.spring.endpoint;

import io.mcpbridge.catalog.ServerStatus;
import io.mcpbridge.catalog.ToolCatalog;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;

/**
 * Shows the MCP servers of an application, and acts on them: {@code GET /actuator/mcp}, {@code GET
 * /actuator/mcp/weather}, and {@code POST} to either with {@code {"action": "refresh"}}. Nothing of
 * what it shows was asked of a server for that, and none of it is a secret: no headers, variables,
 * or credentials; addresses without user and query, arguments of commands as in the log.
 */
@Endpoint(id = "mcp")
public final class McpEndpoint {

  private static final String OPERATOR = "the operator";

  private final ToolCatalog catalog;

  McpEndpoint(ToolCatalog catalog) {
    this.catalog = catalog;
  }

  /** What can be done about a server. */
  public enum Action {
    /** Lists its tools again, connecting it if it is not. */
    REFRESH,

    /** Connects it anew; a process is started anew. */
    RESTART,

    /** Lets it be used again. */
    ENABLE,

    /** Ends its connection and takes its tools away until it is enabled. */
    DISABLE
  }

  /** All servers, in the order of configuration. */
  @ReadOperation
  public Servers servers() {
    Map<String, ServerSummary> servers = new LinkedHashMap<>();
    catalog.servers().forEach(server -> servers.put(server.name(), ServerSummary.of(server)));
    return new Servers(servers);
  }

  /** One server with its tools and errors; {@code null}, which is "not found", without it. */
  @ReadOperation
  public @Nullable ServerDetails server(@Selector String server) {
    ServerStatus status = find(server);
    return status == null ? null : ServerDetails.of(status, catalog);
  }

  /**
   * Does something about all servers, and returns at once. Enables those that were disabled here.
   */
  @WriteOperation
  public Servers actOnAll(Action action) {
    switch (action) {
      case REFRESH -> catalog.refresh();
      case RESTART -> catalog.servers().forEach(server -> catalog.restart(server.name()));
      case ENABLE -> catalog.enableAll(OPERATOR);
      case DISABLE -> catalog.disableAll(OPERATOR);
    }
    return servers();
  }

  /**
   * Does something about one server, and returns at once with where it stands then.
   *
   * @throws InvalidEndpointRequestException if there is no such server
   */
  @WriteOperation
  public ServerSummary act(@Selector String server, Action action) {
    if (find(server) != null) {
      switch (action) {
        case REFRESH -> catalog.refresh(server);
        case RESTART -> catalog.restart(server);
        case ENABLE -> catalog.enable(server);
        case DISABLE -> catalog.disable(server, OPERATOR);
      }
    }
    ServerStatus status = find(server);
    if (status == null) {
      String reason = "There is no MCP server of that name";
      throw new InvalidEndpointRequestException(reason, reason);
    }
    return ServerSummary.of(status);
  }

  private @Nullable ServerStatus find(String name) {
    return catalog.servers().stream()
        .filter(server -> server.name().equals(name))
        .findFirst()
        .orElse(null);
  }

  /**
   * All servers.
   *
   * @param servers by name
   */
  public record Servers(Map<String, ServerSummary> servers) {}
}
