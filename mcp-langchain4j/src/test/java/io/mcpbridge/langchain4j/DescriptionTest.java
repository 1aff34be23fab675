package io.mcpbridge.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.service.AiServices;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.schema.SchemaReport;
import io.mcpbridge.test.FakeMcpServer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * The description holds the keywords that cannot be sent as a schema. OpenAI's limit is 1,024
 * characters.
 */
class DescriptionTest {

  private static final String REST =
      "The arguments must also match this JSON Schema: {\"minProperties\":1}";

  private final FakeMcpServer server = FakeMcpServer.create();
  private final OpenAiStub openAi = new OpenAiStub().says("Nothing to do.");
  private List<SchemaReport> reports;

  @AfterEach
  void close() {
    openAi.close();
    server.close();
  }

  @Test
  void missingDescriptionIsReplacedByNames() {
    server.tool("run").inputSchema("{\"type\": \"object\"}").title("Run it");

    assertThat(functionSent().string("description"))
        .isEqualTo("The tool \"Run it\" of the server \"s\".");
  }

  @Test
  void appendsSchemaNotesToToolDescription() {
    JsonObject function = functionSent("x".repeat(1024 - 2 - REST.length()), "");

    assertThat(function.string("description")).hasSize(1024).endsWith("x\n\n" + REST);
    assertThat(function.object("parameters").has("description")).isFalse();
    assertThat(reports).isEmpty();
  }

  @Test
  void moveToSchemaIfToolDescriptionIsTooLong() {
    String description = "x".repeat(1024 - 2 - REST.length() + 1);
    JsonObject function = functionSent(description, "\"description\": \"All of it.\",");

    assertThat(function.string("description"))
        .isEqualTo(description + "\n\nThe arguments: All of it.");
    assertThat(function.object("parameters").string("description")).isEqualTo(REST);
    assertThat(reports)
        .singleElement()
        .satisfies(
            report ->
                assertThat(report.losses())
                    .singleElement()
                    .satisfies(
                        loss ->
                            assertThat(loss.description())
                                .contains("than fits into a tool description")));
  }

  @Test
  void removesSchemaTitlesFirst() {
    JsonObject function =
        functionSent("x".repeat(1024 - 2 - REST.length()), "\"title\": \"Arguments\",");

    assertThat(function.string("description")).hasSize(1024).endsWith("x\n\n" + REST);
    assertThat(function.object("parameters").string("description"))
        .isEqualTo("This schema also says: {\"title\":\"Arguments\"}");
  }

  @Test
  void continuesLongDescriptionInSchema() {
    JsonObject function = functionSent("Finds all. ".repeat(93) + "Be careful.", "");

    assertThat(function.string("description")).isEqualTo("Finds all. ".repeat(92) + "…");
    assertThat(function.object("parameters").string("description"))
        .isEqualTo("… Finds all. Be careful.\n\n" + REST);
    assertThat(reports).extracting(SchemaReport::tool).containsExactly("run");
  }

  private JsonObject functionSent(String description, String schemaMember) {
    server
        .tool("run")
        .description(description)
        .inputSchema("{" + schemaMember + "\"type\": \"object\", \"minProperties\": 1}");
    return functionSent();
  }

  private JsonObject functionSent() {
    try (McpToolProvider tools =
        McpToolProvider.builder().server("s", server.transport()).build()) {
      assertThat(tools.awaitReady(Duration.ofSeconds(60))).isTrue();
      AiServices.builder(Assistant.class)
          .chatModel(openAi.model())
          .toolProvider(tools)
          .build()
          .chat("Hello");
      reports = tools.schemaReports();
    }
    return openAi.requests().get(0).functions().get("s__run");
  }
}
