package io.mcpbridge.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.error.McpInputRefusedException;
import io.mcpbridge.langchain4j.SamplingBudget.Share;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** No server uses more of the model than the application wants to pay for. */
class SamplingBudgetTest {

  private final AtomicLong now = new AtomicLong();
  private final SamplingBudget budget = new SamplingBudget(3, 1_000, Duration.ofHours(1), now::get);

  @Test
  void soManyRequests() {
    budget.take("s", 10);
    budget.take("s", 10);
    budget.take("s", 10);

    assertThatThrownBy(() -> budget.take("s", 10))
        .isInstanceOf(McpInputRefusedException.class)
        .hasMessage("sampling is limited to 3 requests of a server within PT1H (maxRequests)");
  }

  @Test
  void soManyTokensIncludingThoseThatAreSetAside() {
    Share first = budget.take("s", 900);
    assertThat(budget.take("s", 900).mostTokens()).isEqualTo(100);
    assertThatThrownBy(() -> budget.take("s", 1))
        .isInstanceOf(McpInputRefusedException.class)
        .hasMessage("sampling is limited to 1000 tokens for a server within PT1H (maxTokens)");

    first.used(300);
    assertThat(budget.take("s", 900).mostTokens()).isEqualTo(600);
  }

  @Test
  void questionsCountToo() {
    budget.take("s", 10).used(1_000_000);

    assertThatThrownBy(() -> budget.take("s", 10)).isInstanceOf(McpInputRefusedException.class);
  }

  @Test
  void eachServerHasItsOwn() {
    budget.take("s", 1_000);

    assertThat(budget.take("other", 1_000).mostTokens()).isEqualTo(1_000);
  }

  @Test
  void whatIsLongAgoNoLongerCounts() {
    budget.take("s", 1_000);
    now.addAndGet(Duration.ofHours(1).toNanos());

    assertThat(budget.take("s", 1_000).mostTokens()).isEqualTo(1_000);
  }
}
