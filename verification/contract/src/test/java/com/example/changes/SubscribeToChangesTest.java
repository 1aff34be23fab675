package com.example.changes;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.client.McpClient;
import io.mcpbridge.client.call.ChangeListener;
import io.mcpbridge.client.call.Subscription;
import io.mcpbridge.model.Prompt;
import io.mcpbridge.model.SubscriptionFilter;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.LeakCheck;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The code of docs/how-to/subscribe-to-changes.md. */
@ExtendWith(LeakCheck.class)
class SubscribeToChangesTest {

  private static final String CONFIG = "file:///project/config.json";

  private final FakeMcpServer server = FakeMcpServer.create();
  private final McpClient client = McpClient.of(server.transport());
  private final BlockingQueue<String> reloaded = new LinkedBlockingQueue<>();
  private volatile List<Prompt> prompts = List.of();

  @Test
  void readsResourceAgainAfterChange() throws InterruptedException {
    server.prompt("p", "a prompt", "Do it.").resource(CONFIG, "config", "text/plain", "{}");
    try (server;
        client;
        Subscription subscription = subscribe()) {
      assertThat(next()).isEqualTo(CONFIG);

      server.announceResourceUpdated(CONFIG);
      assertThat(next()).isEqualTo(CONFIG);
      client.disconnect();
      assertThat(next()).isEqualTo(CONFIG);

      assertThat(prompts).hasSize(1);
      assertThat(subscription.acknowledged().promptsListChanged()).isTrue();
    }
  }

  private String next() throws InterruptedException {
    return reloaded.poll(60, TimeUnit.SECONDS);
  }

  private void reload(String uri) {
    reloaded.add(uri);
  }

  private Subscription subscribe() {
    SubscriptionFilter filter =
        SubscriptionFilter.none()
            .withPromptsListChanged()
            .withResources("file:///project/config.json");

    Subscription subscription =
        client.subscribe(
            filter,
            new ChangeListener() {
              @Override
              public void promptsChanged() {
                prompts = client.listPrompts();
              }

              @Override
              public void resourceUpdated(String uri) {
                reload(uri);
              }

              @Override
              public void onGap() {
                promptsChanged();
                reload("file:///project/config.json");
              }
            });

    if (!subscription.acknowledged().equals(filter)) {
      // Servers do not announce every change: request the rest when you need it.
    }
    reload("file:///project/config.json"); // after subscribing, so that no change is missed
    return subscription;
  }
}
