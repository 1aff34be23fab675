package io.mcpbridge.revision;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RevisionMemoryTest {

  private final AtomicLong now = new AtomicLong(1_000);
  private final RevisionMemory memory = new RevisionMemory(Duration.ofHours(24), now::get);
  private final Revision revision = Revisions.newestInitialize();

  @Test
  void believesAVerdictForItsLifetimeAndNoLonger() {
    memory.remember("a", revision);

    now.addAndGet(Duration.ofHours(24).toNanos() - 1);
    assertThat(memory.recall("a")).isSameAs(revision);

    now.addAndGet(1);
    assertThat(memory.recall("a")).isNull();
  }

  @Test
  void sayingTheSameAgainDoesNotProlongIt() {
    memory.remember("a", revision);
    now.addAndGet(Duration.ofHours(23).toNanos());
    memory.remember("a", revision);
    now.addAndGet(Duration.ofHours(1).toNanos());

    assertThat(memory.recall("a")).isNull();
  }

  @Test
  void keepsAddressesApartAndForgets() {
    memory.remember("a", revision);
    memory.remember("b", Revisions.newestStateless());
    memory.forget("a");

    assertThat(memory.recall("a")).isNull();
    assertThat(memory.recall("b")).isSameAs(Revisions.newestStateless());
  }

  @Test
  void isBounded() {
    for (int i = 0; i <= 1_000; i++) {
      memory.remember("server-" + i, revision);
    }

    assertThat(memory.recall("server-0")).isNull();
    assertThat(memory.recall("server-1000")).isSameAs(revision);
  }
}
