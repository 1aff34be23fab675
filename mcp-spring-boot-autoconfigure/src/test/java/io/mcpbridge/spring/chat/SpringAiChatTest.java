package io.mcpbridge.spring.chat;

import static io.mcpbridge.spring.model.ModelRequest.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.spring.Applications;
import io.mcpbridge.spring.ai.McpToolCallbackProvider;
import io.mcpbridge.spring.model.ModelRequest;
import io.mcpbridge.spring.model.OpenAiStub;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.exchange.ReceivedMessage;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * The requests that a model receives through Spring AI, and those that a server receives on its
 * behalf.
 */
class SpringAiChatTest {

  private static final String SCHEMA =
      """
      {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "$defs": {
          "point": {
            "type": "object",
            "properties": {"lat": {"type": "number", "minimum": -90, "maximum": 90.5}},
            "required": ["lat"]
          }
        },
        "properties": {
          "where": {"$ref": "#/$defs/point"},
          "days": {"type": ["integer", "null"], "exclusiveMinimum": 0, "default": 3, "examples": [1]},
          "unit": {"enum": ["C", "F", null], "description": "Größe"},
          "pair": {"type": "array", "prefixItems": [{"type": "string"}], "items": false},
          "free": true
        },
        "required": ["where"],
        "additionalProperties": {"type": "string", "pattern": "^a\\\\.b$"},
        "anyOf": [{"required": ["days"]}, {"required": ["unit"]}],
        "x-vendor": {"keep": ["me"]}
      }
      """;

  /** OpenAI rejects other keywords at the root. */
  private static final String SENT =
      """
      {
        "type": "object",
        "properties": {
          "where": {"$ref": "#/$defs/point"},
          "days": {"type": ["integer", "null"], "exclusiveMinimum": 0, "default": 3, "examples": [1]},
          "unit": {"enum": ["C", "F", null], "description": "Größe"},
          "pair": {"type": "array", "prefixItems": [{"type": "string"}], "items": false},
          "free": {}
        },
        "required": ["where"],
        "$defs": {
          "point": {
            "type": "object",
            "properties": {"lat": {"type": "number", "minimum": -90, "maximum": 90.5}},
            "required": ["lat"]
          }
        }
      }
      """;

  private static final String IN_WORDS =
      "\n\nThe arguments must also match this JSON Schema: {\"additionalProperties\":"
          + "{\"type\":\"string\",\"pattern\":\"^a\\\\.b$\"},\"anyOf\":[{\"required\":[\"days\"]},"
          + "{\"required\":[\"unit\"]}],\"x-vendor\":{\"keep\":[\"me\"]}}";

  /** Valid arguments: invalid ones do not reach the server. */
  private static final String ARGUMENTS =
      """
      {"city": "a.b", "where": {"lat": 59.9}, "unit": "C"}""";

  @RegisterExtension static final OpenAiStub MODEL = new OpenAiStub();

  private static final FakeMcpServer WEATHER = FakeMcpServer.create();
  private static final FakeMcpServer LIGHTHOUSE = FakeMcpServer.create();
  private static ConfigurableApplicationContext context;

  @BeforeAll
  static void start() {
    WEATHER
        .tool("forecast")
        .description("Tells the weather")
        .inputSchema(SCHEMA)
        .handler(call -> FakeResult.text("Rain in " + call.string("city") + ", ").andText("10 °C"));
    WEATHER.tool("broken").returns(FakeResult.error("The station is closed on Sundays"));
    WEATHER.tool("refuses").returns(FakeResult.failure(-32602, "city must be a string"));
    WEATHER.tool("structured").returns(FakeResult.structured("{\"degrees\":10}"));
    LIGHTHOUSE.tool("light");
    context =
        Applications.start(
            ChatApplication.class,
            "--spring.ai.openai.base-url=" + MODEL.url(),
            "--spring.ai.openai.api-key=none",
            "--mcp.client.servers.weather.url=" + WEATHER.url(),
            "--mcp.client.servers.weather.headers.X-Api-Key=letmein",
            "--mcp.client.servers.lighthouse.url=" + LIGHTHOUSE.url());
    assertThat(context.getBean(ToolCatalog.class).awaitReady(Duration.ofSeconds(60))).isTrue();
  }

  @AfterAll
  static void stop() {
    context.close();
    WEATHER.close();
    LIGHTHOUSE.close();
  }

  @BeforeEach
  void forget() {
    WEATHER.clearReceived();
  }

  @Test
  void sendsAllToolsWithFullSchema() {
    MODEL.says("fine");

    ask("Weather?");

    ModelRequest request = MODEL.requests().get(0);
    assertThat(request.toolNames())
        .containsExactly(
            "weather__forecast",
            "weather__broken",
            "weather__refuses",
            "weather__structured",
            "lighthouse__light");
    JsonNode forecast = request.tool("weather__forecast");
    assertThat(forecast.path("description").asText()).isEqualTo("Tells the weather" + IN_WORDS);
    assertThat(forecast.path("parameters")).isEqualTo(json(SENT));
    assertThat(forecast.path("strict").asBoolean(false)).isFalse();
  }

  @Test
  void returnsResultToModelAsPlainText() {
    MODEL.callsTool("weather__forecast", ARGUMENTS).says("Take an umbrella");

    assertThat(ask("Weather?")).isEqualTo("Take an umbrella");

    assertThat(toolResult()).contains("Rain in a.b").contains("10 °C").doesNotContain("[{");
    ReceivedMessage call = WEATHER.received("tools/call").get(0);
    assertThat(call.params().string("name")).isEqualTo("forecast");
    assertThat(call.header("X-Api-Key")).isEqualTo("letmein");
  }

  @Test
  void callsToolsInStreamingChat() {
    MODEL.callsTool("weather__forecast", ARGUMENTS).says("Take an umbrella");

    List<String> parts =
        context
            .getBean(ChatClient.Builder.class)
            .build()
            .prompt("Weather?")
            .toolCallbacks(context.getBean(McpToolCallbackProvider.class))
            .stream()
            .content()
            .collectList()
            .block(Duration.ofSeconds(20));

    assertThat(String.join("", parts)).isEqualTo("Take an umbrella");
    assertThat(toolResult()).contains("Rain in a.b");
  }

  @Test
  void returnsStructuredContentToModelAsJson() {
    MODEL.callsTool("weather__structured", "{}").says("ok");

    ask("Weather?");

    assertThat(json(toolResult())).isEqualTo(json("{\"degrees\":10}"));
  }

  @Test
  void returnsToolErrorToModel() {
    MODEL.callsTool("weather__broken", "{}").says("It is closed");

    assertThat(ask("Weather?")).isEqualTo("It is closed");

    assertThat(toolResult()).contains("The station is closed on Sundays");
  }

  @Test
  void returnsRejectedCallToModel() {
    MODEL.callsTool("weather__refuses", "{\"city\":7}").says("My mistake");

    assertThat(ask("Weather?")).isEqualTo("My mistake");

    assertThat(toolResult()).contains("city must be a string");
  }

  @Test
  void returnsInvalidArgumentsErrorToModel() {
    MODEL.callsTool("weather__forecast", "[1]").says("My mistake");

    assertThat(ask("Weather?")).isEqualTo("My mistake");

    assertThat(toolResult()).contains("weather__forecast").contains("JSON object");
    assertThat(WEATHER.received("tools/call")).isEmpty();
  }

  @Test
  void returnsUnavailableServerToModel() {
    LIGHTHOUSE.http().stop();
    MODEL.callsTool("lighthouse__light", "{}").says("Look out of the window");

    assertThat(ask("Weather?")).isEqualTo("Look out of the window");

    assertThat(toolResult()).contains("lighthouse__light").doesNotContain("127.0.0.1", "Exception");
    assertThat(MODEL.requests().get(1).toolNames()).contains("lighthouse__light");
  }

  @Test
  void doesNotSendToolContext() {
    MODEL.callsTool("weather__forecast", ARGUMENTS).says("ok");

    ChatClient chat = context.getBean(ChatClient.Builder.class).build();
    chat.prompt("Weather?")
        .toolContext(Map.of("tenant", "geheim"))
        .toolCallbacks(context.getBean(McpToolCallbackProvider.class))
        .call()
        .content();

    assertThat(WEATHER.received("tools/call")).hasSize(1);
    assertThat(WEATHER.received())
        .allSatisfy(
            message -> assertThat(message.text() + message.headers()).doesNotContain("geheim"));
  }

  private String ask(String question) {
    return context
        .getBean(ChatClient.Builder.class)
        .build()
        .prompt(question)
        .toolCallbacks(context.getBean(McpToolCallbackProvider.class))
        .call()
        .content();
  }

  /** The content of the only tool message in the second request. */
  private String toolResult() {
    assertThat(MODEL.requests()).hasSize(2);
    assertThat(MODEL.requests().get(1).toolResults()).hasSize(1);
    return MODEL.requests().get(1).toolResults().get(0).asText();
  }
}
