package io.mcpbridge.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.service.AiServices;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ToolOptions;
import io.mcpbridge.langchain4j.OpenAiStub.Call;
import io.mcpbridge.test.FakeMcpServer;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Arguments that an agent's model need not see. */
class HiddenArgumentsTest {

  interface Assistant {
    String chat(String message);
  }

  @Test
  void areNeitherShownNorSent() {
    ServerOptions options =
        ServerOptions.builder()
            .tool(
                "*",
                ToolOptions.builder()
                    .hiddenArguments("locale", "city")
                    .fixedArgument("tenant", "acme")
                    .build())
            .build();
    try (FakeMcpServer server = FakeMcpServer.create();
        OpenAiStub openAi = new OpenAiStub()) {
      server
          .tool("forecast")
          .inputSchema(
              """
              {"type": "object", "required": ["city"],
               "properties": {"city": {"type": "string"}, "locale": {"type": "string"}}}""")
          .returns("Rain");
      try (McpToolProvider tools =
          McpToolProvider.builder().server("s", server.transport(), options).build()) {
        assertThat(tools.awaitReady(Duration.ofSeconds(60))).isTrue();
        openAi
            .calls(new Call("c1", "s__forecast", "{\"city\": \"Oslo\", \"locale\": \"no\"}"))
            .says("Rain");

        AiServices.builder(Assistant.class)
            .chatModel(openAi.model())
            .toolProvider(tools)
            .build()
            .chat("Weather?");

        assertThat(openAi.requests().get(0).functions().get("s__forecast").toString())
            .as("the tool requires the city")
            .contains("city")
            .doesNotContain("locale");
        assertThat(server.calls("forecast"))
            .singleElement()
            .satisfies(
                sent -> assertThat(sent.toString()).contains("Oslo").doesNotContain("locale"))
            .satisfies(
                sent ->
                    assertThat(sent.toString())
                        .as("a pattern's argument without a place in the schema")
                        .doesNotContain("acme"));
      }
    }
  }
}
