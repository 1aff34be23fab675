package io.mcpbridge.catalog.internal.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class DebounceDelayTest {

  private final DebounceDelay debounceDelay = new DebounceDelay();

  private void announceWithoutChange(int times) {
    for (int i = 0; i < times; i++) {
      debounceDelay.announced();
      debounceDelay.listed(false);
    }
  }

  @Test
  void growsIfAnnouncementsBringNoChanges() {
    assertThat(debounceDelay.announced()).isEqualTo(Duration.ofMillis(300));
    debounceDelay.listed(false);
    assertThat(debounceDelay.announced()).isEqualTo(Duration.ofMillis(600));

    announceWithoutChange(100);

    assertThat(debounceDelay.announced()).isEqualTo(Duration.ofSeconds(30));
  }

  @Test
  void resetsAfterChange() {
    announceWithoutChange(5);
    debounceDelay.announced();
    debounceDelay.listed(true);

    assertThat(debounceDelay.announced()).isEqualTo(DebounceDelay.MIN_DELAY);
  }

  @Test
  void ignoresListingsWithoutAnnouncement() {
    debounceDelay.listed(false);
    debounceDelay.listed(false);

    assertThat(debounceDelay.announced()).isEqualTo(DebounceDelay.MIN_DELAY);
  }
}
