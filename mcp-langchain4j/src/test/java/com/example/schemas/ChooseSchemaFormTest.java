package com.example.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.model.ModelProvider;
import dev.langchain4j.service.AiServices;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.langchain4j.McpToolProvider;
import io.mcpbridge.langchain4j.OpenAiStub;
import io.mcpbridge.langchain4j.OpenAiStub.Call;
import io.mcpbridge.schema.SchemaProfile;
import io.mcpbridge.schema.SchemaReport;
import io.mcpbridge.test.FakeMcpServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A schema profile chosen by the application. */
class ChooseSchemaFormTest {

  private static final Logger log = LoggerFactory.getLogger(ChooseSchemaFormTest.class);

  private final FakeMcpServer server = FakeMcpServer.create();
  private final OpenAiStub openAi = new OpenAiStub();
  private ToolCatalog catalog;

  interface Assistant {
    String chat(String message);
  }

  @BeforeEach
  void connect() {
    server
        .tool("find")
        .inputSchema(
            """
            {"type": "object", "required": ["name"], "properties": {
              "name": {"type": "string"}, "limit": {"type": "integer", "minimum": 1}}}
            """)
        .returns("found");
    server.tool("open").inputSchema("{\"type\": \"object\", \"additionalProperties\": true}");
    catalog = ToolCatalog.builder().server("s", server.transport()).build();
    assertThat(catalog.awaitReady(Duration.ofSeconds(30))).isTrue();
  }

  @AfterEach
  void close() {
    catalog.close();
    openAi.close();
    server.close();
  }

  @Test
  void strictSchemaAllowsNullForOmittedArguments() {
    McpToolProvider tools =
        McpToolProvider.builder()
            .tools(catalog)
            .schemaProfile(ModelProvider.OPEN_AI, SchemaProfile.OPENAI_STRICT)
            .schemaProfile(ModelProvider.OTHER, SchemaProfile.VERBATIM)
            .build();
    openAi
        .calls(new Call("1", "s__find", "{\"name\": \"a\", \"limit\": null}"))
        .says("That is it.");

    AiServices.builder(Assistant.class)
        .chatModel(openAi.model())
        .toolProvider(tools)
        .build()
        .chat("Find a.");
    for (SchemaReport report : tools.schemaReports()) {
      log.info("{} {} {}", report.tool(), report.profile(), report.losses());
    }

    Map<String, JsonObject> functions = openAi.requests().get(0).functions();
    assertThat(functions.get("s__find").get("strict")).isEqualTo(true);
    assertThat(functions.get("s__find").object("parameters").list("required"))
        .isEqualTo(List.of("name", "limit"));
    assertThat(functions.get("s__open").has("strict")).isFalse();
    assertThat(openAi.requests().get(1).toolMessages()).containsEntry("1", "found");
    assertThat(server.received("tools/call"))
        .singleElement()
        .satisfies(call -> assertThat(call.arguments().toMap()).isEqualTo(Map.of("name", "a")));
    assertThat(tools.schemaReports()).extracting(SchemaReport::tool).containsExactly("open");
  }
}
