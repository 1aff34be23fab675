package io.mcpbridge.catalog.internal.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.server.CatalogListener;
import io.mcpbridge.model.LogMessage;
import io.mcpbridge.model.LoggingLevel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class EventDispatcherTest {

  private final List<String> received = new ArrayList<>();
  private final Queue<Runnable> workers = new ArrayDeque<>();
  private final CatalogListener listener =
      new CatalogListener() {
        @Override
        public void connectionLost(String server, String reason) {
          received.add(reason);
        }

        @Override
        public void logMessage(String server, LogMessage message) {
          received.add("log");
        }
      };
  private final EventDispatcher queue =
      new EventDispatcher("weather", CatalogListeners.of(listener), workers::add);

  private void add(@Nullable String reason) {
    queue.add(l -> l.connectionLost("weather", String.valueOf(reason)));
  }

  private void addTransient() {
    LogMessage message = new LogMessage(LoggingLevel.INFO, null, "words", Map.of());
    queue.addPassing(l -> l.logMessage("weather", message));
  }

  @Test
  void deliversEventsInOrderOnOneWorkerAtATime() {
    add("first");
    add("second");

    assertThat(workers).hasSize(1);
    workers.remove().run();
    assertThat(received).containsExactly("first", "second");

    add("third");
    workers.remove().run();
    assertThat(received).endsWith("third");
  }

  @Test
  void dropsTransientEventsFirstOnOverflow() {
    add("matters");
    for (int i = 0; i < 5_000; i++) {
      addTransient();
    }
    add("matters too");

    workers.remove().run();

    assertThat(received).hasSize(EventDispatcher.CAPACITY).startsWith("matters", "log");
    assertThat(received).endsWith("log", "matters too");
  }

  @Test
  void dropsOldestEventsOnOverflow() {
    for (int i = 0; i < 5_000; i++) {
      add("" + i);
    }

    workers.remove().run();

    assertThat(received).hasSize(EventDispatcher.CAPACITY).startsWith("4000").endsWith("4999");
  }

  @Test
  void queuesNothingWithoutListeners() {
    EventDispatcher withoutListeners =
        new EventDispatcher("weather", CatalogListeners.none(), workers::add);

    withoutListeners.add(l -> received.add("never"));

    assertThat(withoutListeners.isWatched()).isFalse();
    assertThat(workers).isEmpty();
  }
}
