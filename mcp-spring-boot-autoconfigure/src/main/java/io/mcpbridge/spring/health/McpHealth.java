package io.mcpbridge.spring.health;

import io.mcpbridge.catalog.server.ServerState;
import io.mcpbridge.catalog.server.ServerStatus;
import io.mcpbridge.catalog.server.StartPolicy;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Health of the servers of a catalog, from their known state: no request is sent. Uses no types of
 * Spring Boot's health API, which moved between 3 and 4.
 *
 * @param status {@code DOWN} if a required server is unavailable; {@code DEGRADED} if another one
 *     is, or if one does not list its tools or its circuit breaker is open; {@code UP} otherwise
 * @param details state and reason of each server, and of servers with {@code per-user} how many
 *     users have which state; no users, addresses, settings or secrets
 */
record McpHealth(String status, Map<String, Object> details) {

  /**
   * @param servers those of the catalog
   * @param ofUsers the servers with {@code per-user}, for each user. They do not affect the status:
   *     a user's missing permission is no failure of the application
   */
  static McpHealth of(List<ServerStatus> servers, Map<String, List<ServerStatus>> ofUsers) {
    Map<String, Object> details = new LinkedHashMap<>();
    servers.forEach(server -> details.put(server.name(), details(server)));
    Health worst =
        servers.stream().map(McpHealth::health).max(Comparator.naturalOrder()).orElse(Health.UP);
    ofUsers.forEach((name, users) -> details.putIfAbsent(name, details(users)));
    return new McpHealth(worst.name(), Map.of("servers", details));
  }

  private static Map<String, Object> details(List<ServerStatus> users) {
    Map<String, Integer> states = new TreeMap<>();
    users.forEach(server -> states.merge(server.state().name(), 1, Integer::sum));
    return Map.of("perUser", true, "users", states);
  }

  /** In order of severity. */
  private enum Health {
    UP,
    DEGRADED,
    DOWN
  }

  private static Health health(ServerStatus server) {
    return switch (server.state()) {
      case CONNECTED, DISABLED -> Health.UP;
      case DEGRADED -> Health.DEGRADED;
      case IDLE, CONNECTING -> isRequired(server) ? Health.DOWN : Health.UP; // not known yet
      case DISCONNECTED, NEEDS_AUTHORIZATION, CLOSED ->
          isRequired(server) ? Health.DOWN : Health.DEGRADED;
    };
  }

  private static boolean isRequired(ServerStatus server) {
    return server.options().start() == StartPolicy.REQUIRED;
  }

  private static Map<String, Object> details(ServerStatus server) {
    Map<String, Object> details = new LinkedHashMap<>();
    details.put("state", server.state().name());
    details.put("since", server.since().toString());
    details.put("required", isRequired(server));
    if (server.state() != ServerState.DISABLED) {
      details.put("tools", server.toolCount());
    }
    if (server.reason() != null) {
      details.put("reason", server.reason());
    }
    return details;
  }
}
