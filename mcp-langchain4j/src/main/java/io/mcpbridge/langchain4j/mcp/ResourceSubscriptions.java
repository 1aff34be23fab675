package io.mcpbridge.langchain4j.mcp;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.ServerState;
import io.mcpbridge.client.call.ChangeListener;
import io.mcpbridge.client.call.Subscription;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpUnsupportedException;
import io.mcpbridge.model.SubscriptionFilter;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** The subscriptions to resources of one server, for one listener. */
final class ResourceSubscriptions implements AutoCloseable {

  private final ToolCatalog catalog;
  private final String server;
  private final Consumer<String> listener;
  private final Map<Object, Subscription> subscriptions = new ConcurrentHashMap<>();
  private final AtomicLong ids = new AtomicLong();

  ResourceSubscriptions(ToolCatalog catalog, String server, Consumer<String> listener) {
    this.catalog = catalog;
    this.server = server;
    this.listener = listener;
  }

  void subscribe(String uri) {
    replace(uri, begin(List.of(uri)));
  }

  void unsubscribe(String uri) {
    end(uri);
  }

  long subscribe(List<String> uris) {
    Long id = ids.incrementAndGet();
    replace(id, begin(uris));
    return id;
  }

  void unsubscribe(long id) {
    end((Long) id);
  }

  private Subscription begin(List<String> uris) {
    Subscription subscription = LangChain4jTypes.answered(() -> subscription(uris));
    Set<String> unacknowledged = new LinkedHashSet<>(uris);
    unacknowledged.removeAll(subscription.acknowledged().resourceSubscriptions());
    if (!unacknowledged.isEmpty() && isConnected()) {
      McpException refusal = subscription.refusal();
      subscription.close();
      throw new McpUnsupportedException(
              refusal != null
                  ? refusal.reason()
                  : "it did not acknowledge the subscription to "
                      + unacknowledged
                      + ": it supports none, or did not answer in time",
              refusal)
          .withOperation(server, "subscribing");
    }
    return subscription;
  }

  /** Otherwise the subscription is made once the server is connected. */
  private boolean isConnected() {
    return catalog.servers().stream()
        .anyMatch(
            status ->
                status.name().equals(server)
                    && (status.state() == ServerState.CONNECTED
                        || status.state() == ServerState.DEGRADED));
  }

  private Subscription subscription(List<String> uris) {
    return catalog.subscribe(
        server,
        SubscriptionFilter.none().withResources(uris.toArray(String[]::new)),
        new ChangeListener() {
          @Override
          public void resourceUpdated(String uri) {
            listener.accept(uri);
          }

          @Override
          public void onGap() {
            uris.forEach(listener);
          }
        });
  }

  private void replace(Object key, Subscription next) {
    Subscription before = subscriptions.put(key, next);
    if (before != null) {
      before.close();
    }
  }

  private void end(Object key) {
    Subscription ended = subscriptions.remove(key);
    if (ended != null) {
      ended.close();
    }
  }

  @Override
  public void close() {
    subscriptions.keySet().forEach(this::end);
  }
}
