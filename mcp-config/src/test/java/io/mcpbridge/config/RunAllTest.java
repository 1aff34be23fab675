package io.mcpbridge.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A server that cannot be applied does not affect the others. */
class RunAllTest {

  @Test
  void runsAllStepsThenThrowsFirstFailure() {
    List<String> done = new ArrayList<>();
    IllegalStateException first = new IllegalStateException("first");
    IllegalStateException third = new IllegalStateException("third");
    RunAll steps = new RunAll();

    steps.run(
        () -> {
          throw first;
        });
    steps.run(() -> done.add("second"));
    steps.run(
        () -> {
          throw third;
        });
    steps.run(() -> done.add("fourth"));

    assertThat(done).containsExactly("second", "fourth");
    assertThatThrownBy(steps::end).isSameAs(first).hasSuppressedException(third);
  }

  @Test
  void doesNotThrowWithoutFailure() {
    RunAll steps = new RunAll();
    steps.run(() -> {});

    steps.end();
  }
}
