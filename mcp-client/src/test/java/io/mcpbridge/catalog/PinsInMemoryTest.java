package io.mcpbridge.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** What is remembered of one server takes nothing from another, and no more memory than it may. */
class PinsInMemoryTest {

  private final PinsInMemory pins = new PinsInMemory();

  @Test
  void howeverManyToolsOneServerListsThoseOfAnotherAreRemembered() {
    for (int i = 0; i < 100_000; i++) {
      note("evil", "t" + i);
    }

    pins.note("files", "read", "as it is");

    assertThat(pins.fingerprint("files", "read")).isEqualTo("as it is");
  }

  private void note(String server, String tool) {
    try {
      pins.note(server, tool, "x");
    } catch (IllegalStateException e) {
      assertThat(e).hasMessageContaining("20000");
    }
  }

  @Test
  void whatCannotBeRememberedIsSaid() {
    for (int i = 0; i < 20_000; i++) {
      pins.note("files", "t" + i, "x");
    }

    assertThatThrownBy(() -> pins.note("files", "one more", "x"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("20000");
    pins.note("files", "t1", "y");
    assertThat(pins.fingerprint("files", "t1")).as("another for one that is there").isEqualTo("y");
    assertThat(pins.fingerprint("files", "one more")).isNull();
  }

  @Test
  void aLongNameIsRememberedByItsHash() {
    pins.note("files", "t".repeat(100_000), "x");

    assertThat(pins.fingerprint("files", "t".repeat(100_000))).isEqualTo("x");
    assertThat(pins.fingerprint("files", "t".repeat(100_001))).isNull();
  }
}
