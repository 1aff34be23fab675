package io.mcpbridge.spring.boot;

import static io.mcpbridge.spring.boot.CatalogApplication.application;
import static io.mcpbridge.spring.boot.CatalogApplication.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.CatalogListener;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ServerStatus;
import io.mcpbridge.config.ConfigSource;
import io.mcpbridge.config.InputPrompt;
import io.mcpbridge.model.ServerInfo;
import io.mcpbridge.spring.boot.autoconfigure.McpReloadAutoConfiguration;
import io.mcpbridge.spring.boot.autoconfigure.McpServersFilesAutoConfiguration;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.exchange.Latch;
import io.mcpbridge.transport.TraceRecord;
import io.mcpbridge.transport.WireTrace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.cloud.context.environment.EnvironmentChangeEvent;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** {@code mcp.client.config-files}. */
class ConfigFilesTest {

  @TempDir private Path folder;
  private final FakeMcpServer server = FakeMcpServer.create();
  private final BlockingQueue<String> connected = new LinkedBlockingQueue<>();

  @AfterEach
  void close() {
    server.close();
  }

  private Path file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private String entry(String members) {
    return "{\"url\": \"" + server.url() + "\"" + members + "}";
  }

  private ApplicationContextRunner withFiles(String... properties) {
    return application(properties)
        .withConfiguration(AutoConfigurations.of(McpServersFilesAutoConfiguration.class))
        .withBean(
            CatalogListener.class,
            () ->
                new CatalogListener() {
                  @Override
                  public void connected(String name, ServerInfo info) {
                    connected.add(name);
                  }
                });
  }

  @Test
  void resolvesVariablesAndInputs() throws Exception {
    server.tool("ping").returns("pong");
    Path file =
        file(
            "mcp.json",
            "{\"inputs\": [{\"id\": \"key\", \"type\": \"promptString\"}], \"mcpServers\": {\"s\": "
                + entry(", \"headers\": {\"X-One\": \"${my.token}\", \"X-Two\": \"${input:key}\"}")
                + "}}");
    CatalogApplication.run(
        withFiles("config-files.global=" + file, "defaults.headers.X-Secret=geheim")
            .withPropertyValues("my.token=abc")
            .withBean(InputPrompt.class, () -> input -> "answer to " + input.id()),
        catalog -> {
          awaitConnected("s");
          assertThat(call(catalog, "s__ping", "{}").text()).isEqualTo("pong");
          var request = server.received("tools/call").get(0);
          assertThat(request.header("X-One")).isEqualTo("abc");
          assertThat(request.header("X-Two")).isEqualTo("answer to key");
          assertThat(request.header("X-Secret")).as("not for files").isNull();
        });
  }

  @Test
  void startDoesNotWaitForInputs() throws Exception {
    Latch answered = new Latch();
    Path file =
        file(
            "mcp.json",
            "{\"inputs\": [{\"id\": \"key\", \"type\": \"promptString\"}], \"mcpServers\": {\"s\": "
                + entry(", \"headers\": {\"X-One\": \"${input:key}\"}")
                + "}}");
    withFiles("config-files.global=" + file, "servers.own.url=" + server.url())
        .withBean(
            InputPrompt.class,
            () ->
                input -> {
                  pass(answered);
                  return "answer";
                })
        .run(
            context -> {
              assertThat(context).hasNotFailed();
              awaitConnected("own");
              answered.open();
              awaitConnected("s");
            });
  }

  @Test
  void namesInvalidDefaultProperty() throws Exception {
    Path file = file("mcp.json", "{\"mcpServers\": {\"s\": " + entry("") + "}}");
    withFiles("config-files.global=" + file, "defaults.ssl-bundle=nope")
        .run(
            context ->
                assertThat(context.getBean(McpServersFiles.class).sync().current().problems())
                    .singleElement()
                    .satisfies(
                        problem ->
                            assertThat(problem.toString())
                                .contains("mcp.client.defaults.ssl-bundle")
                                .contains("spring.ssl.bundle")));
  }

  private static void pass(Latch latch) {
    try {
      latch.pass();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void awaitConnected(String name) {
    try {
      assertThat(connected.poll(60, TimeUnit.SECONDS)).isEqualTo(name);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Environment variables hold passwords, which may look like a placeholder. */
  @Test
  @ExtendWith(OutputCaptureExtension.class)
  void resolvesPlaceholdersOnlyInProperties(CapturedOutput output) throws Exception {
    server.tool("ping").returns("pong");
    Path file =
        file(
            "mcp.json",
            "{\"mcpServers\": {\"s\": "
                + entry(
                    ", \"headers\": {\"X-One\": \"${MY_TOKEN}\", \"X-Two\": \"${their.token}\"}")
                + ", \"unset\": "
                + entry(", \"headers\": {\"X-One\": \"${my.token}\"}")
                + ", \"circle\": "
                + entry(", \"headers\": {\"X-One\": \"${my.circle}\"}")
                + "}}");
    withFiles("config-files.global=" + file)
        .withInitializer(
            context ->
                context
                    .getEnvironment()
                    .getPropertySources()
                    .addLast(
                        new SystemEnvironmentPropertySource(
                            "variables-systemEnvironment", Map.of("MY_TOKEN", "ge${heim}"))))
        .withPropertyValues(
            "my.token=trau${lich}",
            "their.token=of ${whose}",
            "whose=ada",
            "my.circle=ver${your.circle}",
            "your.circle=traulich${my.circle}")
        .run(
            context -> {
              assertThat(context).hasNotFailed();
              ToolCatalog catalog = context.getBean(ToolCatalog.class);
              assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
              assertThat(call(catalog, "s__ping", "{}").text()).isEqualTo("pong");
              var request = server.received("tools/call").get(0);
              assertThat(request.header("X-One")).isEqualTo("ge${heim}");
              assertThat(request.header("X-Two")).isEqualTo("of ada");
              assertThat(context.getBean(McpServersFiles.class).sync().current().problems())
                  .satisfiesExactly(
                      unset -> assertThat(unset.message()).contains("the variable my.token cannot"),
                      circle ->
                          assertThat(circle.message()).contains("the variable my.circle cannot"));
            });
    assertThat(output).doesNotContain("heim", "trau", "lich");
  }

  @Test
  void resolvesVariablesAgainAfterEnvironmentChange() throws Exception {
    server.tool("ping").returns("pong");
    String headers = ", \"headers\": {\"X-One\": \"${my.token}\"}";
    Path file = file("mcp.json", "{\"mcpServers\": {\"s\": " + entry(headers) + "}}");
    Map<String, Object> changing = new HashMap<>(Map.of("my.token", "old"));
    withFiles("config-files.global=" + file)
        .withConfiguration(AutoConfigurations.of(McpReloadAutoConfiguration.class))
        .withInitializer(
            context ->
                context
                    .getEnvironment()
                    .getPropertySources()
                    .addFirst(new MapPropertySource("changing", changing)))
        .run(
            context -> {
              ToolCatalog catalog = context.getBean(ToolCatalog.class);
              assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
              call(catalog, "s__ping", "{}");
              changing.put("my.token", "new");
              context.publishEvent(new EnvironmentChangeEvent(Set.of("my.token")));
              assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
              call(catalog, "s__ping", "{}");
            });
    assertThat(server.received("tools/call"))
        .extracting(request -> request.header("X-One"))
        .containsExactly("old", "new");
  }

  @Test
  @ExtendWith(OutputCaptureExtension.class)
  void tracesServersOfFilesWithoutReconnecting(CapturedOutput output) throws Exception {
    server.tool("ping").returns("pong");
    Path file =
        file("mcp.json", "{\"mcpServers\": {\"s\": " + entry("") + ", \"t\": " + entry("") + "}}");
    Map<String, Object> changing = new HashMap<>();
    withFiles("config-files.global=" + file)
        .withConfiguration(AutoConfigurations.of(McpReloadAutoConfiguration.class))
        .withInitializer(
            context ->
                context
                    .getEnvironment()
                    .getPropertySources()
                    .addFirst(new MapPropertySource("changing", changing)))
        .run(
            context -> {
              ToolCatalog catalog = context.getBean(ToolCatalog.class);
              WireTrace trace = context.getBean(WireTrace.class);
              assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
              call(catalog, "s__ping", "{}");
              assertThat(trace.records("s")).isEmpty();

              changing.put("mcp.client.trace", "headers");
              changing.put("mcp.client.servers.t.trace", "off");
              context.publishEvent(new EnvironmentChangeEvent(Set.of("mcp.client.trace")));
              call(catalog, "s__ping", "{}");
              call(catalog, "t__ping", "{}");
              assertThat(trace.records("s")).extracting(TraceRecord::method).contains("tools/call");
              assertThat(trace.records("t")).isEmpty();

              changing.put("mcp.client.trace", "geheim");
              context.publishEvent(new EnvironmentChangeEvent(Set.of("mcp.client.trace")));
              call(catalog, "s__ping", "{}");
            });
    assertThat(server.received("server/discover")).as("each connected once").hasSize(2);
    assertThat(output)
        .contains(
            "The options of the servers of mcp.client.config-files remain unchanged:"
                + " mcp.client.trace must be one of off, headers, bodies")
        .doesNotContain("geheim");
  }

  @Test
  void reloadsChangedFileAndEditsItThroughBean() throws Exception {
    server.tool("ping").returns("pong");
    Path file = file("mcp.json", "{\"mcpServers\": {}}");
    withFiles("config-files.project=file:" + file, "defaults.timeout=7s")
        .withBean(
            ServersFilesCustomizer.class,
            () ->
                files ->
                    files.quietPeriod(Duration.ofMillis(20)).pollInterval(Duration.ofMillis(50)))
        .run(
            context -> {
              ToolCatalog catalog = context.getBean(ToolCatalog.class);
              assertThat(catalog.servers()).isEmpty();

              file("mcp.json", "{\"mcpServers\": {\"late\": " + entry("") + "}}");
              assertThat(connected.poll(60, TimeUnit.SECONDS)).isEqualTo("late");
              assertThat(catalog.servers())
                  .extracting(status -> status.options().timeout())
                  .containsExactly(Duration.ofSeconds(7));

              context.getBean(McpServersFiles.class).sync().remove(ConfigSource.PROJECT, "late");
              assertThat(catalog.servers()).isEmpty();
              assertThat(file).content().doesNotContain("late");
            });
  }

  @Test
  void propertiesOverrideFilesAndCustomizerFiltersServers() throws Exception {
    Path file =
        file(
            "mcp.json",
            "{\"mcpServers\": {\"s\": {\"command\": \"no\"}, \"t\": {\"command\": \"no\"}}}");
    withFiles(
            "config-files.global=" + file,
            "servers.s.url=http://127.0.0.1:1/mcp",
            "servers.s.start=lazy")
        .withBean(
            ServersFilesCustomizer.class, () -> files -> files.allow(entry -> entry.url() != null))
        .run(
            context ->
                assertThat(context.getBean(ToolCatalog.class).servers())
                    .extracting(ServerStatus::name, it -> it.address().startsWith("http"))
                    .contains(tuple("s", true)));
  }

  /** The entry's own fields take precedence; keys of the defaults are for named servers. */
  @Test
  void propertiesOfItsNameSupplementEntry() throws Exception {
    server.tool("ping").returns("pong");
    server.tool("drop");
    Path file =
        file(
            "mcp.json",
            "{\"mcpServers\": {\"s\": "
                + entry(", \"timeout\": \"9s\", \"headers\": {\"X-One\": \"of the entry\"}")
                + ", \"t\": "
                + entry("")
                + "}}");
    CatalogApplication.run(
        withFiles(
            "config-files.global=" + file,
            "servers.s.headers.X-One=of the property",
            "servers.s.headers.X-Two=two",
            "servers.s.auth.bearer-token=of-s",
            "servers.s.timeout=7s",
            "servers.s.idle-timeout=6s",
            "servers.s.exclude=drop",
            "defaults.auth.bearer-token=geheim"),
        catalog -> {
          assertThat(catalog.servers()).extracting(ServerStatus::name).containsExactly("s", "t");
          assertThat(catalog.servers().get(0).options().timeout()).isEqualTo(Duration.ofSeconds(9));
          assertThat(catalog.servers().get(0).options().idleTimeout())
              .isEqualTo(Duration.ofSeconds(6));
          assertThat(catalog.tools())
              .extracting(CatalogTool::modelName)
              .contains("s__ping", "t__drop")
              .doesNotContain("s__drop");
          call(catalog, "s__ping", "{}");
          call(catalog, "t__ping", "{}");
          var ofS = server.received("tools/call").get(0);
          assertThat(ofS.header("X-One")).isEqualTo("of the entry");
          assertThat(ofS.header("X-Two")).isEqualTo("two");
          assertThat(ofS.header("Authorization")).isEqualTo("Bearer of-s");
          assertThat(server.received("tools/call").get(1).header("Authorization")).isNull();
        });
  }

  @Test
  void propertyDisablesEntry() throws Exception {
    Path file = file("mcp.json", "{\"mcpServers\": {\"s\": " + entry("") + "}}");
    withFiles("config-files.global=" + file, "servers.s.enabled=false")
        .run(
            context -> {
              assertThat(context.getBean(ToolCatalog.class).servers())
                  .singleElement()
                  .satisfies(status -> assertThat(status.reason()).contains("does not allow it"));
              assertThat(server.connectionsOpened()).isZero();
            });
  }

  @Test
  @ExtendWith(OutputCaptureExtension.class)
  void warnsOfPropertiesWithoutEntry(CapturedOutput output) throws Exception {
    Path file = file("mcp.json", "{\"mcpServers\": {\"s\": " + entry("") + "}}");
    withFiles("config-files.global=" + file, "servers.typo.timeout=7s", "servers.s.per-user=true")
        .run(context -> assertThat(context).hasNotFailed());

    assertThat(output)
        .contains("mcp.client.servers.typo has neither 'url' nor 'command'", "no entry \"typo\"")
        .contains("mcp.client.servers.s.per-user has no effect");
  }

  @Test
  void watchesNothingWithoutFile() {
    withFiles().run(context -> assertThat(context).doesNotHaveBean(McpServersFiles.class));
    withFiles("config-files.global=", "config-files.project= ")
        .run(context -> assertThat(context).doesNotHaveBean(McpServersFiles.class));
  }
}
