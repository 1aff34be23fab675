package io.mcpbridge.catalog;

import static org.assertj.core.api.Assertions.assertThat;

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
