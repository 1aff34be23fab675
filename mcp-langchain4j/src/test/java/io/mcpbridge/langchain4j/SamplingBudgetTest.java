package io.mcpbridge.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.error.McpInputRefusedException;
import io.mcpbridge.langchain4j.SamplingBudget.Share;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** No server exceeds the application's budget for the model. */
class SamplingBudgetTest {

  private final AtomicLong now = new AtomicLong();
  private final SamplingBudget budget = new SamplingBudget(3, 1_000, Duration.ofHours(1), now::get);

  @Test
  void soManyRequests() {
    budget.take("s");
    budget.take("s");
    budget.take("s");

    assertThatThrownBy(() -> budget.take("s"))
        .isInstanceOf(McpInputRefusedException.class)
        .hasMessage("sampling is limited to 3 requests of a server within PT1H (maxRequests)");
  }

  @Test
  void soManyTokensIncludingThoseThatAreSetAside() {
    Share first = budget.take("s");
    assertThat(first.setAside(100, 800)).isEqualTo(800);
    assertThat(budget.take("s").setAside(20, 900)).isEqualTo(80);
    assertThatThrownBy(() -> budget.take("s"))
        .isInstanceOf(McpInputRefusedException.class)
        .hasMessage("sampling is limited to 1000 tokens for a server within PT1H (maxTokens)");

    first.used(300);
    assertThat(budget.take("s").setAside(0, 900)).isEqualTo(600);
  }

  @Test
  void questionsCountToo() {
    budget.take("s").used(1_000_000);

    assertThatThrownBy(() -> budget.take("s")).isInstanceOf(McpInputRefusedException.class);
  }

  @Test
  void aQuestionLeavesRoomForAnAnswer() {
    Share share = budget.take("s");

    assertThatThrownBy(() -> share.setAside(1_000, 1)).isInstanceOf(McpInputRefusedException.class);
    assertThat(share.setAside(999, 40)).isEqualTo(1);
  }

  @Test
  void eachServerHasItsOwn() {
    budget.take("s").setAside(0, 1_000);

    assertThat(budget.take("other").setAside(0, 1_000)).isEqualTo(1_000);
  }

  @Test
  void whatIsLongAgoNoLongerCounts() {
    budget.take("s").setAside(0, 1_000);
    now.addAndGet(Duration.ofHours(1).toNanos());

    assertThat(budget.take("s").setAside(0, 1_000)).isEqualTo(1_000);
  }
}
