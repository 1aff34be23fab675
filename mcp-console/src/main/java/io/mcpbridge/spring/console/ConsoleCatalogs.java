package io.mcpbridge.spring.console;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ServerState;
import io.mcpbridge.catalog.server.ServerStatus;
import io.mcpbridge.spring.boot.internal.catalog.UserToolCatalogs;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The catalogs that the current user's calls use: the application's, and that of the user. */
final class ConsoleCatalogs {

  private final ToolCatalog application;
  private final @Nullable UserToolCatalogs users;

  ConsoleCatalogs(ToolCatalog application, @Nullable UserToolCatalogs users) {
    this.application = application;
    this.users = users;
  }

  /** A server and the catalog that has it. */
  record Server(ToolCatalog catalog, ServerStatus status) {}

  /** A tool and the catalog that has it. */
  record ToolInCatalog(ToolCatalog catalog, CatalogTool tool) {}

  ToolCatalog ofApplication() {
    return application;
  }

  List<ToolCatalog> all() {
    List<ToolCatalog> catalogs = new ArrayList<>(List.of(application));
    ToolCatalog ofUser = users == null ? null : users.getNow();
    if (ofUser != null) {
      catalogs.add(ofUser);
    }
    return catalogs;
  }

  List<Server> servers() {
    return all().stream()
        .flatMap(catalog -> catalog.servers().stream().map(status -> new Server(catalog, status)))
        .toList();
  }

  @Nullable Server server(String name) {
    return servers().stream()
        .filter(server -> server.status().name().equals(name))
        .findFirst()
        .orElse(null);
  }

  /** Unlike a snapshot, this connects no lazy server: a look is no use. */
  @Nullable ToolInCatalog tool(String modelName) {
    for (ToolCatalog catalog : all()) {
      CatalogTool tool = catalog.explainTool(modelName, null).tool();
      if (tool != null && tool.modelName().equals(modelName)) {
        return new ToolInCatalog(catalog, tool);
      }
    }
    return null;
  }

  /** For each server with {@code per-user}, how many users have which state. */
  Map<String, Map<ServerState, Integer>> statesPerUser() {
    return users == null ? Map.of() : users.stateCounts();
  }

  /** The servers with {@code per-user} of each user who is connected now. */
  Map<String, List<ServerStatus>> statusesByUser() {
    return users == null ? new LinkedHashMap<>() : users.byUser();
  }
}
