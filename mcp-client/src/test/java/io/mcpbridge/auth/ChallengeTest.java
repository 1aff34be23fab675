package io.mcpbridge.auth;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ChallengeTest {

  /** A later look at a background challenge does not prompt the user either. */
  @Test
  void withoutDeadlineOnlyReplacesWaitContext() {
    WaitContext waitContext = (work, atMost, description) -> false;
    for (boolean inBackground : List.of(true, false)) {
      Challenge challenge =
          new Challenge(401, List.of("Bearer"), "nonce", "Bearer old", inBackground, waitContext);

      Challenge copy = challenge.withoutDeadline();

      assertThat(copy.waitContext()).isNotSameAs(waitContext);
      assertThat(copy)
          .usingRecursiveComparison()
          .ignoringFields("waitContext")
          .isEqualTo(challenge);
    }
  }
}
