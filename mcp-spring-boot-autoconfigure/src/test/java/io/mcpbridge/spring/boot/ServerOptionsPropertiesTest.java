package io.mcpbridge.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.CallLimits;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ServerOptionsBuilder;
import io.mcpbridge.catalog.server.StartPolicy;
import io.mcpbridge.catalog.server.ToolChangePolicy;
import io.mcpbridge.catalog.server.ToolOptions;
import io.mcpbridge.selection.ToolPattern;
import io.mcpbridge.selection.ToolSelection;
import io.mcpbridge.selection.ToolTrait;
import io.mcpbridge.test.FakeMcpServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Server options: a server's own properties override those for all servers. */
@ExtendWith(OutputCaptureExtension.class)
class ServerOptionsPropertiesTest {

  /** Spring Boot removes the asterisk from a key without brackets. */
  @Test
  void warnsOfUnmatchedToolName(CapturedOutput output) {
    try (FakeMcpServer server = FakeMcpServer.create()) {
      server.tool("get_rain");
      server.tool("set_rain");
      CatalogApplication.run(
          CatalogApplication.application(
              "servers.s.url=" + server.url(),
              "servers.s.tools.get_*.fixed-arguments.tenant=acme",
              "servers.s.tools[set_*].fixed-arguments.tenant=acme"),
          catalog -> {});
    }
    assertThat(output.getOut().lines())
        .filteredOn(line -> line.contains("no tool is named"))
        .singleElement()
        .asString()
        .contains("MCP server \"s\"", "\"get_\"", "setting: tools");
  }

  @Test
  void namesPropertyOfRuleThatMatchesNoTool(CapturedOutput output) {
    try (FakeMcpServer files = FakeMcpServer.create()) {
      files.tool("delete_file");
      CatalogApplication.run(
          CatalogApplication.application(
              "servers.files.url=" + files.url(),
              "approval.rules[0].ask=delete_file",
              "approval.rules[1].deny=files__delete_fil"),
          catalog -> {});
    }
    assertThat(output.getOut().lines())
        .filteredOn(line -> line.contains("no tool is named"))
        .singleElement()
        .asString()
        .endsWith(
            "MCP server \"files\": no tool is named \"files__delete_fil\" (setting:"
                + " mcp.client.approval.rules[1].deny); similar names: \"delete_file\"");
  }

  /** What all servers share is compared with all of them. */
  @Test
  void warnsOfRuleThatMatchesNoTool(CapturedOutput output) {
    try (FakeMcpServer rain = FakeMcpServer.create();
        FakeMcpServer files = FakeMcpServer.create()) {
      rain.tool("get_rain");
      files.tool("delete_file");
      CatalogApplication.run(
          CatalogApplication.application(
              "servers.rain.url=" + rain.url(),
              "servers.files.url=" + files.url(),
              "servers.rain.approval.deny=get_rian",
              "servers.files.approval.deny=files__delete_file",
              "servers.files.exclude=rename",
              "defaults.approval.deny=delete_*,drop_*",
              "defaults.tools[delete_*].timeout=5s"),
          catalog -> {});
    }
    assertThat(output.getOut().lines())
        .filteredOn(line -> line.contains("no tool is named"))
        .satisfiesExactlyInAnyOrder(
            line -> assertThat(line).contains("\"rain\":", "approval.deny); similar names: \"get_"),
            line -> assertThat(line).contains("\"files\":", "\"rename\" (setting: exclude)"),
            line -> assertThat(line).contains("\"drop_*\" (setting: approval.deny)"));
  }

  private static final List<String> EVERYTHING =
      List.of(
          "timeout=1s",
          "idle-timeout=2s",
          "initialization-timeout=3s",
          "tool-name-prefix=false",
          "include=get_*,list_*",
          "include-traits=read-only,idempotent",
          "exclude=get_secret",
          "tools.get_weather.timeout=5s",
          "tools.get_weather.idle-timeout=6s",
          "tools.get_weather.max-result-characters=777",
          "tools.get_weather.title=Weather",
          "tools.get_weather.description=What the sky does",
          "tools.get_weather.search.aliases=umbrella, sunshine",
          "tools.get_weather.search.when-to-use=For any day of this week.",
          "tools.get_weather.fixed-arguments.tenant=acme",
          "tools.get_weather.fixed-arguments.at[0]=here",
          "tools.get_weather.fixed-arguments.at[1]=there",
          "tools.get_weather.fixed-arguments.map.deep=value",
          "tools[set_*].timeout=8s",
          "tool-change-policy=block",
          "readable-resources=file:///data/*",
          "max-result-characters=1600",
          "max-result-tokens=1700",
          "tools.get_weather.max-result-tokens=1800",
          "description=Weather of all cities",
          "tools.get_weather.hidden-arguments=locale,trace");

  private static final ServerOptions ALL_OF_IT =
      ServerOptions.builder()
          .start(StartPolicy.LAZY)
          .timeout(Duration.ofSeconds(1))
          .idleTimeout(Duration.ofSeconds(2))
          .toolNamePrefix(false)
          .initializationTimeout(Duration.ofSeconds(3))
          .selection(
              ToolSelection.builder()
                  .include("get_*", "list_*")
                  .include(ToolPattern.any().readOnly().with(ToolTrait.IDEMPOTENT))
                  .exclude("get_secret")
                  .build())
          .tool(
              "get_weather",
              ToolOptions.builder()
                  .timeout(Duration.ofSeconds(5))
                  .idleTimeout(Duration.ofSeconds(6))
                  .maxResultCharacters(777)
                  .maxResultTokens(1800)
                  .title("Weather")
                  .description("What the sky does")
                  .searchAliases("umbrella", "sunshine")
                  .whenToUse("For any day of this week.")
                  .hiddenArguments("locale", "trace")
                  .fixedArgument("tenant", "acme")
                  .fixedArgument("at", List.of("here", "there"))
                  .fixedArgument("map", Map.of("deep", "value"))
                  .build())
          .tool("set_*", ToolOptions.builder().timeout(Duration.ofSeconds(8)).build())
          .toolChangePolicy(ToolChangePolicy.BLOCK)
          .resourceTools(true)
          .readableResources("file:///data/*")
          .maxResultCharacters(1600)
          .maxResultTokens(1700)
          .description("Weather of all cities")
          .build();

  @Test
  void allServerProperties() {
    assertThat(options("servers.s.")).isEqualTo(ALL_OF_IT);
  }

  @Test
  void allDefaultsProperties() {
    assertThat(options("defaults.")).isEqualTo(ALL_OF_IT);
  }

  private static ServerOptions options(String prefix) {
    return CatalogApplication.options(
        EVERYTHING.stream().map(it -> prefix + it).toArray(String[]::new));
  }

  @Test
  void serverPropertiesOverrideDefaults() {
    String[] defaults =
        Stream.of(
                "timeout=100s",
                "include=other",
                "tools.get_weather.timeout=100s",
                "tools.get_weather.fixed-arguments.tenant=other",
                "max-result-characters=1000")
            .map(it -> "defaults." + it)
            .toArray(String[]::new);
    String[] overrides = EVERYTHING.stream().map(it -> "servers.s." + it).toArray(String[]::new);

    assertThat(
            CatalogApplication.options(
                Stream.of(defaults, overrides).flatMap(Stream::of).toArray(String[]::new)))
        .isEqualTo(ALL_OF_IT);
  }

  /** Settings without a property; those with one are kept. */
  @Test
  void customizerChangesOtherSettings() {
    McpServerCustomizer customizer =
        new McpServerCustomizer() {
          @Override
          public void options(String server, ServerOptionsBuilder options) {
            options
                .provenance(true)
                .selection(tools -> tools.hide("list_internal"))
                .callLimits(limits -> limits.circuitBreakerFailureThreshold(11));
          }
        };
    ServerOptions[] options = new ServerOptions[1];
    CatalogApplication.application(
            "servers.s.url=http://127.0.0.1:1/mcp",
            "servers.s.start=lazy",
            "servers.s.include=list_*")
        .withBean(McpServerCustomizer.class, () -> customizer)
        .run(context -> options[0] = context.getBean(ToolCatalog.class).servers().get(0).options());

    assertThat(options[0])
        .isEqualTo(
            ServerOptions.builder()
                .start(StartPolicy.LAZY)
                .provenance(true)
                .selection(ToolSelection.builder().include("list_*").hide("list_internal").build())
                .callLimits(CallLimits.builder().circuitBreakerFailureThreshold(11).build())
                .build());
  }

  @Test
  void emptyReadableResourcesOffersNoTools() {
    ServerOptions options = CatalogApplication.options("servers.s.readable-resources=");

    assertThat(options.resourceTools()).isFalse();
  }

  @Test
  void toolPropertiesMergeWithDefaults() {
    assertThat(
            CatalogApplication.options(
                    "defaults.tools.get.timeout=5s",
                    "defaults.tools.get.fixed-arguments.a=1",
                    "servers.s.tools.get.title=Get",
                    "servers.s.tools.get.fixed-arguments.b=2")
                .tools())
        .containsExactly(
            Map.entry(
                "get",
                ToolOptions.builder()
                    .timeout(Duration.ofSeconds(5))
                    .title("Get")
                    .fixedArgument("a", "1")
                    .fixedArgument("b", "2")
                    .build()));
  }

  @Test
  void emptyListIncludesNothing() {
    assertThat(CatalogApplication.options("servers.s.include=").selection())
        .isEqualTo(ToolSelection.builder().excludeByDefault().build());
  }
}
