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
  void check(JsonObject asked) throws JsonRpcRefusal {
    for (String name : SWITCHES) {
      if (asked.has(name) && asked.bool(name) == null) {
        throw JsonRpcRefusal.invalidParams(name + " is not a boolean");
      }
    }
    for (String name : LISTS) {
      boolean strings =
          asked.get(name) instanceof List<?> list
              && list.stream().allMatch(String.class::isInstance);
      if (asked.has(name) && !strings) {
        throw JsonRpcRefusal.invalidParams(name + " is not an array of strings");
      }
    }
  }

  /** The requested part that the server's capabilities support. */
  JsonObject natural(JsonObject asked) {
    Map<String, @Nullable Object> agreed = new LinkedHashMap<>();
    for (String name : SWITCHES) {
      String capability = name.replace("ListChanged", "");
      if (Boolean.TRUE.equals(asked.bool(name)) && promises(capability, "listChanged")) {
        agreed.put(name, true);
      }
    }
    if (asked.has("resourceSubscriptions") && promises("resources", "subscribe")) {
      agreed.put("resourceSubscriptions", asked.list("resourceSubscriptions"));
    }
    return JsonObject.of(agreed);
  }

  private boolean promises(String capability, String part) {
    JsonObject declared = server.capabilities().object(capability);
    return declared != null && Boolean.TRUE.equals(declared.bool(part));
  }
}
