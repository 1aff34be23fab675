package io.mcpbridge.internal.client.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.client.call.ChangeListener;
import io.mcpbridge.internal.concurrent.NonBlocking;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ChangeNotifierTest {

  private final ArrayDeque<Runnable> work = new ArrayDeque<>();
  private final List<String> events = new ArrayList<>();
  private final ChangeNotifier queue =
      new ChangeNotifier(
          "fake",
          new ChangeListener() {
            @Override
            public void toolsChanged() {
              events.add("tools");
              throw new IllegalStateException("a listener fails");
            }

            @Override
            public void resourceUpdated(String uri) {
              events.add(uri);
            }

            @Override
            public void onGap() {
              events.add("missed");
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
  void coalescesRepeatedNotifications() {
    for (int i = 0; i < 100; i++) {
      queue.add(tools());
      queue.add(updated("a:" + i % 2));
    }
    assertThat(work).as("one worker at a time").hasSize(1);

    workOff();

    assertThat(events).containsExactly("tools", "a:0", "a:1");
    queue.add(tools());
    workOff();
    assertThat(events).endsWith("tools").hasSize(4);
  }

  @Test
  void reportsOneGapOnOverflow() {
    for (int i = 0; i <= ChangeNotifier.CAPACITY; i++) {
      queue.add(updated("a:" + i));
    }
    queue.add(updated("a:last"));

    workOff();

    assertThat(events).containsExactly("missed", "a:last");
  }

  @Test
  void dropsNotificationsAfterClose() {
    queue.add(tools());
    queue.close();
    queue.addGap();

    workOff();

    assertThat(events).isEmpty();
  }

  /** Which saves a thread hand-over between a change of the tools and the request for them. */
  @Test
  void callsNonBlockingListenerOnReaderThread() {
    final class Direct implements ChangeListener, NonBlocking {
      @Override
      public void toolsChanged() {
        events.add(Thread.currentThread().getName());
      }
    }
    new ChangeNotifier("fake", new Direct(), work::add).add(tools());

    assertThat(work).isEmpty();
    assertThat(events).containsExactly(Thread.currentThread().getName());
  }
}
