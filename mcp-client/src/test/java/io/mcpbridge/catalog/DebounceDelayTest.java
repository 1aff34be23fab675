package io.mcpbridge.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class DebounceDelayTest {

  private final DebounceDelay debounceDelay = new DebounceDelay();

  private void announceInVain(int times) {
    for (int i = 0; i < times; i++) {
      debounceDelay.announced();
      debounceDelay.looked(false);
    }
  }

  @Test
  void whoAnnouncesNothingNewIsAskedLessAndLess() {
    assertThat(debounceDelay.announced()).isEqualTo(Duration.ofMillis(300));
    debounceDelay.looked(false);
    assertThat(debounceDelay.announced()).isEqualTo(Duration.ofMillis(600));

    announceInVain(100);

    assertThat(debounceDelay.announced()).isEqualTo(Duration.ofSeconds(30));
  }

  @Test
  void whoHasSomethingNewIsAskedAtOnceAgain() {
    announceInVain(5);
    debounceDelay.announced();
    debounceDelay.looked(true);

    assertThat(debounceDelay.announced()).isEqualTo(DebounceDelay.SHORTEST);
  }

  @Test
  void lookingForAnotherReasonSaysNothingOfAnnouncements() {
    debounceDelay.looked(false);
    debounceDelay.looked(false);

    assertThat(debounceDelay.announced()).isEqualTo(DebounceDelay.SHORTEST);
  }
}
