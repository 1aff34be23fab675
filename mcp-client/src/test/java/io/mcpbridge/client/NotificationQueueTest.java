package io.mcpbridge.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NotificationQueueTest {

  private final ArrayDeque<Runnable> work = new ArrayDeque<>();
  private final List<String> heard = new ArrayList<>();
  private final NotificationQueue queue =
      new NotificationQueue(
          "fake",
          new ChangeListener() {
            @Override
            public void toolsChanged() {
              heard.add("tools");
              throw new IllegalStateException("a listener fails");
            }

            @Override
            public void resourceUpdated(String uri) {
              heard.add(uri);
            }

            @Override
            public void onGap() {
              heard.add("missed");
            }
          },
          work::add);

  private static JsonRpcNotification tools() {
    return new JsonRpcNotification("notifications/tools/list_changed", null);
  }

  private static JsonRpcNotification updated(String uri) {
    return new JsonRpcNotification(
        "notifications/resources/updated", JsonObject.of(Map.of("uri", uri)));
  }

  private void workOff() {
    while (!work.isEmpty()) {
      work.remove().run();
    }
  }

  @Test
  void aStormIsHeardOnce() {
    for (int i = 0; i < 100; i++) {
      queue.add(tools());
      queue.add(updated("a:" + i % 2));
    }
    assertThat(work).as("one worker at a time").hasSize(1);

    workOff();

    assertThat(heard).containsExactly("tools", "a:0", "a:1");
    queue.add(tools());
    workOff();
    assertThat(heard).endsWith("tools").hasSize(4);
  }

  @Test
  void whatCannotBeKeptIsOneWordThatSomethingIsMissing() {
    for (int i = 0; i <= NotificationQueue.CAPACITY; i++) {
      queue.add(updated("a:" + i));
    }
    queue.add(updated("a:last"));

    workOff();

    assertThat(heard).containsExactly("missed", "a:last");
  }

  @Test
  void afterItIsClosedNothingIsHeard() {
    queue.add(tools());
    queue.close();
    queue.addMissed();

    workOff();

    assertThat(heard).isEmpty();
  }
}
