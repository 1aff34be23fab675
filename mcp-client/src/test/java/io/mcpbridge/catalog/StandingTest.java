package io.mcpbridge.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StandingTest {

  private final Standing standing = new Standing(ServerState.IDLE, null, position -> {});

  @Test
  void theSameStateForAnotherReasonIsNoMoveButTheReasonIsTold() {
    standing.move(ServerState.DISCONNECTED, "refused");
    Standing.Position first = standing.now();

    assertThat(standing.move(ServerState.DISCONNECTED, "no such host")).isNull();

    assertThat(standing.now().reason()).isEqualTo("no such host");
    assertThat(standing.now().since()).isEqualTo(first.since());
  }

  @Test
  void aServerThatIsSparedIsShownAsDegradedWhileItIsConnected() {
    List<ServerState> told = new ArrayList<>();
    Standing spared = new Standing(ServerState.IDLE, null, position -> told.add(position.state()));
    spared.move(ServerState.CONNECTED, null);

    spared.spared("two failures");
    Standing.Position first = spared.shown();
    spared.spared("three failures");

    assertThat(spared.now().state()).isEqualTo(ServerState.CONNECTED);
    assertThat(spared.shown().state()).isEqualTo(ServerState.DEGRADED);
    assertThat(spared.shown().reason()).isEqualTo("three failures");
    assertThat(spared.shown().since()).isEqualTo(first.since());

    spared.move(ServerState.DISCONNECTED, "refused");
    assertThat(spared.shown().reason()).isEqualTo("refused");
    spared.spared(null);
    spared.move(ServerState.CONNECTED, null);
    assertThat(spared.shown().state()).isEqualTo(ServerState.CONNECTED);
    spared.give();
    int before = told.size();
    spared.spared("too late");
    assertThat(told).hasSize(before).endsWith(ServerState.CONNECTED);
  }

  @Test
  void whatIsShownEndsWithItsPause() {
    List<ServerState> told = new ArrayList<>();
    Standing spared = new Standing(ServerState.IDLE, null, position -> told.add(position.state()));
    spared.move(ServerState.CONNECTED, null);

    spared.spared("until one");
    spared.spared("until two");
    spared.sparedNoMore("until one");
    assertThat(spared.shown().reason()).isEqualTo("until two");
    spared.sparedNoMore("until two");

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
    standing.move(ServerState.CLOSED, null);

    assertThat(standing.move(ServerState.DISCONNECTED, "refused")).isNull();
    assertThat(standing.move(ServerState.CLOSED, "again")).isNull();

    assertThat(standing.now().state()).isEqualTo(ServerState.CLOSED);
    assertThat(standing.now().reason()).isNull();
  }

  @Test
  void onlyClosingLeadsAwayFromDisabled() {
    Standing disabled = new Standing(ServerState.DISABLED, "by the operator", position -> {});

    assertThat(disabled.move(ServerState.CONNECTED, null)).isNull();
    assertThat(disabled.now().state()).isEqualTo(ServerState.DISABLED);
    assertThat(disabled.now().reason()).isEqualTo("by the operator");
    assertThat(disabled.isOut()).isTrue();

    assertThat(disabled.move(ServerState.CLOSED, null)).isNotNull();
    assertThat(disabled.now().state()).isEqualTo(ServerState.CLOSED);
  }
}
