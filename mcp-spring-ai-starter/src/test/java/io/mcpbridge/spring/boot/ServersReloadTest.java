package io.mcpbridge.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ServerStatus;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.client.CallOptions;
import io.mcpbridge.client.McpClient;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.cloud.context.environment.EnvironmentChangeEvent;
import org.springframework.core.env.MapPropertySource;

/** What becomes of the servers of a running application when its environment changes. */
@ExtendWith(OutputCaptureExtension.class)
class ServersReloadTest {

  private static final String SERVERS = "mcp.client.servers.";

  private final FakeMcpServer weather = FakeMcpServer.create();
  private final FakeMcpServer news = FakeMcpServer.create();
  private final Map<String, Object> properties = new HashMap<>();

  @AfterEach
  void close() {
    weather.close();
    news.close();
  }

  @Test
  void onlyServersWhoseSettingsHaveChangedAreReplaced() {
    weather.tool("forecast").returns(FakeResult.text("Rain"));
    properties.put("token", "one");
    properties.put(SERVERS + "weather.url", weather.http().url());
    properties.put(SERVERS + "weather.headers.Authorization", "Bearer ${token}");
    properties.put(SERVERS + "news.url", news.http().url());
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
  void aTokenThatHasChangedIsSentFromThenOnAndNeverPrinted(CapturedOutput output) {
    weather.tool("forecast").returns(FakeResult.text("Rain"));
    properties.put("token", "geheim-one");
    properties.put(SERVERS + "weather.url", weather.http().url());
    properties.put(SERVERS + "weather.bearer-token", "${token}");
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
              .startsWith("Bearer geheim-one", "Bearer geheim-two");
        });
    assertThat(output.getAll()).doesNotContain("geheim");
  }

  @Test
  void serversComeAndGo() {
    properties.put(SERVERS + "news.url", news.http().url());
    run(
        (catalog, change) -> {
          properties.put(SERVERS + "weather.url", weather.http().url());
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

  @Test
  void whatCannotBeMeantLeavesTheServersAsTheyAre(CapturedOutput output) {
    properties.put(SERVERS + "news.url", news.http().url());
    properties.put(SERVERS + "weather.url", weather.http().url());
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
        .contains("mcp.client.servers.weather.timeout cannot be read")
        .doesNotContain("geheim");
  }

  @Test
  void itIsOffWithoutSpringCloudOrACatalogueOfOursOrWhereItIsNotWanted() {
    runner().run(context -> assertThat(context).hasSingleBean(ServersReload.class));
    runner()
        .withPropertyValues("mcp.client.reload.enabled=false")
        .run(context -> assertThat(context).doesNotHaveBean(ServersReload.class));
    runner()
        .withBean("own", ToolCatalog.class, () -> ToolCatalog.builder().build())
        .run(context -> assertThat(context).doesNotHaveBean(ServersReload.class));
    runner()
        .withClassLoader(new FilteredClassLoader("org.springframework.cloud"))
        .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("mcpServersReload"));
  }

  private static void call(ToolCatalog catalog, String tool) {
    assertThat(catalog.awaitReady(Duration.ofSeconds(10))).isTrue();
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
                    context.getBean(ToolCatalog.class),
                    () -> context.publishEvent(new EnvironmentChangeEvent(Set.of("any")))));
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
