package io.mcpbridge.spring.operations;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolSet;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ServerState;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.context.ThreadContextProvider;
import io.mcpbridge.spring.boot.autoconfigure.McpClientAutoConfiguration;
import io.mcpbridge.spring.boot.autoconfigure.McpReloadAutoConfiguration;
import io.mcpbridge.spring.boot.internal.catalog.UserToolCatalogs;
import io.mcpbridge.spring.endpoint.McpEndpoint;
import io.mcpbridge.spring.endpoint.McpEndpointAutoConfiguration;
import io.mcpbridge.spring.health.McpHealthAutoConfiguration;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.transport.TraceRecord;
import io.mcpbridge.transport.WireTrace;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.cloud.context.environment.EnvironmentChangeEvent;
import org.springframework.context.ApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.test.util.ReflectionTestUtils;

/** Servers with {@code per-user} in health, endpoint and reload. */
class PerUserOperationsTest {

  private static final String SERVERS = "mcp.client.servers.";
  private static final ThreadLocal<@Nullable String> USER = new ThreadLocal<>();

  private final FakeMcpServer files = FakeMcpServer.create();
  private final FakeMcpServer notes = FakeMcpServer.create();
  private final Map<String, Object> properties = new HashMap<>();
  private final ApplicationContextRunner runner =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  McpClientAutoConfiguration.class,
                  McpReloadAutoConfiguration.class,
                  McpHealthAutoConfiguration.class,
                  McpEndpointAutoConfiguration.class))
          .withBean("user", ThreadContextProvider.class, () -> () -> new CallAs(USER.get()))
          .withPropertyValues(
              "mcp.client.users.initial-timeout=10s",
              "management.endpoints.web.exposure.include=mcp")
          .withInitializer(
              context ->
                  context
                      .getEnvironment()
                      .getPropertySources()
                      .addFirst(new MapPropertySource("changing", properties)));

  private record CallAs(@Nullable String user) implements ThreadContextProvider.ContextSnapshot {
    @Override
    public <T extends @Nullable Object> T call(Supplier<T> call) {
      return call.get();
    }
  }

  @BeforeEach
  void configure() {
    files.tool("read");
    notes.tool("note");
    properties.put(SERVERS + "files.url", files.url());
    properties.put(SERVERS + "files.per-user", "true");
  }

  @AfterEach
  void close() {
    USER.remove();
    files.close();
    notes.close();
  }

  private static ToolSet toolsOf(UserToolCatalogs users, String user) {
    USER.set(user);
    return users.get();
  }

  /** Through reflection, since Spring Boot 4 has moved its type. */
  private static String health(ApplicationContext context) {
    Object health =
        ReflectionTestUtils.invokeMethod(context.getBean("mcpHealthIndicator"), "health");
    return String.valueOf(health);
  }

  private static List<String> names(ToolSet tools) {
    return tools.snapshot().all().stream().map(CatalogTool::modelName).toList();
  }

  @Test
  void endpointCountsUsersByState() {
    runner.run(
        context -> {
          McpEndpoint endpoint = context.getBean(McpEndpoint.class);
          assertThat(endpoint.servers().perUser()).isEqualTo(Map.of("files", Map.of()));

          toolsOf(context.getBean(UserToolCatalogs.class), "ada");
          toolsOf(context.getBean(UserToolCatalogs.class), "grace");

          assertThat(endpoint.servers().perUser())
              .isEqualTo(Map.of("files", Map.of(ServerState.CONNECTED, 2)));
          assertThat(endpoint.servers().servers()).isEmpty();
        });
  }

  @Test
  void healthCountsUsersByStateWithoutNamingThem() {
    runner.run(
        context -> {
          toolsOf(context.getBean(UserToolCatalogs.class), "ada");

          assertThat(health(context))
              .contains("files", "perUser=true", "{CONNECTED=1}")
              .doesNotContain("ada");
        });
  }

  @Test
  void reloadAppliesToConnectedAndLaterUsers() {
    runner.run(
        context -> {
          UserToolCatalogs users = context.getBean(UserToolCatalogs.class);
          assertThat(names(toolsOf(users, "ada"))).containsExactly("files__read");

          properties.put(SERVERS + "notes.url", notes.url());
          properties.put(SERVERS + "notes.per-user", "true");
          properties.put(SERVERS + "files.exclude", "read");
          int before = files.connectionsOpened();
          context.publishEvent(new EnvironmentChangeEvent(Set.of("any")));

          ToolSet tools = toolsOf(users, "ada");
          assertThat(tools.catalog().awaitReady(Duration.ofSeconds(60))).isTrue();
          assertThat(names(tools)).containsExactly("notes__note");
          assertThat(files.connectionsOpened()).as("kept").isEqualTo(before);
          assertThat(names(toolsOf(users, "grace"))).containsExactly("notes__note");

          properties.remove(SERVERS + "notes.url");
          properties.remove(SERVERS + "notes.per-user");
          context.publishEvent(new EnvironmentChangeEvent(Set.of("any")));

          assertThat(names(toolsOf(users, "ada"))).isEmpty();
        });
  }

  @Test
  void tracesServersOfUsersWithoutReconnecting() {
    files.tool("read").returns("text");
    runner.run(
        context -> {
          UserToolCatalogs users = context.getBean(UserToolCatalogs.class);
          WireTrace trace = context.getBean(WireTrace.class);
          toolsOf(users, "ada").call("files__read", "{}", CallOptions.defaults());
          assertThat(trace.records("files")).isEmpty();

          properties.put("mcp.client.trace", "headers");
          context.publishEvent(new EnvironmentChangeEvent(Set.of("mcp.client.trace")));
          toolsOf(users, "ada").call("files__read", "{}", CallOptions.defaults());

          assertThat(trace.records("files")).extracting(TraceRecord::method).contains("tools/call");
        });
    assertThat(files.received("server/discover")).as("connected once").hasSize(1);
  }
}
