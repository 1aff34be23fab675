package io.mcpbridge.internal.revision.codec;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.model.ServerInfo;
import io.mcpbridge.model.SubscriptionFilter;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Change notifications, which are the same in every revision. */
public final class ChangeNotifications {

  private static final String UPDATED = "notifications/resources/updated";

  private ChangeNotifications() {}

  /**
   * The part of the filter that the server's capabilities ({@code listChanged, subscribe}) cover.
   */
  public static SubscriptionFilter declared(SubscriptionFilter requested, ServerInfo server) {
    return new SubscriptionFilter(
        requested.toolsListChanged() && declares(server, "tools", "listChanged"),
        requested.promptsListChanged() && declares(server, "prompts", "listChanged"),
        requested.resourcesListChanged() && declares(server, "resources", "listChanged"),
        declares(server, "resources", "subscribe") ? requested.resourceSubscriptions() : Set.of());
  }

  /** The intersection: some servers acknowledge more than was requested. */
  public static SubscriptionFilter common(SubscriptionFilter requested, SubscriptionFilter agreed) {
    Set<String> uris = new LinkedHashSet<>(requested.resourceSubscriptions());
    uris.retainAll(agreed.resourceSubscriptions());
    return new SubscriptionFilter(
        requested.toolsListChanged() && agreed.toolsListChanged(),
        requested.promptsListChanged() && agreed.promptsListChanged(),
        requested.resourcesListChanged() && agreed.resourcesListChanged(),
        uris);
  }

  private static boolean declares(ServerInfo server, String capability, String part) {
    JsonObject declared = JsonObject.orNull(server.capabilities().get(capability));
    return declared != null && Boolean.TRUE.equals(declared.bool(part));
  }

  /** Whether a notification is of a kind in the filter, for any resource. */
  public static boolean areOfKind(SubscriptionFilter filter, JsonRpcNotification notification) {
    return switch (notification.method()) {
      case "notifications/tools/list_changed" -> filter.toolsListChanged();
      case "notifications/prompts/list_changed" -> filter.promptsListChanged();
      case "notifications/resources/list_changed" -> filter.resourcesListChanged();
      case UPDATED -> !filter.resourceSubscriptions().isEmpty() && uri(notification) != null;
      default -> false;
    };
  }

  /** Whether a notification matches the filter, including its resource. */
  public static boolean concern(SubscriptionFilter filter, JsonRpcNotification notification) {
    String uri = uri(notification);
    return areOfKind(filter, notification)
        && (!notification.method().equals(UPDATED)
            || uri == null
            || filter.resourceSubscriptions().stream()
                .anyMatch(subscribed -> covers(subscribed, uri)));
  }

  private static @Nullable String uri(JsonRpcNotification notification) {
    JsonObject params = notification.params();
    return params == null ? null : params.string("uri");
  }

  /** The updated resource may be a part of the subscribed one (schema, resources/updated). */
  private static boolean covers(String subscribed, String uri) {
    return uri.equals(subscribed)
        || (uri.startsWith(subscribed)
            && (subscribed.endsWith("/") || "/?#".indexOf(uri.charAt(subscribed.length())) >= 0));
  }
}
