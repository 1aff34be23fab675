package io.mcpbridge.spring.boot.internal.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ServerOptionsBuilder;
import io.mcpbridge.catalog.server.ServerStatus;
import io.mcpbridge.client.McpClient;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.spring.ai.McpToolCallbackProvider;
import io.mcpbridge.spring.boot.ChildServer;
import io.mcpbridge.spring.boot.McpServerCustomizer;
import io.mcpbridge.spring.boot.autoconfigure.McpClientAutoConfiguration;
import io.mcpbridge.spring.boot.autoconfigure.McpReloadAutoConfiguration;
import io.mcpbridge.spring.boot.autoconfigure.McpSpringAiAutoConfiguration;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.transport.TraceRecord;
import io.mcpbridge.transport.WireTrace;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.cloud.context.environment.EnvironmentChangeEvent;
import org.springframework.core.env.MapPropertySource;

/** How a running application's servers follow changes of its environment. */
@ExtendWith(OutputCaptureExtension.class)
class PropertyServersReloadTest {

  private static final String SERVERS = "mcp.client.servers.";
  private static final Duration CHILD_STARTS = Duration.ofSeconds(60);
  private static final EnvironmentChangeEvent CHANGE = new EnvironmentChangeEvent(Set.of("any"));

  private final FakeMcpServer weather = FakeMcpServer.create();
  private final FakeMcpServer news = FakeMcpServer.create();
  private final Map<String, Object> properties = new HashMap<>();

  @AfterEach
  void close() {
    weather.close();
    news.close();
  }

  @Test
  void replacesOnlyChangedServers() {
    weather.tool("forecast").returns("Rain");
    properties.put("token", "one");
    properties.put(SERVERS + "weather.url", weather.url());
    properties.put(SERVERS + "weather.headers.Authorization", "Bearer ${token}");
    properties.put(SERVERS + "news.url", news.url());
    run(
        (catalog, change) -> {
          McpClient before = catalog.client("news");
          call(catalog, "weather__forecast");
          properties.put("token", "two");
          change.run();
          call(catalog, "weather__forecast");

          assertThat(weather.received("tools/call"))
              .extracting(received -> received.header("Authorization"))
              .containsExactly("Bearer one", "Bearer two");
          assertThat(catalog.client("news")).isSameAs(before);
          assertThat(names(catalog)).containsExactlyInAnyOrder("weather", "news");
        });
  }

  @Test
  void sendsChangedTokenWithoutLoggingIt(CapturedOutput output) {
    weather.tool("forecast").returns("Rain");
    properties.put("token", "geheim-one");
    properties.put(SERVERS + "weather.url", weather.url());
    properties.put(SERVERS + "weather.auth.bearer-token", "${token}");
    run(
        (catalog, change) -> {
          call(catalog, "weather__forecast");
          properties.put("token", "geheim-two");
          change.run();
          call(catalog, "weather__forecast");
          properties.remove("token");
          change.run();
          call(catalog, "weather__forecast");

          assertThat(weather.received("tools/call"))
              .extracting(received -> received.header("Authorization"))
              .as("one that cannot be resolved leaves the server as it is")
              .containsExactly("Bearer geheim-one", "Bearer geheim-two", "Bearer geheim-two");
        });
    assertThat(output)
        .contains(
            "The MCP server \"weather\" remains unchanged:"
                + " mcp.client.servers.weather.auth.bearer-token refers to ${token}, which is not"
                + " set.")
        .doesNotContain("geheim");
  }

  @Test
  void tracesServersWithoutReconnecting() {
    weather.tool("forecast").returns("Rain");
    news.tool("headlines").returns("Rain");
    properties.put(SERVERS + "weather.url", weather.url());
    properties.put(SERVERS + "news.url", news.url());
    properties.put(SERVERS + "news.trace", "off");
    runner()
        .run(
            context -> {
              ToolCatalog catalog = context.getBean(ToolCatalog.class);
              WireTrace trace = context.getBean(WireTrace.class);
              call(catalog, "weather__forecast");
              assertThat(trace.records("weather")).isEmpty();

              properties.put("mcp.client.trace", "headers");
              context.publishEvent(CHANGE);
              call(catalog, "weather__forecast");
              call(catalog, "news__headlines");
              assertThat(trace.records("weather"))
                  .extracting(TraceRecord::method)
                  .contains("tools/call");
              assertThat(trace.records("weather"))
                  .extracting(TraceRecord::body)
                  .containsOnlyNulls();
              assertThat(trace.records("news")).isEmpty();

              properties.put(SERVERS + "weather.trace", "bodies");
              context.publishEvent(CHANGE);
              call(catalog, "weather__forecast");
              assertThat(trace.records("weather"))
                  .extracting(TraceRecord::body)
                  .anyMatch(body -> String.valueOf(body).contains("\"text\":\"Rain\""));
            });
    assertThat(weather.received("server/discover")).as("connected once").hasSize(1);
  }

  @Test
  void restartsProcessOnlyForCommandProperties() {
    properties.put(SERVERS + "p.command", ChildServer.command());
    properties.put(SERVERS + "p.args", ChildServer.args());
    run(
        (catalog, change) -> {
          assertThat(catalog.awaitReady(CHILD_STARTS)).isTrue();
          String pid = pid(catalog);

          properties.put(SERVERS + "p.exclude", "environment");
          properties.put(SERVERS + "p.tools.pid.description", "Its number");
          properties.put(SERVERS + "p.timeout", "20s");
          properties.put(SERVERS + "p.initialization-timeout", "21s");
          properties.put(SERVERS + "p.max-result-characters", "4000");
          properties.put(SERVERS + "p.start", "required");
          properties.put(SERVERS + "p.approval.deny", "start");
          properties.put(SERVERS + "p.tool-context-meta", "tenant");
          properties.put("mcp.client.defaults.auth.bearer-token", "of-others");
          properties.put("mcp.client.defaults.tool-change-policy", "block");
          change.run();

          assertThat(pid(catalog)).isEqualTo(pid);
          ServerStatus status = catalog.servers().get(0);
          assertThat(status.options().timeout()).isEqualTo(Duration.ofSeconds(20));
          assertThat(status.options().maxResultCharacters()).isEqualTo(4000);
          assertThat(catalog.snapshot().tool("p__pid").shown().description())
              .isEqualTo("Its number");
          assertThat(catalog.call("p__environment", "{}", CallOptions.defaults()).text())
              .contains("no tool");

          properties.put(SERVERS + "p.env.GREETING_WORD", "hello");
          change.run();
          assertThat(catalog.awaitReady(CHILD_STARTS)).isTrue();
          assertThat(pid(catalog)).isNotEqualTo(pid);
        });
  }

  @Test
  void reconnectsOnlyForUrlProperties() {
    weather.tool("forecast").returns("Rain");
    properties.put(SERVERS + "weather.url", weather.url());
    run(
        (catalog, change) -> {
          assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
          McpClient before = catalog.client("weather");
          properties.put(SERVERS + "weather.timeout", "5s");
          properties.put("mcp.client.defaults.exclude", "nothing");
          properties.put("mcp.client.defaults.env.WORD", "for programs");
          change.run();
          assertThat(catalog.client("weather")).isSameAs(before);

          for (String connection :
              List.of("headers.X-Key", "auth.bearer-token", "connect-timeout", "ssl-bundle")) {
            McpClient old = catalog.client("weather");
            properties.put(
                SERVERS + "weather." + connection, connection.contains("time") ? 7 : "k");
            change.run();
            if (connection.equals("ssl-bundle")) {
              assertThat(catalog.client("weather")).as("there is no such bundle").isSameAs(old);
            } else {
              assertThat(catalog.client("weather")).as(connection).isNotSameAs(old);
            }
          }
        });
  }

  private static String pid(ToolCatalog catalog) {
    return catalog.call("p__pid", "{}", CallOptions.defaults()).text();
  }

  @Test
  void unresolvedDefaultKeepsAllServers(CapturedOutput output) {
    weather.tool("forecast").returns("Rain");
    properties.put("tenant", "geheim");
    properties.put(SERVERS + "weather.url", weather.url());
    properties.put("mcp.client.defaults.headers.X-Tenant", "${tenant}");
    run(
        (catalog, change) -> {
          properties.remove("tenant");
          properties.put(SERVERS + "news.url", news.url());
          change.run();
          call(catalog, "weather__forecast");

          assertThat(names(catalog)).containsExactly("weather");
          assertThat(weather.received("tools/call").get(0).header("X-Tenant")).isEqualTo("geheim");
        });
    assertThat(output)
        .contains(
            "The MCP servers remain unchanged: mcp.client.defaults.headers.X-Tenant refers to"
                + " ${tenant}, which is not set.")
        .doesNotContain("geheim");
  }

  @Test
  void addsDisablesAndRemovesServers() {
    properties.put(SERVERS + "news.url", news.url());
    run(
        (catalog, change) -> {
          properties.put(SERVERS + "weather.url", weather.url());
          change.run();
          assertThat(names(catalog)).containsExactly("news", "weather");

          properties.put(SERVERS + "news.enabled", "false");
          change.run();
          assertThat(names(catalog)).containsExactly("weather");

          properties.remove(SERVERS + "weather.url");
          properties.remove(SERVERS + "news.enabled");
          change.run();
          assertThat(names(catalog)).containsExactly("news");
        });
  }

  /** The catalog did not exist before, since nothing was configured. */
  @Test
  void addsFirstServer() {
    weather.tool("forecast").returns("Rain");
    runner()
        .run(
            context -> {
              context.publishEvent(CHANGE);
              assertThat(context.getBeanFactory().containsSingleton("mcpToolCatalog")).isFalse();

              properties.put(SERVERS + "weather.url", weather.url());
              context.publishEvent(CHANGE);

              call(context.getBean(ToolCatalog.class), "weather__forecast");
            });
  }

  @Test
  void invalidPropertiesChangeNothing(CapturedOutput output) {
    properties.put(SERVERS + "news.url", news.url());
    properties.put(SERVERS + "weather.url", weather.url());
    run(
        (catalog, change) -> {
          McpClient before = catalog.client("news");
          properties.put(SERVERS + "news.url", "geheim");
          properties.put(SERVERS + "weather.timeout", "5s");
          change.run();
          assertThat(catalog.client("news")).isSameAs(before);
          assertThat(catalog.servers())
              .filteredOn(server -> server.name().equals("weather"))
              .extracting(server -> server.options().timeout())
              .containsExactly(Duration.ofSeconds(5));

          properties.put(SERVERS + "weather.timeout", "geheim");
          change.run();
          assertThat(names(catalog)).containsExactlyInAnyOrder("weather", "news");
        });
    assertThat(output)
        .contains("mcp.client.servers.news.url is not a URL", "Set the server's full URL")
        .contains("mcp.client.servers.weather.timeout must be a duration, such as 30s.")
        .doesNotContain("geheim");
  }

  @Test
  void unexpectedFailureAffectsOneServer(CapturedOutput output) {
    properties.put(SERVERS + "news.url", news.url());
    properties.put(SERVERS + "weather.url", weather.url());
    runner()
        .withBean(
            McpServerCustomizer.class,
            () ->
                new McpServerCustomizer() {
                  @Override
                  public void options(String server, ServerOptionsBuilder options) {
                    if (server.equals("news") && properties.containsKey("fails")) {
                      throw new NullPointerException("geheim");
                    }
                  }
                })
        .run(
            context -> {
              properties.put("fails", "yes");
              properties.put(SERVERS + "news.timeout", "5s");
              properties.put(SERVERS + "weather.timeout", "5s");
              context.publishEvent(CHANGE);
              properties.put("mcp.client.import-spring-ai-connections", "true");
              properties.put(
                  "spring.ai.mcp.client.stdio.servers-configuration", "classpath:nowhere.json");
              context.publishEvent(CHANGE);

              assertThat(context.getBean(ToolCatalog.class).servers())
                  .extracting(ServerStatus::name, server -> server.options().timeout())
                  .contains(tuple("weather", Duration.ofSeconds(5)))
                  .doesNotContain(tuple("news", Duration.ofSeconds(5)));
            });
    assertThat(output)
        .contains(
            "\"news\" remains unchanged: NullPointerException", "The MCP servers remain unchanged")
        .doesNotContain("geheim");
  }

  @Test
  void keepsServersChangedByApplication(CapturedOutput output) {
    properties.put(SERVERS + "gone.url", news.url());
    properties.put(SERVERS + "replaced.url", news.url());
    properties.put(SERVERS + "taken.url", news.url());
    run(
        (catalog, change) -> {
          StreamableHttpTransport replacement =
              StreamableHttpTransport.builder(URI.create(weather.url())).build();
          for (String name : List.of("gone", "replaced")) {
            catalog.remove(name);
            catalog.add(name, replacement, ServerOptions.defaults());
          }
          catalog.remove("taken");
          properties.remove(SERVERS + "gone.url");
          properties.put(SERVERS + "replaced.timeout", "5s");
          properties.put(SERVERS + "taken.timeout", "5s");
          change.run();

          assertThat(names(catalog)).containsExactlyInAnyOrder("gone", "replaced");
          assertThat(catalog.transport("gone")).isSameAs(replacement);
          assertThat(catalog.transport("replaced")).isSameAs(replacement);
        });
    assertThat(output)
        .contains("\"replaced\" remains unchanged", "\"taken\" remains unchanged")
        .doesNotContain("\"gone\" remains");
  }

  @Test
  void appliesChangedApprovalRules() {
    weather.tool("forecast").returns("Rain");
    weather.tool("drop").returns("Gone");
    properties.put(SERVERS + "weather.url", weather.url());
    run(
        (catalog, change) -> {
          properties.put(SERVERS + "weather.approval.deny", "drop");
          properties.put(SERVERS + "news.url", weather.url());
          properties.put(SERVERS + "news.approval.otherwise", "deny");
          change.run();
          assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
          assertThat(catalog.call("weather__drop", "{}", CallOptions.defaults()).isError())
              .isTrue();
          assertThat(catalog.call("news__forecast", "{}", CallOptions.defaults()).isError())
              .isTrue();
          assertThat(weather.received("tools/call")).isEmpty();
          call(catalog, "weather__forecast");
        });
  }

  @Test
  void invalidApprovalRulesKeepServersAndRules(CapturedOutput output) {
    weather.tool("drop").returns("Gone");
    properties.put(SERVERS + "weather.url", weather.url());
    properties.put(SERVERS + "weather.approval.deny", "drop");
    run(
        (catalog, change) -> {
          properties.put(SERVERS + "weather.approval.deny", "");
          properties.put(SERVERS + "weather.approval.ask", "*");
          properties.put(SERVERS + "weather.approval.allow", "drop");
          properties.put(SERVERS + "news.url", news.url());
          change.run();
          assertThat(names(catalog)).containsExactly("weather");
          assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
          assertThat(catalog.call("weather__drop", "{}", CallOptions.defaults()).isError())
              .isTrue();
          assertThat(weather.received("tools/call")).isEmpty();
        });
    assertThat(output)
        .contains("The MCP servers remain unchanged", "mcp.client.approval: the rule");
  }

  @Test
  void toolContextMetaFollowsReload() {
    weather.tool("forecast").returns("Rain");
    properties.put(SERVERS + "weather.url", weather.url());
    properties.put(SERVERS + "weather.tool-context-meta", "tenant,email");
    properties.put("mcp.client.defaults.tool-context-meta", "tenant");
    runner()
        .withConfiguration(AutoConfigurations.of(McpSpringAiAutoConfiguration.class))
        .run(
            context -> {
              ToolCatalog catalog = context.getBean(ToolCatalog.class);
              ToolContext values = new ToolContext(Map.of("tenant", "acme", "email", "a@b"));
              assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
              ToolCallback callback =
                  context.getBean(McpToolCallbackProvider.class).getToolCallbacks()[0];
              callback.call("{}", values);

              properties.remove(SERVERS + "weather.tool-context-meta");
              context.publishEvent(CHANGE);
              assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
              callback.call("{}", values);

              StreamableHttpTransport replacement =
                  StreamableHttpTransport.builder(URI.create(weather.url())).build();
              catalog.replace("weather", replacement, ServerOptions.defaults());
              assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
              callback.call("{}", values);
            });
    assertThat(weather.received("tools/call"))
        .extracting(call -> call.meta().has("tenant"), call -> call.meta().has("email"))
        .containsExactly(tuple(true, true), tuple(true, false), tuple(false, false));
  }

  @Test
  void backsOffWithoutSpringCloudOrOwnCatalog() {
    runner().run(context -> assertThat(context).hasSingleBean(PropertyServersReload.class));
    runner()
        .withBean("mcpToolCatalog", ToolCatalog.class, () -> ToolCatalog.builder().build())
        .run(context -> assertThat(context).doesNotHaveBean(PropertyServersReload.class));
    runner()
        .run(
            parent ->
                runner()
                    .withParent(parent)
                    .run(
                        child ->
                            assertThat(child.getBeansOfType(PropertyServersReload.class))
                                .isEmpty()));
    runner()
        .withClassLoader(new FilteredClassLoader("org.springframework.cloud"))
        .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("mcpServersReload"));
  }

  private static void call(ToolCatalog catalog, String tool) {
    assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
    assertThat(catalog.call(tool, "{}", CallOptions.defaults()).text()).isEqualTo("Rain");
  }

  private static List<String> names(ToolCatalog catalog) {
    return catalog.servers().stream().map(ServerStatus::name).toList();
  }

  private void run(BiConsumer<ToolCatalog, Runnable> check) {
    runner()
        .run(
            context ->
                check.accept(
                    context.getBean(ToolCatalog.class), () -> context.publishEvent(CHANGE)));
  }

  private ApplicationContextRunner runner() {
    return new ApplicationContextRunner()
        .withInitializer(
            context ->
                context
                    .getEnvironment()
                    .getPropertySources()
                    .addFirst(new MapPropertySource("changing", properties)))
        .withConfiguration(
            AutoConfigurations.of(
                McpClientAutoConfiguration.class, McpReloadAutoConfiguration.class));
  }
}
