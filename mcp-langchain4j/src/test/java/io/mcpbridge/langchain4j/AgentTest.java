package io.mcpbridge.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.Result;
import dev.langchain4j.service.tool.ToolExecution;
import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.langchain4j.OpenAiStub.Call;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.exchange.ReceivedMessage;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An agent that uses the tools of two servers, as seen by the model. */
class AgentTest {

  private final FakeMcpServer weather = FakeMcpServer.create();
  private final FakeMcpServer files = FakeMcpServer.create();
  private final OpenAiStub openAi = new OpenAiStub();
  private McpToolProvider tools;

  @BeforeEach
  void connect() {
    weather
        .tool("forecast")
        .description("Tomorrow's weather in a city.")
        .inputSchema(
            """
            {"type": "object", "properties": {"city": {"type": "string", "minLength": 1}},
             "required": ["city"]}""")
        .handler(call -> FakeResult.text("Rain in " + call.string("city")));
    files
        .tool("read")
        .inputSchema("{\"type\": \"object\", \"properties\": {\"path\": {\"type\": \"string\"}}}")
        .handler(
            call ->
                call.string("path").equals("notes.txt")
                    ? FakeResult.text("Oslo")
                    : FakeResult.error("No such file: " + call.string("path")));
    tools =
        McpToolProvider.builder()
            .server("weather", StreamableHttpTransport.of(weather.url()))
            .server("files", files.transport())
            .build();
    assertThat(tools.awaitReady(Duration.ofSeconds(60))).isTrue();
  }

  @AfterEach
  void close() {
    tools.close();
    openAi.close();
    weather.close();
    files.close();
  }

  @Test
  void offersToolsOfAllServersToModel() {
    openAi.says("Nothing to do.");
    chat("Hello");

    Map<String, JsonObject> offered = openAi.requests().get(0).functions();
    assertThat(offered.keySet()).containsExactly("weather__forecast", "files__read");
    assertThat(offered.get("weather__forecast").toMap())
        .isEqualTo(
            Json.readObject(
                """
                {"name": "weather__forecast",
                 "description": "Tomorrow's weather in a city.",
                 "parameters": {
                   "type": "object",
                   "properties": {"city": {"type": "string", "minLength": 1}},
                   "required": ["city"]}}"""));
  }

  @Test
  void routesCallsToServersAndResultsToModel() {
    openAi
        .calls(
            new Call("c1", "files__read", "{\"path\": \"notes.txt\"}"),
            new Call("c2", "files__read", "{\"path\": \"missing.txt\"}"))
        .calls(new Call("c3", "weather__forecast", "{\"city\": \"Oslo\"}"))
        .says("It will rain in Oslo.");

    Result<String> result = chat("What is the weather in the city of my notes?");

    assertThat(result.content()).isEqualTo("It will rain in Oslo.");
    assertThat(openAi.requests()).hasSize(3);
    assertThat(openAi.requests().get(1).toolMessages())
        .containsExactly(
            Map.entry("c1", "Oslo"), Map.entry("c2", "Error: No such file: missing.txt"));
    assertThat(openAi.requests().get(2).toolMessages()).containsEntry("c3", "Rain in Oslo");
    assertThat(result.toolExecutions())
        .extracting(ToolExecution::hasFailed)
        .containsExactly(false, true, false);
    assertThat(files.received("tools/call"))
        .extracting(ReceivedMessage::arguments)
        .extracting(arguments -> arguments.string("path"))
        .containsExactly("notes.txt", "missing.txt");
    assertThat(List.of(weather.violations(), files.violations())).allMatch(List::isEmpty);
  }

  private Result<String> chat(String message) {
    return AiServices.builder(Assistant.class)
        .chatModel(openAi.model())
        .toolProvider(tools)
        .build()
        .chat(message);
  }
}
