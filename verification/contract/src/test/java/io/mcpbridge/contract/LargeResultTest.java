package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ToolOptions;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.json.Json;
import io.mcpbridge.model.TextContent;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.LeakCheck;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The model receives a truncated result; the application receives all of it. */
@ExtendWith(LeakCheck.class)
class LargeResultTest {

  private static final Duration SOON = Duration.ofSeconds(60);

  private final FakeMcpServer server = FakeMcpServer.create();
  private ToolCatalog catalog;

  @AfterEach
  void close() {
    if (catalog != null) {
      catalog.close();
    }
    server.close();
  }

  private ToolOutput answer(FakeResult result, ServerOptions options) {
    server.tool("dump").returns(result);
    catalog = ToolCatalog.builder().server("db", server.transport(), options).build();
    assertThat(catalog.awaitReady(SOON)).isTrue();
    return call();
  }

  private ToolOutput call() {
    return catalog.call("db__dump", "{}", CallOptions.defaults());
  }

  private static String rows(int count) {
    List<?> rows =
        IntStream.range(0, count).mapToObj(i -> Map.of("id", i, "name", "row " + i)).toList();
    return Json.write(Map.of("rows", rows));
  }

  @Test
  void truncatesMiddleOfLongText() {
    String text = "BEGINNING " + "x".repeat(200_000) + " END";

    ToolOutput output = answer(FakeResult.text(text), ServerOptions.defaults());

    assertThat(output.text()).startsWith("BEGINNING").endsWith("END");
    assertThat(output.text().length()).isBetween(49_900, 50_000);
    assertThat(output.text()).contains("of 200014 characters left out; ask for a smaller part");
    assertThat(((TextContent) output.content().get(0)).text()).isEqualTo(text);
  }

  @Test
  void truncatesLongJsonToValidJson() {
    ToolOutput output = answer(FakeResult.structured(rows(10_000)), ServerOptions.defaults());

    List<?> shown = (List<?>) Json.readObject(output.text()).get("rows");
    assertThat(shown.get(0)).isEqualTo(Map.of("id", 0, "name", "row 0"));
    assertThat(shown.get(shown.size() - 1).toString())
        .isEqualTo("... " + (10_001 - shown.size()) + " of 10000 elements left out; ask for fewer");
    assertThat(output.text().length()).isLessThanOrEqualTo(50_000);
    assertThat(Json.write(output.structuredContent().value())).isEqualTo(rows(10_000));
  }

  @Test
  void keepsResultWithinLimit() {
    assertThat(answer(FakeResult.text("x".repeat(50_000)), ServerOptions.defaults()).text())
        .isEqualTo("x".repeat(50_000));
  }

  @Test
  void truncatesErrors() {
    ToolOutput output = answer(FakeResult.error("x".repeat(200_000)), ServerOptions.defaults());

    assertThat(output.isError()).isTrue();
    assertThat(output.text().length()).isLessThanOrEqualTo(50_000);
  }

  @Test
  void toolLimitOverridesServerLimit() {
    ServerOptions options =
        ServerOptions.builder()
            .maxResultCharacters(1_000)
            .tool("other", ToolOptions.builder().maxResultCharacters(500).build())
            .build();
    server.tool("other").returns("y".repeat(2_000));

    ToolOutput output = answer(FakeResult.text("x".repeat(2_000)), options);
    ToolOutput otherOutput = catalog.call("db__other", "{}", CallOptions.defaults());

    assertThat(output.text().length()).isBetween(950, 1_000);
    assertThat(otherOutput.text().length()).isBetween(450, 500);
  }

  @Test
  void rejectsTooSmallLimit() {
    assertThatThrownBy(() -> ServerOptions.builder().maxResultCharacters(10).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("max-result-characters");
    assertThatThrownBy(() -> ToolOptions.builder().maxResultCharacters(10).build())
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void warnsOncePerTool() {
    try (CapturedLog log = new CapturedLog("io.mcpbridge.catalog")) {
      answer(FakeResult.text("x".repeat(60_000)), ServerOptions.defaults());
      call();

      assertThat(log.lines())
          .filteredOn(line -> line.contains("60000 characters"))
          .singleElement()
          .asString()
          .contains("\"db\"", "\"dump\"", "50000", "max-result-characters");
    }
  }

  @Test
  void addsProvenanceIfEnabled() {
    ToolOutput output =
        answer(FakeResult.text("text"), ServerOptions.builder().provenance(true).build());

    assertThat(output.text()).isEqualTo("[db__dump, \"dump\" of db]\ntext");
  }
}
