package io.mcpbridge.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class SettlingTest {

  private final Settling settling = new Settling();

  private void announceInVain(int times) {
    for (int i = 0; i < times; i++) {
      settling.announced();
      settling.looked(false);
    }
  }

  @Test
  void whoAnnouncesNothingNewIsAskedLessAndLess() {
    assertThat(settling.announced()).isEqualTo(Duration.ofMillis(300));
    settling.looked(false);
    assertThat(settling.announced()).isEqualTo(Duration.ofMillis(600));

    announceInVain(100);

    assertThat(settling.announced()).isEqualTo(Duration.ofSeconds(30));
  }

  @Test
  void whoHasSomethingNewIsAskedAtOnceAgain() {
    announceInVain(5);
    settling.announced();
    settling.looked(true);

    assertThat(settling.announced()).isEqualTo(Settling.SHORTEST);
  }

  @Test
  void lookingForAnotherReasonSaysNothingOfAnnouncements() {
    settling.looked(false);
    settling.looked(false);

    assertThat(settling.announced()).isEqualTo(Settling.SHORTEST);
  }
}
