package io.mcpbridge.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.arguments.ArgumentPolicy;
import io.mcpbridge.catalog.CallLimits;
import io.mcpbridge.catalog.InvisibleCharacterPolicy;
import io.mcpbridge.catalog.ServerOptions;
import io.mcpbridge.catalog.StartPolicy;
import io.mcpbridge.catalog.ToolChangePolicy;
import io.mcpbridge.catalog.ToolOptions;
import io.mcpbridge.client.CacheLimits;
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
  void aNameBelowToolsThatNoToolHasIsTold(CapturedOutput output) {
    try (FakeMcpServer server = FakeMcpServer.create()) {
      server.tool("get_rain");
      server.tool("set_rain");
      Configured.run(
          Configured.application(
              "servers.s.url=" + server.http().url(),
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

  private static final List<String> EVERYTHING =
      List.of(
          "timeout=1s",
          "idle-timeout=2s",
          "initialization-timeout=3s",
          "list-timeout=4s",
          "protocol-version=2025-06-18",
          "include=get_*,list_*",
          "include-traits=read-only,idempotent",
          "only-included=true",
          "exclude=get_secret",
          "exclude-traits=open-world",
          "hide=list_internal",
          "hide-traits=destructive",
          "disabled-tools=list_all",
          "tools.get_weather.timeout=5s",
          "tools.get_weather.idle-timeout=6s",
          "tools.get_weather.max-result-characters=777",
          "tools.get_weather.title=Weather",
          "tools.get_weather.description=What the sky does",
          "tools.get_weather.fixed-arguments.tenant=acme",
          "tools.get_weather.fixed-arguments.at[0]=here",
          "tools.get_weather.fixed-arguments.at[1]=there",
          "tools.get_weather.fixed-arguments.map.deep=value",
          "tools[set_*].timeout=8s",
          "always-allow=get_*",
          "argument-policy=repair",
          "tool-change-policy=block",
          "invisible-characters=remove",
          "trust-annotations=true",
          "resource-tools=true",
          "readable-resources=file:///data/*",
          "provenance=true",
          "error-prefix=Failed:",
          "compact-json=true",
          "max-concurrent-calls=9",
          "max-queued-calls=10",
          "max-retries=2",
          "circuit-breaker.failure-threshold=11",
          "circuit-breaker.open-duration=12s",
          "limits.max-pages=13",
          "limits.max-cached-results=14",
          "limits.max-cached-bytes=15B",
          "limits.max-result-characters=1600",
          "limits.max-retry-after=17s",
          "limits.max-input-rounds=18");

  private static final ServerOptions ALL_OF_IT =
      ServerOptions.builder()
          .start(StartPolicy.LAZY)
          .timeout(Duration.ofSeconds(1))
          .idleTimeout(Duration.ofSeconds(2))
          .initializationTimeout(Duration.ofSeconds(3))
          .listTimeout(Duration.ofSeconds(4))
          .protocolVersion("2025-06-18")
          .selection(
              ToolSelection.builder()
                  .include("get_*", "list_*")
                  .include(ToolPattern.any().readOnly().with(ToolTrait.IDEMPOTENT))
                  .onlyIncluded()
                  .exclude("get_secret")
                  .exclude(ToolPattern.any().with(ToolTrait.OPEN_WORLD))
                  .hide("list_internal")
                  .hide(ToolPattern.any().destructive())
                  .disable("list_all")
                  .build())
          .tool(
              "get_weather",
              ToolOptions.builder()
                  .timeout(Duration.ofSeconds(5))
                  .idleTimeout(Duration.ofSeconds(6))
                  .maxResultCharacters(777)
                  .title("Weather")
                  .description("What the sky does")
                  .fixedArgument("tenant", "acme")
                  .fixedArgument("at", List.of("here", "there"))
                  .fixedArgument("map", Map.of("deep", "value"))
                  .build())
          .tool("set_*", ToolOptions.builder().timeout(Duration.ofSeconds(8)).build())
          .alwaysAllow("get_*")
          .argumentPolicy(ArgumentPolicy.REPAIR)
          .toolChangePolicy(ToolChangePolicy.BLOCK)
          .invisibleCharacters(InvisibleCharacterPolicy.REMOVE)
          .trustAnnotations(true)
          .resourceTools(true)
          .readableResources("file:///data/*")
          .provenance(true)
          .errorPrefix("Failed:")
          .compactJson(true)
          .callLimits(
              CallLimits.builder()
                  .maxConcurrentCalls(9)
                  .maxQueuedCalls(10)
                  .maxRetries(2)
                  .circuitBreakerFailureThreshold(11)
                  .circuitBreakerOpenDuration(Duration.ofSeconds(12))
                  .maxRetryAfter(Duration.ofSeconds(17))
                  .maxInputRounds(18)
                  .build())
          .maxPages(13)
          .cacheLimits(new CacheLimits(14, 15))
          .maxResultCharacters(1600)
          .build();

  @Test
  void everythingThatAServerSays() {
    assertThat(options("servers.s.")).isEqualTo(ALL_OF_IT);
  }

  @Test
  void everythingThatHoldsForAll() {
    assertThat(options("defaults.")).isEqualTo(ALL_OF_IT);
  }

  private static ServerOptions options(String prefix) {
    return Configured.options(EVERYTHING.stream().map(it -> prefix + it).toArray(String[]::new));
  }

  @Test
  void whatAServerSaysTakesThePlaceOfWhatHoldsForAll() {
    String[] others =
        Stream.of(
                "timeout=100s",
                "include=other",
                "only-included=false",
                "tools.get_weather.timeout=100s",
                "tools.get_weather.fixed-arguments.tenant=other",
                "circuit-breaker.failure-threshold=100",
                "limits.max-cached-bytes=100B",
                "provenance=false")
            .map(it -> "defaults." + it)
            .toArray(String[]::new);
    String[] own = EVERYTHING.stream().map(it -> "servers.s." + it).toArray(String[]::new);

    assertThat(
            Configured.options(Stream.of(others, own).flatMap(Stream::of).toArray(String[]::new)))
        .isEqualTo(ALL_OF_IT);
  }

  @Test
  void whatIsSaidOfOneToolCompletesWhatHoldsForAll() {
    assertThat(
            Configured.options(
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
  void aListThatIsEmptyMeansNothingAndNotEverything() {
    assertThat(Configured.options("servers.s.include=").selection())
        .isEqualTo(ToolSelection.builder().onlyIncluded().build());
  }
}
