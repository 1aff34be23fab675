package io.mcpbridge.spring.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.spring.boot.autoconfigure.McpClientAutoConfiguration;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.exchange.Latch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.PayloadApplicationEvent;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.event.EventListener;

/** Server events, as the application's listeners receive them. */
class McpEventsTest {

  private final FakeMcpServer server = FakeMcpServer.create();

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void publishesEventsInOrder() {
    server.tool("forecast").returns("Rain");
    runner()
        .withUserConfiguration(RecordingListener.class)
        .run(
            context -> {
              RecordingListener listener = context.getBean(RecordingListener.class);
              ToolCatalog catalog = context.getBean(ToolCatalog.class);
              assertThat(listener.until("ServerConnected"))
                  .containsExactly(
                      "ServerStateChanged",
                      "ToolsChanged",
                      "ServerStateChanged",
                      "ServerConnected");
              catalog.call("weather__forecast", "{\"city\": \"Oslo\"}", CallOptions.defaults());
              assertThat(listener.until("CallFinished"))
                  .containsExactly("CallStarted", "CallFinished");
              assertThat(server.received("tools/call").get(0).meta().toJson())
                  .doesNotContain("progressToken");
              server.close();
              catalog.restart("weather");
              assertThat(listener.until("ServerStateChanged")).hasSize(1);
            });
  }

  @Test
  void publishesReachedLimitOfCalls() {
    server.tool("forecast").returns("Rain");
    CallOptions options = CallOptions.builder().invocationId("i").build();
    runner()
        .withUserConfiguration(RecordingListener.class)
        .withPropertyValues("mcp.client.guards.max-calls-per-invocation=1")
        .run(
            context -> {
              RecordingListener listener = context.getBean(RecordingListener.class);
              listener.until("ServerConnected");
              ToolCatalog catalog = context.getBean(ToolCatalog.class);
              catalog.call("weather__forecast", "{}", options);
              catalog.call("weather__forecast", "{}", options);

              assertThat(listener.until("CallLimitReached"))
                  .containsExactly("CallStarted", "CallFinished", "CallLimitReached");
            });
  }

  @Test
  void publishesOutputIfEnabled() {
    server.tool("forecast").returns("Rain");
    for (boolean enabled : new boolean[] {true, false}) {
      BlockingQueue<McpEvent.CallFinished> finished = new LinkedBlockingQueue<>();
      runner()
          .withInitializer(
              context ->
                  context.addApplicationListener(
                      event -> {
                        if (event instanceof PayloadApplicationEvent<?> published
                            && published.getPayload() instanceof McpEvent.CallFinished call) {
                          finished.add(call);
                        }
                      }))
          .withPropertyValues("mcp.client.events.output=" + enabled)
          .run(
              context -> {
                ToolCatalog catalog = context.getBean(ToolCatalog.class);
                assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
                catalog.call("weather__forecast", "{}", CallOptions.defaults());
                assertThat(finished.poll(60, TimeUnit.SECONDS).outcome().output())
                    .isEqualTo(enabled ? "Rain" : null);
              });
    }
  }

  @Test
  void publishesProgressIfEnabled() {
    server.tool("slow").returns(FakeResult.text("done").afterProgress(1, 2.0, "half"));
    runner()
        .withUserConfiguration(RecordingListener.class)
        .withPropertyValues("mcp.client.events.progress=true")
        .run(
            context -> {
              RecordingListener listener = context.getBean(RecordingListener.class);
              listener.until("ServerConnected");
              context
                  .getBean(ToolCatalog.class)
                  .call("weather__slow", "{}", CallOptions.defaults());
              assertThat(listener.until("CallFinished"))
                  .containsExactly("CallStarted", "CallProgress", "CallFinished");
            });
  }

  /** As with requests that a web server completes before shutdown. */
  @Test
  void publishesCallsDuringShutdown() {
    server.tool("forecast").returns("Rain");
    List<String> heard = new ArrayList<>();
    runner()
        .withUserConfiguration(RecordingListener.class)
        .withBean("requestsUnderWay", StopAction.class, StopAction::new)
        .run(
            context -> {
              RecordingListener listener = context.getBean(RecordingListener.class);
              listener.until("ServerConnected");
              ToolCatalog catalog = context.getBean(ToolCatalog.class);
              context.getBean(StopAction.class).action =
                  () -> {
                    catalog.call("weather__forecast", "{}", CallOptions.defaults());
                    heard.addAll(listener.until("CallFinished"));
                  };
            });
    assertThat(heard).containsExactly("CallStarted", "CallFinished");
  }

  interface Action {
    void run() throws InterruptedException;
  }

  static final class StopAction implements SmartLifecycle {
    private volatile Action action;
    private volatile boolean running;

    @Override
    public int getPhase() {
      return 0;
    }

    @Override
    public void start() {
      running = true;
    }

    @Override
    public void stop() {
      running = false;
      try {
        action.run();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }

    @Override
    public boolean isRunning() {
      return running;
    }
  }

  @Test
  void blockedListenerDoesNotDelayCalls() {
    server.tool("forecast").returns("Rain");
    Latch latch = new Latch();
    runner()
        .withBean(BlockingListener.class, () -> new BlockingListener(latch))
        .run(
            context -> {
              ToolCatalog catalog = context.getBean(ToolCatalog.class);
              latch.awaitArrival(Duration.ofSeconds(60));
              assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();

              assertThat(catalog.call("weather__forecast", "{}", CallOptions.defaults()).text())
                  .isEqualTo("Rain");
              latch.open();
            });
  }

  @Test
  void publishesNothingWhileContextCloses() {
    RecordingListener[] listener = new RecordingListener[1];
    runner()
        .withUserConfiguration(RecordingListener.class)
        .run(
            context -> {
              listener[0] = context.getBean(RecordingListener.class);
              listener[0].until("ServerConnected");
            });
    assertThat(listener[0].events).isEmpty();
  }

  @Test
  void publishesNothingIfDisabled() {
    runner()
        .withPropertyValues("mcp.client.enabled=false")
        .run(context -> assertThat(context).doesNotHaveBean(EventPublisher.class));
  }

  private ApplicationContextRunner runner() {
    return new ApplicationContextRunner()
        .withConfiguration(
            AutoConfigurations.of(
                McpClientAutoConfiguration.class, McpEventAutoConfiguration.class))
        .withPropertyValues("mcp.client.servers.weather.url=" + server.url());
  }

  static class RecordingListener {
    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();

    @EventListener
    void on(McpEvent event) {
      assertThat(event.server()).isEqualTo("weather");
      events.add(event.getClass().getSimpleName());
    }

    /** All events up to the first of that kind. */
    List<String> until(String kind) throws InterruptedException {
      List<String> heard = new ArrayList<>();
      while (heard.isEmpty() || !heard.get(heard.size() - 1).equals(kind)) {
        String next = events.poll(60, TimeUnit.SECONDS);
        assertThat(next).as("after " + heard).isNotNull();
        heard.add(next);
      }
      return heard;
    }
  }

  static class BlockingListener {
    private final Latch latch;

    BlockingListener(Latch latch) {
      this.latch = latch;
    }

    @EventListener
    void on(McpEvent.ServerStateChanged event) throws InterruptedException {
      latch.pass();
    }
  }
}
