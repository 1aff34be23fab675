package io.mcpbridge.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.doctor.Finding.Severity;
import io.mcpbridge.selection.ToolSelection;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Faults of servers that are connected: their tools, and the settings for these. */
class ToolDiagnosisTest extends SeededFaults {

  static Stream<SeededFault> faults() {
    String wide =
        "{\"type\":\"object\",\"properties\":{\"a\":{\"description\":\""
            + "word ".repeat(3000)
            + "\"}}}";
    return Stream.of(
        SeededFault.error(
            "invalid schema",
            test -> test.tools(fake -> fake.tool("broken").inputSchema("{\"type\":\"array\"}")),
            "exclude",
            "\"broken\""),
        SeededFault.error(
            "schema of another type",
            test -> test.tools(fake -> fake.tool("broken").inputSchema("\"text\"")),
            null,
            "\"broken\""),
        SeededFault.warning(
            "unknown type and required that is a string",
            test ->
                test.tools(
                    fake ->
                        fake.tool("search")
                            .inputSchema(
                                "{\"type\":\"object\",\"properties\":{\"q\":{\"type\":\"strnig\"}},"
                                    + "\"required\":\"q\"}")),
            "exclude",
            "the tool \"search\" is invalid",
            "it has a `required` that is not an array of strings",
            "#/properties/q has the unknown `type` \"strnig\""),
        SeededFault.warning(
            "schema with properties, enum and reference that are wrong",
            test ->
                test.tools(
                    fake ->
                        fake.tool("search")
                            .inputSchema(
                                "{\"type\":\"object\",\"properties\":{\"a\":{\"properties\":[]},"
                                    + "\"b\":{\"enum\":\"x\"},\"c\":{\"$ref\":\"#/$defs/none\"},"
                                    + "\"d\":{\"$ref\":\"#/$defs/d\"}},\"$defs\":{\"d\":true}}")),
            "exclude",
            "#/properties/a has `properties` that are not an object",
            "#/properties/b has an `enum` that is not an array",
            "#/properties/c has a `$ref` that leads nowhere: \"#/$defs/none\""),
        SeededFault.warning(
            "too many tools",
            test -> test.tools(fake -> IntStream.range(0, 130).forEach(i -> fake.tool("tool" + i))),
            "include",
            "131",
            "at most 128"),
        SeededFault.warning(
            "huge definitions",
            test -> test.tools(fake -> fake.tool("wide").inputSchema(wide)),
            "include",
            "tokens",
            "wide"),
        SeededFault.error(
                "misspelled pattern",
                test -> test.tools(fake -> fake.tool("search")),
                "include",
                "\"serach\"",
                "similar names: \"search\"")
            .with(
                ServerOptions.builder()
                    .selection(ToolSelection.builder().include("serach", "find*").build())),
        SeededFault.warning(
                "misspelled exclusion",
                test -> test.tools(fake -> fake.tool("delete_all")),
                "exclude",
                "\"delet_all\"")
            .with(
                ServerOptions.builder()
                    .selection(ToolSelection.builder().exclude("delet_all").build())),
        SeededFault.warning(
            "invisible characters",
            test -> test.tools(fake -> fake.tool("read").description("Reads\u200b a file")),
            "exclude",
            "people do not see"),
        SeededFault.warning(
            "no tools",
            test -> test.tools(fake -> fake.removeTool("find")),
            "headers",
            "lists no tools"));
  }

  @Test
  void namesToolWithNameOfAnotherServersTool() {
    try (ToolCatalog catalog = healthy().build()) {
      catalog.awaitReady(MINUTE); // so that the name belongs to this server
      catalog.add(
          FAULTY,
          tools(fake -> fake.tool("forecast")),
          ServerOptions.builder().toolNamePrefix(false).build());

      Diagnosis diagnosis = Doctor.builder().deadline(MINUTE).build().examine(catalog);

      assertThat(diagnosis.server("weather").findings()).isEmpty();
      assertThat(diagnosis.server(FAULTY).findings())
          .singleElement()
          .satisfies(
              finding -> {
                assertThat(finding.severity()).isEqualTo(Severity.ERROR);
                assertThat(finding.cause()).contains("\"forecast\"", "same name", "\"weather\"");
                assertThat(finding.setting()).isEqualTo("tool-name-prefix");
              });
    }
  }
}
