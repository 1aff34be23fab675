package io.mcpbridge.catalog.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.arguments.ArgumentPolicy;
import io.mcpbridge.client.call.CacheLimits;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.selection.ToolSelection;
import io.mcpbridge.transport.TraceLevel;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class ServerOptionsTest {

  private static void assertRefused(ThrowingCallable making, String setting, String value) {
    assertThatThrownBy(making)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(setting + " must be positive: " + value);
  }

  /** How a change of settings is detected, which restarts the server. */
  @Test
  void anyDifferentOptionMakesThemUnequal() {
    List<ServerOptionsBuilder> changed =
        List.of(
            ServerOptions.builder().timeout(Duration.ofSeconds(1)),
            ServerOptions.builder().initializationTimeout(Duration.ofSeconds(1)),
            ServerOptions.builder().listTimeout(Duration.ofSeconds(1)),
            ServerOptions.builder().idleTimeout(Duration.ofSeconds(1)),
            ServerOptions.builder().start(StartPolicy.LAZY),
            ServerOptions.builder().reconnectDelay(Duration.ofSeconds(2)),
            ServerOptions.builder().maxReconnectDelay(Duration.ofSeconds(90)),
            ServerOptions.builder().protocolVersion("x"),
            ServerOptions.builder().maxPages(1),
            ServerOptions.builder().trace(TraceLevel.HEADERS),
            ServerOptions.builder().requestMeta(caller -> Map.of()),
            ServerOptions.builder().cacheLimits(CacheLimits.none()),
            ServerOptions.builder().callLimits(CallLimits.builder().maxRetries(0).build()),
            ServerOptions.builder().toolNamePrefix(false),
            ServerOptions.builder().tool("a", ToolOptions.builder().title("A").build()),
            ServerOptions.builder().selection(ToolSelection.builder().exclude("a").build()),
            ServerOptions.builder().alwaysAllow("a"),
            ServerOptions.builder().argumentPolicy(ArgumentPolicy.PASS),
            ServerOptions.builder().trustAnnotations(true),
            ServerOptions.builder().toolChangePolicy(ToolChangePolicy.BLOCK),
            ServerOptions.builder().invisibleCharacters(InvisibleCharacterPolicy.REMOVE),
            ServerOptions.builder().maxResultCharacters(1_000),
            ServerOptions.builder().maxResultTokens(1_000),
            ServerOptions.builder().description("Weather of all cities"),
            ServerOptions.builder().provenance(true),
            ServerOptions.builder().errorPrefix("Failed:"),
            ServerOptions.builder().compactJson(true),
            ServerOptions.builder().resourceTools(true),
            ServerOptions.builder().readableResources("a*"));

    List<ServerOptions> options = changed.stream().map(ServerOptionsBuilder::build).toList();

    assertThat(changed)
        .as("each option once")
        .hasSize(
            (int)
                Stream.of(ServerOptionsBuilder.class.getDeclaredMethods())
                    .filter(method -> Modifier.isPublic(method.getModifiers()))
                    .filter(method -> method.getReturnType() == ServerOptionsBuilder.class)
                    .map(Method::getName)
                    .distinct() // some also take what changes the option
                    .count());
    assertThat(options).doesNotHaveDuplicates().doesNotContain(ServerOptions.defaults());
    for (int i = 0; i < options.size(); i++) {
      assertThat(changed.get(i).build())
          .isEqualTo(options.get(i))
          .hasSameHashCodeAs(options.get(i));
      assertThat(options.get(i).toBuilder().build()).isEqualTo(options.get(i));
    }
  }

  @Test
  void builderDoesNotChangeBuiltOptions() {
    ServerOptionsBuilder builder = ServerOptions.builder().maxPages(1);
    ServerOptions built = builder.build();
    builder.maxPages(2).tool("a", ToolOptions.defaults());
    built.toBuilder().maxPages(3).tool("b", ToolOptions.defaults());

    assertThat(built).isEqualTo(ServerOptions.builder().maxPages(1).build());
  }

  @Test
  void rejectsNonPositiveTimeouts() {
    Duration less = Duration.ofMillis(-1);

    assertRefused(() -> ServerOptions.builder().timeout(less).build(), "timeout", "PT-0.001S");
    assertRefused(
        () -> ServerOptions.builder().initializationTimeout(Duration.ZERO).build(),
        "initialization-timeout",
        "PT0S");
    assertRefused(
        () -> ServerOptions.builder().listTimeout(Duration.ZERO).build(), "listTimeout", "PT0S");
    assertRefused(
        () -> ServerOptions.builder().idleTimeout(Duration.ZERO).build(), "idle-timeout", "PT0S");
    assertRefused(
        () -> ServerOptions.builder().reconnectDelay(Duration.ZERO).build(),
        "reconnectDelay",
        "PT0S");
    assertThatThrownBy(
            () -> ServerOptions.builder().maxReconnectDelay(Duration.ofMillis(10)).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("maxReconnectDelay must be at least reconnectDelay (PT1S): PT0.01S");
  }

  @Test
  void rejectsNonPositiveToolTimeouts() {
    assertRefused(
        () -> ToolOptions.builder().timeout(Duration.ZERO).build(), "tools.<name>.timeout", "PT0S");
    assertRefused(
        () -> ToolOptions.builder().idleTimeout(Duration.ofSeconds(-1)).build(),
        "tools.<name>.idle-timeout",
        "PT-1S");
  }

  /** An expired deadline is different: a call may come too late. */
  @Test
  void rejectsZeroIdleTimeoutOfCall() {
    assertRefused(
        () -> CallOptions.builder().idleTimeout(Duration.ZERO).build(),
        "CallOptions.idleTimeout",
        "PT0S");
  }
}
