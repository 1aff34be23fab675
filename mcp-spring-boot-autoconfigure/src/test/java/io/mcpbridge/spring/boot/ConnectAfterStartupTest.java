package io.mcpbridge.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.ServerState;
import io.mcpbridge.catalog.server.ServerStatus;
import io.mcpbridge.spring.ai.McpToolCallbackProvider;
import io.mcpbridge.spring.boot.autoconfigure.McpClientAutoConfiguration;
import io.mcpbridge.spring.boot.autoconfigure.McpLangChain4jAutoConfiguration;
import io.mcpbridge.spring.boot.autoconfigure.McpReloadAutoConfiguration;
import io.mcpbridge.spring.boot.autoconfigure.McpSpringAiAutoConfiguration;
import io.mcpbridge.spring.endpoint.McpEndpointAutoConfiguration;
import io.mcpbridge.spring.event.McpEventAutoConfiguration;
import io.mcpbridge.spring.health.McpHealthAutoConfiguration;
import io.mcpbridge.spring.observation.McpObservationAutoConfiguration;
import io.mcpbridge.test.FakeMcpServer;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.SmartLifecycle;

/** Connecting starts after all beans are created and started, not earlier. */
class ConnectAfterStartupTest {

  @TempDir Path directory;

  @Test
  void doesNotConnectDuringContextCreation() {
    Path trace = directory.resolve("started");
    try (FakeMcpServer server = FakeMcpServer.create();
        IoRecorder activity = new IoRecorder(directory)) {
      server.tool("forecast");
      everything()
          .withPropertyValues(
              "mcp.client.servers.web.url=" + server.url(),
              "mcp.client.servers.web.start=required",
              "mcp.client.servers.child.command=/bin/sh",
              "mcp.client.servers.child.args[0]=-c",
              "mcp.client.servers.child.args[1]=echo started > " + trace)
          .withBean(ActivityRecorder.class, () -> new ActivityRecorder(server, trace, activity))
          .run(
              context -> {
                ActivityRecorder recorder = context.getBean(ActivityRecorder.class);
                ToolCatalog catalog = context.getBean(ToolCatalog.class);
                assertThat(recorder.recorded)
                    .isEqualTo("connections: 0, started: false, activity: []");
                assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
                assertThat(server.connectionsOpened()).isPositive();
                assertThat(trace).exists();
                assertThat(context.getBean(McpToolCallbackProvider.class).getToolCallbacks())
                    .hasSize(1);
                // the recorder does detect such events
                assertThat(activity.drain()).contains("jdk.ProcessStart", "jdk.SocketWrite");
              });
    }
  }

  /** Everything that this starter configures, with all optional dependencies. */
  private static ApplicationContextRunner everything() {
    SimpleMeterRegistry meters = new SimpleMeterRegistry();
    ObservationRegistry observations = ObservationRegistry.create();
    observations.observationConfig().observationHandler(new DefaultMeterObservationHandler(meters));
    return new ApplicationContextRunner()
        .withConfiguration(
            AutoConfigurations.of(
                McpClientAutoConfiguration.class,
                McpReloadAutoConfiguration.class,
                McpLangChain4jAutoConfiguration.class,
                McpSpringAiAutoConfiguration.class,
                McpEndpointAutoConfiguration.class,
                McpEventAutoConfiguration.class,
                McpHealthAutoConfiguration.class,
                McpObservationAutoConfiguration.class))
        .withBean(MeterRegistry.class, () -> meters)
        .withBean(ObservationRegistry.class, () -> observations)
        .withPropertyValues("management.endpoints.web.exposure.include=*");
  }

  @Test
  void serversAreIdleUntilLastLifecyclePhase() {
    new ApplicationContextRunner()
        .withConfiguration(AutoConfigurations.of(McpClientAutoConfiguration.class))
        .withPropertyValues(
            "mcp.client.servers.a.url=http://127.0.0.1:1/mcp",
            "mcp.client.servers.b.command=no-such-command")
        .withUserConfiguration(StateRecorder.class)
        .run(
            context -> {
              assertThat(context.getBean(StateRecorder.class).states)
                  .containsExactly(ServerState.IDLE, ServerState.IDLE);
              assertThat(context.getBean(ToolCatalog.class).awaitReady(Duration.ofSeconds(60)))
                  .isTrue();
            });
  }

  /** Starts in the last phase but one. */
  static class StateRecorder extends LifecycleBean {
    private final ToolCatalog catalog;
    private List<ServerState> states = List.of();

    StateRecorder(ToolCatalog catalog) {
      super(SmartLifecycle.DEFAULT_PHASE - 1);
      this.catalog = catalog;
    }

    @Override
    public void start() {
      states = catalog.servers().stream().map(ServerStatus::state).toList();
      super.start();
    }
  }

  /** Records the activity that has happened when the other beans are started. */
  static class ActivityRecorder extends LifecycleBean {
    private final FakeMcpServer server;
    private final Path trace;
    private final IoRecorder activity;
    private String recorded = "nothing";

    ActivityRecorder(FakeMcpServer server, Path trace, IoRecorder activity) {
      super(SmartLifecycle.DEFAULT_PHASE - 1);
      this.server = server;
      this.trace = trace;
      this.activity = activity;
    }

    @Override
    public void start() {
      recorded =
          "connections: "
              + server.connectionsOpened()
              + ", started: "
              + Files.exists(trace)
              + ", activity: "
              + activity.drain();
      super.start();
    }
  }

  abstract static class LifecycleBean implements SmartLifecycle {
    private final int phase;
    private boolean running;

    LifecycleBean(int phase) {
      this.phase = phase;
    }

    @Override
    public void start() {
      running = true;
    }

    @Override
    public void stop() {
      running = false;
    }

    @Override
    public boolean isRunning() {
      return running;
    }

    @Override
    public int getPhase() {
      return phase;
    }
  }
}
