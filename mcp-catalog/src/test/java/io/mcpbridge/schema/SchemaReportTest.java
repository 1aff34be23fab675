package io.mcpbridge.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The log message about a schema is one line of bounded length, whatever the server sent. */
class SchemaReportTest {

  private static final String FORGED = "a\nERROR Everything is lost" + "!".repeat(10_000);

  @Test
  void reportsOmittedToolOnOneLine() {
    assertThat(report(FORGED, List.of()).sentence())
        .contains("is not offered to the model: a ERROR Everything is lost!")
        .doesNotContain("\n")
        .hasSizeLessThan(1_000);
  }

  @Test
  void truncatesAndSanitizesLosses() {
    SchemaLoss loss = new SchemaLoss("#", FORGED);

    assertThat(report(null, Collections.nCopies(1_000, loss)).sentence())
        .contains("ERROR Everything is lost!")
        .endsWith("; and 990 more")
        .doesNotContain("\n")
        .hasSizeLessThan(5_000);
  }

  private static SchemaReport report(String leftOut, List<SchemaLoss> losses) {
    return new SchemaReport("s", FORGED, SchemaProfile.INLINED, leftOut, losses);
  }
}
