package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.LeakCheck;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A tool list beyond the limits is truncated. */
@ExtendWith(LeakCheck.class)
class LongToolListTest {

  private final CapturedLog log = new CapturedLog("io.mcpbridge.internal.client.OmissionLogger");

  @AfterEach
  void close() {
    log.close();
  }

  @Test
  void listsTenThousandToolsAcrossPages() {
    assertThat(toolsOf(10_000)).isEqualTo(10_000);
    assertThat(log.lines()).noneMatch(line -> line.contains("tools/list"));
  }

  @Test
  void keepsFirstTenThousandToolsAndWarns() {
    assertThat(toolsOf(10_150)).isEqualTo(10_000);
    assertThat(log.lines())
        .filteredOn(line -> line.contains("tools/list"))
        .singleElement()
        .asString()
        .contains("\"many\"", "more than 10000 entries", "10000 entries read so far are used");
  }

  private static int toolsOf(int listed) {
    try (FakeMcpServer server = FakeMcpServer.create().pageSize(100)) {
      IntStream.range(0, listed).forEach(i -> server.tool("t" + i));
      try (ToolCatalog catalog = ToolCatalog.builder().server("many", server.transport()).build()) {
        assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
        return catalog.snapshot().all().size();
      }
    }
  }
}
