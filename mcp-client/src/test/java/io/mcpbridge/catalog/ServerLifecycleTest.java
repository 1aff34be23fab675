package io.mcpbridge.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ServerLifecycleTest {

  private final ServerLifecycle serverLifecycle =
      new ServerLifecycle(ServerState.IDLE, null, phase -> {});

  @Test
  void theSameStateForAnotherReasonIsNoMoveButTheReasonIsTold() {
    serverLifecycle.move(ServerState.DISCONNECTED, "refused");
    ServerLifecycle.Phase first = serverLifecycle.now();

    assertThat(serverLifecycle.move(ServerState.DISCONNECTED, "no such host")).isNull();

    assertThat(serverLifecycle.now().reason()).isEqualTo("no such host");
    assertThat(serverLifecycle.now().since()).isEqualTo(first.since());
  }

  @Test
  void aServerThatIsSparedIsShownAsDegradedWhileItIsConnected() {
    List<ServerState> told = new ArrayList<>();
    ServerLifecycle lifecycle =
        new ServerLifecycle(ServerState.IDLE, null, phase -> told.add(phase.state()));
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
    lifecycle.give();
    int before = told.size();
    lifecycle.circuitOpen("too late");
    assertThat(told).hasSize(before).endsWith(ServerState.CONNECTED);
  }

  @Test
  void whatIsShownEndsWithItsPause() {
    List<ServerState> told = new ArrayList<>();
    ServerLifecycle lifecycle =
        new ServerLifecycle(ServerState.IDLE, null, phase -> told.add(phase.state()));
    lifecycle.move(ServerState.CONNECTED, null);

    lifecycle.circuitOpen("until one");
    lifecycle.circuitOpen("until two");
    lifecycle.circuitHalfOpen("until one");
    assertThat(lifecycle.shown().reason()).isEqualTo("until two");
    lifecycle.circuitHalfOpen("until two");

    assertThat(lifecycle.shown()).isEqualTo(lifecycle.now());
    assertThat(told)
        .containsExactly(
            ServerState.CONNECTED,
            ServerState.DEGRADED,
            ServerState.DEGRADED,
            ServerState.CONNECTED);
  }

  @Test
  void nothingLeadsAwayFromClosed() {
    serverLifecycle.move(ServerState.CLOSED, null);

    assertThat(serverLifecycle.move(ServerState.DISCONNECTED, "refused")).isNull();
    assertThat(serverLifecycle.move(ServerState.CLOSED, "again")).isNull();

    assertThat(serverLifecycle.now().state()).isEqualTo(ServerState.CLOSED);
    assertThat(serverLifecycle.now().reason()).isNull();
  }

  @Test
  void onlyClosingLeadsAwayFromDisabled() {
    ServerLifecycle disabled =
        new ServerLifecycle(ServerState.DISABLED, "by the operator", phase -> {});

    assertThat(disabled.move(ServerState.CONNECTED, null)).isNull();
    assertThat(disabled.now().state()).isEqualTo(ServerState.DISABLED);
    assertThat(disabled.now().reason()).isEqualTo("by the operator");
    assertThat(disabled.isOut()).isTrue();

    assertThat(disabled.move(ServerState.CLOSED, null)).isNotNull();
    assertThat(disabled.now().state()).isEqualTo(ServerState.CLOSED);
  }
}
