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
    ServerLifecycle spared =
        new ServerLifecycle(ServerState.IDLE, null, phase -> told.add(phase.state()));
    spared.move(ServerState.CONNECTED, null);

    spared.circuitOpen("two failures");
    ServerLifecycle.Phase first = spared.shown();
    spared.circuitOpen("three failures");

    assertThat(spared.now().state()).isEqualTo(ServerState.CONNECTED);
    assertThat(spared.shown().state()).isEqualTo(ServerState.DEGRADED);
    assertThat(spared.shown().reason()).isEqualTo("three failures");
    assertThat(spared.shown().since()).isEqualTo(first.since());

    spared.move(ServerState.DISCONNECTED, "refused");
    assertThat(spared.shown().reason()).isEqualTo("refused");
    spared.circuitOpen(null);
    spared.move(ServerState.CONNECTED, null);
    assertThat(spared.shown().state()).isEqualTo(ServerState.CONNECTED);
    spared.give();
    int before = told.size();
    spared.circuitOpen("too late");
    assertThat(told).hasSize(before).endsWith(ServerState.CONNECTED);
  }

  @Test
  void whatIsShownEndsWithItsPause() {
    List<ServerState> told = new ArrayList<>();
    ServerLifecycle spared =
        new ServerLifecycle(ServerState.IDLE, null, phase -> told.add(phase.state()));
    spared.move(ServerState.CONNECTED, null);

    spared.circuitOpen("until one");
    spared.circuitOpen("until two");
    spared.circuitHalfOpen("until one");
    assertThat(spared.shown().reason()).isEqualTo("until two");
    spared.circuitHalfOpen("until two");

    assertThat(spared.shown()).isEqualTo(spared.now());
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
