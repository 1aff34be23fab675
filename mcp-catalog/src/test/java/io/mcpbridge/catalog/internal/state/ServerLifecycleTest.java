package io.mcpbridge.catalog.internal.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.catalog.internal.resilience.CircuitBreaker;
import io.mcpbridge.catalog.server.CallLimits;
import io.mcpbridge.catalog.server.ServerState;
import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.error.McpHttpStatusException;
import io.mcpbridge.error.McpUnavailableException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ServerLifecycleTest {

  private static ServerLifecycle lifecycle(
      ServerState state, @Nullable String reason, Consumer<ServerLifecycle.Phase> listener) {
    return new ServerLifecycle(
        "weather", state, reason, CallLimits.defaults(), (delay, work) -> {}, listener);
  }

  private final ServerLifecycle serverLifecycle = lifecycle(ServerState.IDLE, null, phase -> {});

  @Test
  void updatesReasonOfSameStateWithoutTransition() {
    serverLifecycle.move(ServerState.DISCONNECTED, "refused");
    ServerLifecycle.Phase first = serverLifecycle.now();

    assertThat(serverLifecycle.move(ServerState.DISCONNECTED, "no such host")).isNull();

    assertThat(serverLifecycle.now().reason()).isEqualTo("no such host");
    assertThat(serverLifecycle.now().since()).isEqualTo(first.since());
  }

  @Test
  void showsConnectedServerAsDegradedWhileCircuitIsOpen() {
    List<ServerState> states = new ArrayList<>();
    ServerLifecycle lifecycle =
        lifecycle(ServerState.IDLE, null, phase -> states.add(phase.state()));
    lifecycle.move(ServerState.CONNECTED, null);

    lifecycle.circuitOpen("two failures");
    ServerLifecycle.Phase first = lifecycle.shown();
    lifecycle.circuitOpen("three failures");

    assertThat(lifecycle.now().state()).isEqualTo(ServerState.CONNECTED);
    assertThat(lifecycle.shown().state()).isEqualTo(ServerState.DEGRADED);
    assertThat(lifecycle.shown().reason()).isEqualTo("three failures");
    assertThat(lifecycle.shown().since()).isEqualTo(first.since());

    lifecycle.move(ServerState.DISCONNECTED, "refused");
    assertThat(lifecycle.shown().reason()).isEqualTo("refused");
    lifecycle.circuitOpen(null);
    lifecycle.move(ServerState.CONNECTED, null);
    assertThat(lifecycle.shown().state()).isEqualTo(ServerState.CONNECTED);
    lifecycle.handOver();
    int before = states.size();
    lifecycle.circuitOpen("too late");
    assertThat(states).hasSize(before).endsWith(ServerState.CONNECTED);
  }

  @Test
  void showsConnectedAgainWhenCircuitIsHalfOpen() {
    List<ServerState> states = new ArrayList<>();
    ServerLifecycle lifecycle =
        lifecycle(ServerState.IDLE, null, phase -> states.add(phase.state()));
    lifecycle.move(ServerState.CONNECTED, null);

    lifecycle.circuitOpen("until one");
    lifecycle.circuitOpen("until two");
    lifecycle.circuitHalfOpen("until one");
    assertThat(lifecycle.shown().reason()).isEqualTo("until two");
    lifecycle.circuitHalfOpen("until two");

    assertThat(lifecycle.shown()).isEqualTo(lifecycle.now());
    assertThat(states)
        .containsExactly(
            ServerState.CONNECTED,
            ServerState.DEGRADED,
            ServerState.DEGRADED,
            ServerState.CONNECTED);
  }

  @Test
  void completesUnusedAfterLastUseEnds() {
    assertThat(serverLifecycle.begin()).isTrue();
    serverLifecycle.move(ServerState.CLOSED, null);

    assertThat(serverLifecycle.begin()).isFalse();
    assertThat(serverLifecycle.unused()).isNotDone();
    serverLifecycle.end();
    assertThat(serverLifecycle.unused()).isCompleted();
  }

  @Test
  void callsFailFastWhileDisconnected() {
    serverLifecycle.move(ServerState.DISCONNECTED, "refused");
    serverLifecycle.connectionLost(false, true);
    serverLifecycle.refuseIfAway();

    serverLifecycle.connectionLost(true, true);

    assertThatThrownBy(serverLifecycle::refuseIfAway)
        .isInstanceOf(McpConnectException.class)
        .hasMessageContaining("not connected: refused");
  }

  @Test
  void aFailedConnectionIsReplacedOnce() {
    assertThat(serverLifecycle.takeReplacement()).isFalse();
    serverLifecycle.connectionLost(true, false);
    assertThat(serverLifecycle.takeReplacement()).isFalse();

    serverLifecycle.connectionLost(true, true);

    assertThat(serverLifecycle.takeReplacement()).isTrue();
    assertThat(serverLifecycle.takeReplacement()).isFalse();
  }

  /** A restart begins anew. */
  @Test
  void aRestartClosesTheCircuitBreakerAndEndsRetryAfter() {
    McpHttpStatusException overloaded = new McpHttpStatusException("no", 429, null, "60");
    for (int i = 0; i < CallLimits.defaults().circuitBreakerFailureThreshold(); i++) {
      CircuitBreaker.Permission permission = serverLifecycle.circuitBreaker().acquirePermission();
      permission.onError(overloaded, CircuitBreaker.Outcome.FAILURE);
      permission.release();
    }
    serverLifecycle.retryAfter().record(overloaded);
    assertThatThrownBy(() -> serverLifecycle.circuitBreaker().refuseIfOpen())
        .isInstanceOf(McpUnavailableException.class);
    assertThat(serverLifecycle.pausedBecause()).contains("asks to retry after");

    serverLifecycle.restart();

    serverLifecycle.circuitBreaker().refuseIfOpen();
    assertThat(serverLifecycle.pausedBecause()).isNull();
    assertThat(serverLifecycle.takeReplacement()).isTrue();
  }

  @Test
  void closedStateIsFinal() {
    serverLifecycle.move(ServerState.CLOSED, null);

    assertThat(serverLifecycle.move(ServerState.DISCONNECTED, "refused")).isNull();
    assertThat(serverLifecycle.move(ServerState.CLOSED, "again")).isNull();

    assertThat(serverLifecycle.now().state()).isEqualTo(ServerState.CLOSED);
    assertThat(serverLifecycle.now().reason()).isNull();
  }

  @Test
  void disabledServerCanOnlyBeClosed() {
    ServerLifecycle disabled = lifecycle(ServerState.DISABLED, "by the operator", phase -> {});

    assertThat(disabled.move(ServerState.CONNECTED, null)).isNull();
    assertThat(disabled.now().state()).isEqualTo(ServerState.DISABLED);
    assertThat(disabled.now().reason()).isEqualTo("by the operator");
    assertThat(disabled.isTerminated()).isTrue();

    assertThat(disabled.move(ServerState.CLOSED, null)).isNotNull();
    assertThat(disabled.now().state()).isEqualTo(ServerState.CLOSED);
  }
}
