package io.mcpbridge.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.error.McpInputRefusedException;
import io.mcpbridge.sampling.SamplingBudget.Share;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** No server exceeds the application's budget for the model. */
class SamplingBudgetTest {

  private final AtomicLong now = new AtomicLong();
  private final SamplingBudget budget = new SamplingBudget(3, 1_000, Duration.ofHours(1), now::get);

  @Test
  void limitsNumberOfRequests() {
    budget.take("s");
    budget.take("s");
    budget.take("s");

    assertThatThrownBy(() -> budget.take("s"))
        .isInstanceOf(McpInputRefusedException.class)
        .hasMessage("sampling is limited to 3 requests of a server within PT1H (maxRequests)");
  }

  @Test
  void countsReservedTokensTowardsLimit() {
    Share first = budget.take("s");
    assertThat(first.reserve(100, 800)).isEqualTo(800);
    assertThat(budget.take("s").reserve(20, 900)).isEqualTo(80);
    assertThatThrownBy(() -> budget.take("s"))
        .isInstanceOf(McpInputRefusedException.class)
        .hasMessage("sampling is limited to 1000 tokens for a server within PT1H (maxTokens)");

    first.used(300);
    assertThat(budget.take("s").reserve(0, 900)).isEqualTo(600);
  }

  @Test
  void countsUnreservedTokensTowardsLimit() {
    budget.take("s").used(1_000_000);

    assertThatThrownBy(() -> budget.take("s")).isInstanceOf(McpInputRefusedException.class);
  }

  @Test
  void reservesTokensForResponse() {
    Share share = budget.take("s");

    assertThatThrownBy(() -> share.reserve(1_000, 1)).isInstanceOf(McpInputRefusedException.class);
    assertThat(share.reserve(999, 40)).isEqualTo(1);
  }

  @Test
  void budgetIsPerServer() {
    budget.take("s").reserve(0, 1_000);

    assertThat(budget.take("other").reserve(0, 1_000)).isEqualTo(1_000);
  }

  @Test
  void budgetRecoversAfterPeriod() {
    budget.take("s").reserve(0, 1_000);
    now.addAndGet(Duration.ofHours(1).toNanos());

    assertThat(budget.take("s").reserve(0, 1_000)).isEqualTo(1_000);
  }
}
