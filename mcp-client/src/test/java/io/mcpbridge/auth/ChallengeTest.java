package io.mcpbridge.auth;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ChallengeTest {

  /** A later look at a background challenge does not prompt the user either. */
  @Test
  void aloneOnlyReplacesWaitContext() {
    WaitContext none = (work, atMost, what) -> false;
    for (boolean inBackground : List.of(true, false)) {
      Challenge challenge =
          new Challenge(401, List.of("Bearer"), "nonce", "Bearer old", inBackground, none);

      Challenge alone = challenge.alone();

      assertThat(alone.waitContext()).isNotSameAs(none);
      assertThat(alone)
          .usingRecursiveComparison()
          .ignoringFields("waitContext")
          .isEqualTo(challenge);
    }
  }
}
