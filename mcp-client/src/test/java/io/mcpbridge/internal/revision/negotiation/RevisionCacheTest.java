package io.mcpbridge.internal.revision.negotiation;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.internal.revision.Revisions;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RevisionCacheTest {

  private final AtomicLong now = new AtomicLong(1_000);
  private final RevisionCache memory = new RevisionCache(Duration.ofHours(24), now::get);
  private final ProbeResult verdict = new ProbeResult(Revisions.newestInitialize(), false);

  @Test
  void entryExpiresAfterItsLifetime() {
    memory.remember("a", verdict);

    now.addAndGet(Duration.ofHours(24).toNanos() - 1);
    assertThat(memory.recall("a")).isEqualTo(verdict);

    now.addAndGet(1);
    assertThat(memory.recall("a")).isNull();
  }

  @Test
  void sameResultDoesNotExtendExpiry() {
    memory.remember("a", verdict);
    now.addAndGet(Duration.ofHours(23).toNanos());
    memory.remember("a", verdict);
    now.addAndGet(Duration.ofHours(1).toNanos());

    assertThat(memory.recall("a")).isNull();
  }

  @Test
  void forgetsOneAddressAndKeepsOthers() {
    memory.remember("a", verdict);
    memory.remember("b", new ProbeResult(Revisions.newestStateless(), true));
    memory.forget("a");

    assertThat(memory.recall("a")).isNull();
    assertThat(memory.recall("b")).isEqualTo(new ProbeResult(Revisions.newestStateless(), true));
  }

  @Test
  void limitsNumberOfEntries() {
    for (int i = 0; i <= 1_000; i++) {
      memory.remember("server-" + i, verdict);
    }

    assertThat(memory.recall("server-0")).isNull();
    assertThat(memory.recall("server-1000")).isEqualTo(verdict);
  }
}
