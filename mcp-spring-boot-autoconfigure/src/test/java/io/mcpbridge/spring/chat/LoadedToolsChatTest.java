package io.mcpbridge.spring.chat;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.search.ToolSearch;
import io.mcpbridge.search.ToolSearchMode;
import io.mcpbridge.search.ToolSearchStyle;
import io.mcpbridge.spring.Applications;
import io.mcpbridge.spring.ai.McpToolCallbackProvider;
import io.mcpbridge.spring.ai.McpToolResult;
import io.mcpbridge.spring.ai.McpToolResults;
import io.mcpbridge.spring.model.OpenAiStub;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.tool.ToolCallbackProvider;
import org.springframework.context.ConfigurableApplicationContext;

/** Conversations through Spring AI of a model whose found tools join its list of tools. */
class LoadedToolsChatTest {

  private static final String FIND = "{\"queries\": [\"tomorrow forecast\"]}";
  private static final String OSLO = "{\"city\": \"Oslo\"}";
  private static final String FORECAST = "met__forecast";
  private static final Consumer<ChatClient.AdvisorSpec> SAME_CONVERSATION =
      advisors -> advisors.param(ChatMemory.CONVERSATION_ID, "c1");

  @RegisterExtension final OpenAiStub model = new OpenAiStub();

  private final FakeMcpServer weather = FakeMcpServer.create();
  private ConfigurableApplicationContext context;

  @BeforeEach
  void script() {
    weather
        .tool("forecast")
        .description("Tomorrow's weather.")
        .inputSchema(
            "{\"type\": \"object\", \"properties\": {\"city\": {\"type\": \"string\"}}, \"required\": [\"city\"]}")
        .handler(call -> FakeResult.text("Rain in " + call.string("city")));
    weather.tool("purge").description("Deletes all data.").returns("purged");
    weather.tool("stations").description("Lists stations.").returns("none");
  }

  @AfterEach
  void stop() {
    context.close();
    weather.close();
  }

  private void start(String... properties) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "--spring.ai.openai.base-url=" + model.url(),
                "--spring.ai.openai.api-key=none",
                "--mcp.client.tool-search.mode=always",
                "--mcp.client.tool-search.style=load",
                "--mcp.client.servers.met.url=" + weather.url()));
    all.addAll(Arrays.asList(properties));
    context = Applications.start(ChatApplication.class, all.toArray(String[]::new));
    assertThat(catalog().awaitReady(Duration.ofSeconds(60))).isTrue();
  }

  private ToolCatalog catalog() {
    return context.getBean(ToolCatalog.class);
  }

  private ChatClient.ChatClientRequestSpec prompt(ToolCallbackProvider tools) {
    return context
        .getBean(ChatClient.Builder.class)
        .build()
        .prompt("Weather?")
        .toolCallbacks(tools);
  }

  private ChatClient.ChatClientRequestSpec prompt() {
    return prompt(context.getBean(McpToolCallbackProvider.class));
  }

  private static String answer(ChatClient.ChatClientRequestSpec prompt, boolean isStreaming) {
    return isStreaming
        ? String.join("", prompt.stream().content().collectList().block(Duration.ofSeconds(20)))
        : prompt.call().content();
  }

  private String result(int request) {
    List<JsonNode> results = model.requests().get(request).toolResults();
    return results.get(results.size() - 1).asText();
  }

  private List<String> offered(int request) {
    return model.requests().get(request).toolNames();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void foundToolJoinsTheListAndIsCalledByName(boolean isStreaming) {
    start();
    model.callsTool("search_tools", FIND).callsTool(FORECAST, OSLO).says("Take an umbrella");
    McpToolResults results = new McpToolResults();

    assertThat(
            answer(
                prompt().advisors(with -> with.param(McpToolResults.CONTEXT_KEY, results)),
                isStreaming))
        .isEqualTo("Take an umbrella");

    assertThat(offered(0)).containsExactly("search_tools");
    assertThat(result(1)).contains("met__forecast(city*): Tomorrow's weather.");
    assertThat(offered(1)).containsExactly("search_tools", FORECAST);
    assertThat(model.requests().get(1).body().at("/tools/1/function/parameters/required/0"))
        .hasToString("\"city\"");
    assertThat(offered(2)).containsExactly("search_tools", FORECAST);
    assertThat(result(2)).contains("Rain in Oslo");
    assertThat(results.list())
        .extracting(McpToolResult::tool)
        .extracting(tool -> tool.modelName())
        .containsExactly("search_tools", FORECAST);
  }

  @Test
  void bestTwoHitsAndNamedToolsAreLoaded() {
    weather.tool("forecast_rain").description("Tomorrow's rain.").returns("none");
    weather.tool("forecast_wind").description("Tomorrow's wind.").returns("none");
    start();
    model
        .callsTool("search_tools", "{\"queries\": [\"forecast\", \"weather\"]}")
        .callsTool("search_tools", "{\"names\": [\"met__forecast_wind\"]}")
        .says("Take an umbrella");

    assertThat(answer(prompt(), false)).isEqualTo("Take an umbrella");

    assertThat(result(1)).contains("Available now: met__forecast, met__forecast_rain.");
    assertThat(offered(1)).containsExactly("search_tools", FORECAST, "met__forecast_rain");
    assertThat(offered(2)).contains("met__forecast_wind").hasSize(4);
  }

  /** Also of a tool that is found. */
  @Test
  void hiddenArgumentsAreNeitherShownNorSent() {
    weather
        .tool("forecast")
        .description("Tomorrow's weather.")
        .inputSchema(
            """
            {"type": "object", "properties": {"city": {"type": "string"}, "locale": {"type": "string"}},
             "required": ["city"]}""");
    start("--mcp.client.servers.met.tools.forecast.hidden-arguments=locale,city");
    model
        .callsTool("search_tools", FIND)
        .callsTool(FORECAST, "{\"city\": \"Oslo\", \"locale\": \"no\"}")
        .says("Take an umbrella");

    assertThat(answer(prompt(), false)).isEqualTo("Take an umbrella");

    assertThat(result(1)).contains("met__forecast(city*): Tomorrow's weather.");
    assertThat(model.requests().get(1).body().at("/tools/1/function/parameters/properties"))
        .as("the tool requires the city")
        .hasToString("{\"city\":{\"type\":\"string\"}}");
    assertThat(weather.calls("forecast"))
        .singleElement()
        .satisfies(sent -> assertThat(sent.toString()).contains("Oslo").doesNotContain("locale"));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void concurrentCallsRunFoundTools(boolean isStreaming) {
    start("--mcp.client.spring-ai.concurrent-tool-calls=true");
    model.callsTool("search_tools", FIND).callsTool(FORECAST, OSLO).says("Take an umbrella");

    assertThat(answer(prompt(), isStreaming)).isEqualTo("Take an umbrella");
    assertThat(result(2)).contains("Rain in Oslo");
  }

  @Test
  void foundToolsStayForTheConversationInStableOrder() {
    start();
    model
        .callsTool("search_tools", FIND)
        .says("Found")
        .callsTool("search_tools", "{\"queries\": [\"deletes data\"]}")
        .says("Found")
        .says("Third");

    prompt().advisors(SAME_CONVERSATION).call().content();
    prompt().advisors(SAME_CONVERSATION).call().content();
    prompt().advisors(SAME_CONVERSATION).call().content();

    assertThat(offered(2)).containsExactly("search_tools", FORECAST);
    assertThat(offered(4)).containsExactly("search_tools", FORECAST, "met__purge");
    List<JsonNode> tools =
        model.requests().stream().map(request -> request.body().path("tools")).toList();
    for (int i = 1; i < tools.size(); i++) {
      for (int j = 0; j < tools.get(i - 1).size(); j++) {
        assertThat(tools.get(i).get(j)).as("request %s", i).isEqualTo(tools.get(i - 1).get(j));
      }
    }
  }

  @Test
  void withoutConversationIdFoundToolsAreForgottenWithTheAnswer() {
    start();
    model.callsTool("search_tools", FIND).says("Found").says("Hello");

    prompt().call().content();
    prompt().call().content();

    assertThat(offered(2)).containsExactly("search_tools");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void toolThatVanishedAfterTheSearchIsAnswered(boolean isStreaming) {
    start();
    model.callsTool("search_tools", FIND).says("Found").callsTool(FORECAST, OSLO).says("Gone");
    answer(prompt().advisors(SAME_CONVERSATION), isStreaming);
    weather.removeTool("forecast");
    assertThat(catalog().refresh(List.of("met"), Duration.ofSeconds(10))).isTrue();

    assertThat(answer(prompt().advisors(SAME_CONVERSATION), isStreaming)).isEqualTo("Gone");

    assertThat(offered(2)).containsExactly("search_tools");
    assertThat(result(3)).contains("no tool named met__forecast");
    assertThat(weather.received("tools/call")).isEmpty();
  }

  @Test
  void leastRecentlyUsedFoundToolsAreForgottenButCanStillBeCalled() {
    start();
    ToolSearch search =
        ToolSearch.builder()
            .mode(ToolSearchMode.ALWAYS)
            .style(ToolSearchStyle.LOAD)
            .limit(1)
            .maxLoaded(2)
            .build();
    McpToolCallbackProvider tools =
        McpToolCallbackProvider.builder().tools(catalog()).toolSearch(search).build();
    model
        .callsTool("search_tools", "{\"queries\": [\"list stations\", \"delete data\"]}")
        .callsTool("met__stations", "{}")
        .callsTool("search_tools", FIND)
        .callsTool("met__purge", "{}")
        .says("Done");

    assertThat(prompt(tools).call().content()).isEqualTo("Done");

    assertThat(offered(1)).containsExactly("search_tools", "met__stations", "met__purge");
    assertThat(offered(3)).containsExactly("search_tools", "met__stations", FORECAST);
    assertThat(result(4)).isEqualTo("purged");
    assertThat(offered(4)).containsExactly("search_tools", FORECAST, "met__purge");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void toolFoundForOneUserIsNotOfferedToAnother(boolean isStreaming) {
    start();
    try (FakeMcpServer ofAnna = FakeMcpServer.create()) {
      ofAnna.tool("read_mail").description("Reads mail.").returns("No mail");
      try (ToolCatalog annas = ToolCatalog.builder().server("mine", ofAnna.transport()).build()) {
        assertThat(annas.awaitReady(Duration.ofSeconds(60))).isTrue();
        AtomicReference<ToolCatalog> ofUser = new AtomicReference<>(annas);
        McpToolCallbackProvider tools =
            McpToolCallbackProvider.builder()
                .tools(catalog())
                .additionalTools(ofUser::get)
                .toolSearch(context.getBean(ToolSearch.class))
                .build();
        model
            .callsTool("search_tools", "{\"queries\": [\"mail\"]}")
            .callsTool("mine__read_mail", "{}")
            .says("No mail")
            .callsTool("search_tools", "{\"queries\": [\"mail\"]}")
            .callsTool("mine__read_mail", "{}")
            .says("Cannot");

        answer(prompt(tools).advisors(SAME_CONVERSATION), isStreaming);
        ofUser.set(null);
        answer(prompt(tools).advisors(SAME_CONVERSATION), isStreaming);

        assertThat(offered(1)).contains("mine__read_mail");
        assertThat(result(2)).isEqualTo("No mail");
        assertThat(offered(3)).containsExactly("search_tools");
        assertThat(result(4)).doesNotContain("read_mail(");
        assertThat(offered(4)).doesNotContain("mine__read_mail");
        assertThat(ofAnna.received("tools/call")).hasSize(1);
      }
    }
  }
}
