package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.mcpbridge.catalog.server.ToolNames;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/**
 * Invariants that hold however many servers fail. Runs for a few seconds here; {@code
 * verification/contract/chaos} runs for five minutes.
 */
class ChaosTest {

  private static final Duration LENGTH = Duration.ofSeconds(Integer.getInteger("chaos.seconds", 6));
  private static final long SEED = Long.getLong("chaos.seed", 20_260_728L);

  private final Logger log = (Logger) LoggerFactory.getLogger("io.mcpbridge");

  @BeforeEach
  void beQuiet() {
    log.setLevel(Level.ERROR); // each fault would log a line
  }

  @AfterEach
  void speakAgain() {
    log.setLevel(null);
  }

  @Test
  void callsSucceedOrFailTypedWithoutLeaksUnderRandomFaults() throws InterruptedException {
    try (Chaos chaos = new Chaos(SEED)) {
      chaos.rage(LENGTH.dividedBy(3));
      long heap = heapAfterCollecting();
      int threads = threads();
      chaos.rage(LENGTH.multipliedBy(2).dividedBy(3));
      boolean well = chaos.areWell(Duration.ofSeconds(60));
      long heapAtTheEnd = heapAfterCollecting();
      int threadsAtTheEnd = threads();
      report(chaos, heap, heapAtTheEnd, threads, threadsAtTheEnd);

      assertThat(chaos.tally().wrong()).as("seed %s", SEED).isEmpty();
      assertThat(well).as("every server answers again").isTrue();
      assertThat(chaos.tally().results()).as("results").isPositive();
      assertThat(chaos.tally().calls() - chaos.tally().results()).as("failures").isPositive();
      assertThat(heapAtTheEnd - heap).as("heap is level").isLessThan(24L << 20);
      assertThat(threadsAtTheEnd - threads).as("threads are level").isLessThan(100);
      for (ChaosServer server : chaos.servers()) {
        for (String tool : ChaosServer.TOOLS) {
          assertThat(chaos.catalog().snapshot().tool(ToolNames.modelName(server.name(), tool)))
              .as("%s of %s is still called so", tool, server.name())
              .isNotNull();
        }
      }
    }
  }

  private static long heapAfterCollecting() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  private static int threads() {
    return ManagementFactory.getThreadMXBean().getThreadCount();
  }

  private static void report(Chaos chaos, long heap, long heapEnd, int threads, int threadsEnd) {
    ChaosTally tally = chaos.tally();
    Map<Object, Integer> faults = new TreeMap<>();
    chaos
        .servers()
        .forEach(s -> s.injectedFaults().forEach((f, n) -> faults.merge(f, n, Integer::sum)));
    StringBuilder table = new StringBuilder("\n| chaos, seed " + SEED + " | |\n|---|---|\n");
    row(table, "length", LENGTH.toSeconds() + " s");
    faults.forEach((fault, times) -> row(table, "fault " + fault, times));
    row(table, "calls", tally.calls());
    tally.outcomes().forEach((outcome, times) -> row(table, "ended with " + outcome, times));
    row(table, "longest call", tally.longest().toMillis() + " ms");
    row(table, "listings", chaos.listings());
    row(
        table,
        "listing p50 / p99 / max, less than",
        us(chaos, 500) + us(chaos, 990) + us(chaos, 1_000));
    row(table, "heap", (heap >> 20) + " MB, then " + (heapEnd >> 20) + " MB");
    row(table, "threads", threads + ", then " + threadsEnd);
    chaos.tally().wrong().forEach(wrong -> row(table, "WRONG", wrong));
    System.out.println(table);
  }

  private static String us(Chaos chaos, int ofAThousand) {
    return chaos.listing(ofAThousand).toNanos() / 1_000 + " us ";
  }

  private static void row(StringBuilder table, String name, Object value) {
    table.append("| ").append(name).append(" | ").append(value).append(" |\n");
  }
}
