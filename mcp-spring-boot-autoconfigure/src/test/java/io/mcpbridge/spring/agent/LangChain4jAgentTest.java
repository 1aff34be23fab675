package io.mcpbridge.spring.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.spring.Applications;
import io.mcpbridge.spring.model.ModelRequest;
import io.mcpbridge.spring.model.OpenAiStub;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.context.ConfigurableApplicationContext;

/** The requests that a model receives through an {@code @AiService} that configures no tools. */
class LangChain4jAgentTest {

  @RegisterExtension static final OpenAiStub MODEL = new OpenAiStub();

  private static final FakeMcpServer WEATHER = FakeMcpServer.create();
  private static final FakeMcpServer LIGHTHOUSE = FakeMcpServer.create();
  private static ConfigurableApplicationContext context;

  @BeforeAll
  static void start() {
    WEATHER
        .tool("forecast")
        .description("Tells the weather")
        .inputSchema(
            """
            {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
            """)
        .handler(call -> FakeResult.text("Rain in " + call.string("city")));
    WEATHER.tool("broken").returns(FakeResult.error("The station is closed on Sundays"));
    WEATHER.tool("refuses").returns(FakeResult.failure(-32602, "city must be a string"));
    LIGHTHOUSE.tool("light");
    context =
        Applications.start(
            AgentApplication.class,
            "--MODEL.url=" + MODEL.url(),
            "--spring.ai.openai.api-key=none",
            "--mcp.client.servers.weather.url=" + WEATHER.url(),
            "--mcp.client.servers.lighthouse.url=" + LIGHTHOUSE.url());
    assertThat(context.getBean(ToolCatalog.class).awaitReady(Duration.ofSeconds(60))).isTrue();
  }

  @AfterAll
  static void stop() {
    context.close();
    WEATHER.close();
    LIGHTHOUSE.close();
  }

  @Test
  void modelGetsToolsAndResult() {
    MODEL.callsTool("weather__forecast", "{\"city\":\"Oslo\"}").says("Take an umbrella");

    assertThat(ask("Weather?")).isEqualTo("Take an umbrella");

    ModelRequest first = MODEL.requests().get(0);
    assertThat(first.toolNames())
        .containsExactlyInAnyOrder(
            "weather__forecast", "weather__broken", "weather__refuses", "lighthouse__light");
    JsonNode forecast = first.tool("weather__forecast");
    assertThat(forecast.path("description").asText()).isEqualTo("Tells the weather");
    assertThat(forecast.at("/parameters/properties/city/type").asText()).isEqualTo("string");
    assertThat(forecast.at("/parameters/required/0").asText()).isEqualTo("city");
    assertThat(toolResult()).isEqualTo("Rain in Oslo");
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
  void returnsUnavailableServerToModel() {
    LIGHTHOUSE.http().stop();
    MODEL.callsTool("lighthouse__light", "{}").says("Look out of the window");

    assertThat(ask("Weather?")).isEqualTo("Look out of the window");

    assertThat(toolResult()).contains("lighthouse__light").doesNotContain("127.0.0.1", "Exception");
  }

  private String ask(String question) {
    return context.getBean(Assistant.class).chat(question);
  }

  /** The content of the only tool message in the second request. */
  private String toolResult() {
    assertThat(MODEL.requests()).hasSize(2);
    assertThat(MODEL.requests().get(1).toolResults()).hasSize(1);
    return MODEL.requests().get(1).toolResults().get(0).asText();
  }
}
