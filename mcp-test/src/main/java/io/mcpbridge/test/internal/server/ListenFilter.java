package io.mcpbridge.test.internal.server;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.test.internal.rules.JsonRpcRefusal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Handles the filter of {@code subscriptions/listen} (2026-07-28, subscriptions, notification
 * filter).
 */
final class ListenFilter {

  private static final List<String> SWITCHES =
      List.of("toolsListChanged", "promptsListChanged", "resourcesListChanged");
  private static final List<String> LISTS = List.of("resourceSubscriptions", "taskIds");

  private final ServerCore server;

  ListenFilter(ServerCore server) {
    this.server = server;
  }

  /** Refuses an invalid filter. */
  void check(JsonObject requested) throws JsonRpcRefusal {
    for (String name : SWITCHES) {
      if (requested.has(name) && requested.bool(name) == null) {
        throw JsonRpcRefusal.invalidParams(name + " is not a boolean");
      }
    }
    for (String name : LISTS) {
      boolean strings =
          requested.get(name) instanceof List<?> list
              && list.stream().allMatch(String.class::isInstance);
      if (requested.has(name) && !strings) {
        throw JsonRpcRefusal.invalidParams(name + " is not an array of strings");
      }
    }
  }

  /** The requested part that the server's capabilities support. */
  JsonObject supported(JsonObject requested) {
    Map<String, @Nullable Object> agreed = new LinkedHashMap<>();
    for (String name : SWITCHES) {
      String capability = name.replace("ListChanged", "");
      if (Boolean.TRUE.equals(requested.bool(name)) && promises(capability, "listChanged")) {
        agreed.put(name, true);
      }
    }
    if (requested.has("resourceSubscriptions") && promises("resources", "subscribe")) {
      agreed.put("resourceSubscriptions", requested.list("resourceSubscriptions"));
    }
    return JsonObject.of(agreed);
  }

  private boolean promises(String capability, String part) {
    JsonObject declared = server.capabilities().object(capability);
    return declared != null && Boolean.TRUE.equals(declared.bool(part));
  }
}
