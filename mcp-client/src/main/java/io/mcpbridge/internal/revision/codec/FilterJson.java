package io.mcpbridge.internal.revision.codec;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.model.SubscriptionFilter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Converts a filter from and to JSON (2026-07-28, subscriptions, notification filter); absent
 * members mean false.
 */
public final class FilterJson {

  private static final String TOOLS = "toolsListChanged";
  private static final String PROMPTS = "promptsListChanged";
  private static final String RESOURCES = "resourcesListChanged";
  private static final String URIS = "resourceSubscriptions";

  private FilterJson() {}

  public static Map<String, @Nullable Object> write(SubscriptionFilter filter) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    putIf(filter.toolsListChanged(), TOOLS, json);
    putIf(filter.promptsListChanged(), PROMPTS, json);
    putIf(filter.resourcesListChanged(), RESOURCES, json);
    if (!filter.resourceSubscriptions().isEmpty()) {
      json.put(URIS, new ArrayList<>(filter.resourceSubscriptions()));
    }
    return json;
  }

  private static void putIf(boolean condition, String name, Map<String, @Nullable Object> json) {
    if (condition) {
      json.put(name, true);
    }
  }

  public static SubscriptionFilter read(@Nullable JsonObject json) {
    return json == null
        ? SubscriptionFilter.none()
        : new SubscriptionFilter(
            Boolean.TRUE.equals(json.bool(TOOLS)),
            Boolean.TRUE.equals(json.bool(PROMPTS)),
            Boolean.TRUE.equals(json.bool(RESOURCES)),
            new LinkedHashSet<>(json.strings(URIS)));
  }
}
