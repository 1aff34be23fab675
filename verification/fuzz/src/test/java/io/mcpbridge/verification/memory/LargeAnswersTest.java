package io.mcpbridge.verification.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** TR-110: an answer costs no more than the heap bears, or its call fails. */
class LargeAnswersTest {

  @Test
  void answersEndInResultOrLimitFailureWithSmallHeap() throws Exception {
    assertThat(Matrix.run(256, "stdio", "memory", List.of("1", "5", "20"))).isEmpty();
  }
}
