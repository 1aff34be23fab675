package io.mcpbridge.verification.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The same cases in every build; `./run` runs more. */
class FuzzTest {

  @Test
  void mutatedResponsesHaveDocumentedOutcomes() {
    Report report = Fuzz.run(Fuzz.SEED, 3_000, 2);

    assertThat(report.violations()).as(report.summary()).isEmpty();
    assertThat(report.count()).isEqualTo(3_000);
  }
}
