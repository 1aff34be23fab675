package io.mcpbridge.spring.observation;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.CatalogListener;
import io.mcpbridge.catalog.server.ServerCounters;
import io.mcpbridge.catalog.server.ServerState;
import io.mcpbridge.catalog.server.ServerStatus;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Exports the catalog's counters of what models and users do: mistakes of the model ({@code
 * mcp.client.tool.mistakes}), calls beyond a limit ({@code mcp.client.tool.limited}), approvals
 * ({@code mcp.client.approvals}), long results in the result store ({@code mcp.client.results},
 * {@code mcp.client.results.size}) and open requests of servers ({@code
 * mcp.client.server.requests.open}).
 */
final class CallMeters implements CatalogListener {

  private static final String SERVER = "mcpbridge.server";
  private static final String MISTAKES = "mcp.client.tool.mistakes";
  private static final String MISTAKES_DESCRIPTION =
      "Tool calls with invalid arguments, or of unknown tools";

  private final MeterRegistry registry;
  private final Supplier<@Nullable ToolCatalog> catalog;
  private final Set<String> registered = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean unknownTools = new AtomicBoolean();

  /**
   * @param catalog the application's catalog, which does not exist yet
   */
  CallMeters(MeterRegistry registry, Supplier<@Nullable ToolCatalog> catalog) {
    this.registry = registry;
    this.catalog = catalog;
  }

  /** The first event of a server registers its meters. */
  @Override
  public void stateChanged(
      String server, ServerState before, ServerState now, @Nullable String reason) {
    if (registered.contains(server)) {
      return;
    }
    ToolCatalog toolCatalog = catalog.get();
    if (toolCatalog == null || find(toolCatalog, server) == null || !registered.add(server)) {
      return; // such as a server of one user
    }
    new ServerMeters(registry, toolCatalog, server).register();
    if (!unknownTools.getAndSet(true)) {
      FunctionCounter.builder(MISTAKES, toolCatalog, ToolCatalog::unknownToolCalls)
          .description(MISTAKES_DESCRIPTION)
          .tags("type", "unknown_tool", SERVER, "none")
          .register(registry);
    }
  }

  /** Registers the meters of one server. */
  private record ServerMeters(MeterRegistry registry, ToolCatalog catalog, String server) {

    void register() {
      counter(
          MISTAKES,
          MISTAKES_DESCRIPTION,
          ServerCounters::invalidArguments,
          "type",
          "invalid_arguments");
      counter(
          "mcp.client.tool.limited",
          "Tool calls beyond a limit of mcp.client.guards",
          ServerCounters::limited);
      approvals("asked", ServerCounters::approvalsAsked);
      approvals("granted", ServerCounters::approvalsGranted);
      approvals("denied", ServerCounters::approvalsDenied);
      results("stored", ServerCounters::storedResults);
      results("not_stored", ServerCounters::resultsNotStored);
      results("read", ServerCounters::storedResultReads);
      results("not_found", ServerCounters::storedResultsMissed);
      String serverName =
          server; // a registry may outlive the catalog: no function holds this record
      FunctionCounter.builder(
              "mcp.client.results.size",
              catalog,
              all -> count(all, serverName, ServerCounters::storedBytes))
          .description("Size of the long tool results that the result store kept")
          .baseUnit("bytes")
          .tag(SERVER, server)
          .register(registry);
      Gauge.builder(
              "mcp.client.server.requests.open",
              catalog,
              all -> count(all, serverName, ServerCounters::openServerRequests))
          .description("Requests of an MCP server that are being answered, such as elicitations")
          .tag(SERVER, server)
          .register(registry);
    }

    private void approvals(String state, ToLongFunction<ServerCounters> number) {
      counter("mcp.client.approvals", "Approvals of tool calls", number, "state", state);
    }

    private void results(String state, ToLongFunction<ServerCounters> number) {
      String description = "Long tool results in the result store, and what models read of them";
      counter("mcp.client.results", description, number, "state", state);
    }

    private void counter(
        String name, String description, ToLongFunction<ServerCounters> number, String... tags) {
      String serverName = server;
      FunctionCounter.builder(name, catalog, all -> count(all, serverName, number))
          .description(description)
          .tags(tags)
          .tag(SERVER, server)
          .register(registry);
    }

    private static double count(
        ToolCatalog all, String server, ToLongFunction<ServerCounters> number) {
      ServerStatus status = find(all, server);
      return status == null ? 0 : number.applyAsLong(status.counters());
    }
  }

  private static @Nullable ServerStatus find(ToolCatalog catalog, String server) {
    return catalog.servers().stream()
        .filter(status -> status.name().equals(server))
        .findFirst()
        .orElse(null);
  }
}
