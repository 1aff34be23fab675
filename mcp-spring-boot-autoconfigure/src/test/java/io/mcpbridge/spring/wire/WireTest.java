package io.mcpbridge.spring.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.search.ToolSearchStyle;
import io.mcpbridge.spring.Applications;
import io.mcpbridge.spring.model.ModelRequest;
import io.mcpbridge.spring.model.OpenAiStub;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * The requests that a model receives from both frameworks, byte for byte, blocking and streaming:
 * the offered tools, and the result of a call. Every failure is one sentence, the same in each
 * mode, and the conversation continues. To rewrite {@code docs/reference/wire.md}, run once on each
 * line of Spring AI:
 *
 * <pre>{@code
 * ./mvnw -pl mcp-spring-boot-autoconfigure,verification/applications/compatibility/boot-4.1 \
 *     -am verify -Dtest=WireTest -Dsurefire.failIfNoSpecifiedTests=false -Dwire.page=write
 * }</pre>
 */
class WireTest {

  private static final String REGENERATE =
      "./mvnw -pl mcp-spring-boot-autoconfigure,verification/applications/compatibility/boot-4.1"
          + " -am verify -Dtest=WireTest -Dsurefire.failIfNoSpecifiedTests=false -Dwire.page=write";
  private static final String SWITCHED_OFF =
      "There is no tool named weather__forecast: the server weather is disabled."
          + " Go on without it.";
  private static final String FIND = "{\"queries\":[\"get weather forecast\"]}";
  private static final String OSLO = "{\"city\":\"Oslo\",\"days\":2}";
  private static final String LAST_WORD = "So be it.";
  private static final int LONGEST_SENTENCE = 200;
  private static final byte[] PNG = {(byte) 0x89, 'P', 'N', 'G', 13, 10, 26, 10, 1};
  private static final byte[] WAV = "RIFF----WAVEfmt --".getBytes(StandardCharsets.US_ASCII);

  private static final Map<ChatMode, Map<Situation, Recording>> RECORDED =
      new EnumMap<>(ChatMode.class);
  private static final Map<ChatMode, Recording> WITHOUT_TOOLS = new EnumMap<>(ChatMode.class);
  private static final Map<ToolSearchStyle, Map<ChatMode, Recording>> SEARCHED =
      new EnumMap<>(ToolSearchStyle.class);

  @BeforeAll
  static void record() throws Exception {
    OpenAiStub model = new OpenAiStub();
    try (FakeMcpServer weather = weather();
        FakeMcpServer sky = FakeMcpServer.create();
        FakeMcpServer lighthouse = FakeMcpServer.create()) {
      sky.tool("chart").returns(FakeResult.text("Rain from the west").andImage(PNG, "image/png"));
      sky.tool("thunder").returns(FakeResult.audio(WAV, "audio/wav"));
      lighthouse.tool("light").description("Switches the light on or off");
      try (ConfigurableApplicationContext application =
          start(
              model,
              url("weather", weather),
              "--mcp.client.servers.weather.auth.bearer-token=geheim",
              "--mcp.client.servers.weather.tools.radar.timeout=200ms",
              url("lighthouse", lighthouse),
              url("sky", sky))) {
        ToolCatalog tools = application.getBean(ToolCatalog.class);
        lighthouse.http().stop();
        for (ChatMode mode : ChatMode.values()) {
          for (Situation situation : Situation.values()) {
            model.callsTool(situation.tool(), situation.arguments()).says(LAST_WORD);
            String answer = answer(mode, application);
            RECORDED
                .computeIfAbsent(mode, it -> new EnumMap<>(Situation.class))
                .put(situation, Recording.of(model.requests(), answer));
            model.forget();
          }
        }
        tools.disableAll("the operator");
        for (ChatMode mode : ChatMode.values()) {
          model.callsTool("weather__forecast", "{}").says(LAST_WORD);
          String answer = answer(mode, application);
          WITHOUT_TOOLS.put(mode, Recording.of(model.requests(), answer));
          model.forget();
        }
      }
      for (ToolSearchStyle style : ToolSearchStyle.values()) {
        SEARCHED.put(style, search(style, model, weather, sky));
      }
    } finally {
      model.afterAll(null);
    }
  }

  private static Map<ChatMode, Recording> search(
      ToolSearchStyle style, OpenAiStub model, FakeMcpServer weather, FakeMcpServer sky) {
    Map<ChatMode, Recording> recorded = new EnumMap<>(ChatMode.class);
    try (ConfigurableApplicationContext application =
        start(
            model,
            url("weather", weather),
            url("sky", sky),
            "--mcp.client.tool-search.mode=always",
            "--mcp.client.tool-search.style=" + style)) {
      for (ChatMode mode : ChatMode.values()) {
        model.callsTool("search_tools", FIND);
        if (style == ToolSearchStyle.CALL) {
          model
              .callsTool("describe_tool", "{\"names\":[\"weather__forecast\"]}")
              .callsTool(
                  "call_tool", "{\"name\":\"weather__forecast\",\"arguments\":" + OSLO + "}");
        } else {
          model.callsTool("weather__forecast", OSLO);
        }
        model.says(LAST_WORD);
        String answer = answer(mode, application);
        recorded.put(mode, Recording.of(model.requests(), answer));
        model.forget();
      }
    }
    return recorded;
  }

  private static String url(String name, FakeMcpServer server) {
    return "--mcp.client.servers." + name + ".url=" + server.url();
  }

  private static ConfigurableApplicationContext start(OpenAiStub model, String... properties) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "--model.url=" + model.url(),
                "--spring.ai.openai.base-url=" + model.url(),
                "--spring.ai.openai.api-key=none"));
    all.addAll(List.of(properties));
    ConfigurableApplicationContext application =
        Applications.start(WireApplication.class, all.toArray(String[]::new));
    assertThat(application.getBean(ToolCatalog.class).awaitReady(Duration.ofSeconds(60))).isTrue();
    return application;
  }

  private static FakeMcpServer weather() {
    FakeMcpServer weather = FakeMcpServer.create();
    weather
        .tool("forecast")
        .description("Tells the weather of the next days")
        .inputSchema(
            """
            {
              "type": "object",
              "properties": {
                "city": {"type": "string", "minLength": 1, "description": "Its name in English"},
                "days": {"type": "integer", "minimum": 1, "maximum": 10, "default": 3}
              },
              "required": ["city"],
              "additionalProperties": false
            }
            """)
        .handler(call -> FakeResult.text("Rain in " + call.string("city")).andText("10 °C"));
    weather
        .tool("stations")
        .description("Lists the stations")
        .returns(FakeResult.structured("{\"stations\":[{\"id\":7,\"name\":\"Blindern\"}]}"));
    weather.tool("archive").returns(FakeResult.error("The archive is closed on Sundays."));
    weather.tool("warnings").returns(FakeResult.failure(-32602, "Say for which region."));
    weather.tool("radar").returns(FakeResult.never());
    return weather;
  }

  /** Also records the failure that ends a conversation. */
  private static String answer(ChatMode mode, ConfigurableApplicationContext application) {
    try {
      return mode.ask(application, "Weather?");
    } catch (Exception e) {
      return "ended by " + e;
    }
  }

  @AfterAll
  static void forget() {
    RECORDED.clear();
    WITHOUT_TOOLS.clear();
    SEARCHED.clear();
  }

  @ParameterizedTest
  @EnumSource
  void conversationContinuesAfterToolResult(Situation situation) {
    assertThat(ChatMode.values())
        .allSatisfy(
            mode -> {
              Recording recording = of(mode, situation);
              assertThat(recording.answer()).as("%s", mode).isEqualTo(LAST_WORD);
              assertThat(recording.requests()).hasSize(2);
              assertThat(recording.call().path("tool_calls")).hasSize(1);
              assertThat(recording.toolMessage().path("role").asText()).isEqualTo("tool");
              assertThat(recording.toolMessage().path("tool_call_id"))
                  .isEqualTo(recording.call().at("/tool_calls/0/id"));
            });
  }

  @ParameterizedTest
  @EnumSource
  void allIntegrationsReturnSameToolResult(Situation situation) {
    String sentence = of(ChatMode.SPRING_AI, situation).sentence();

    assertThat(sentence).isNotBlank().hasSizeLessThan(LONGEST_SENTENCE);
    assertThat(ChatMode.values())
        .allSatisfy(mode -> assertThat(of(mode, situation).sentence()).isEqualTo(sentence));
  }

  @ParameterizedTest
  @EnumSource
  void toolResultExplainsDisabledServers(ChatMode mode) {
    Recording recording = WITHOUT_TOOLS.get(mode);

    assertThat(recording.first().path("tools")).isEmpty();
    assertThat(recording.sentence()).isEqualTo(SWITCHED_OFF);
    assertThat(recording.answer()).isEqualTo(LAST_WORD);
    assertThat(WirePage.read().text().replace('\n', ' ')).contains(SWITCHED_OFF);
  }

  /** So that the page needs to show only one complete request. */
  @ParameterizedTest
  @EnumSource
  void requestsDifferOnlyInShownParts(Situation situation) {
    assertThat(ChatMode.values())
        .allSatisfy(
            mode -> {
              Recording recording = of(mode, situation);
              JsonNode rest = Recording.without(recording.first(), "messages");
              assertThat(Recording.without(recording.second(), "messages")).isEqualTo(rest);
              assertThat(rest).isEqualTo(Recording.without(result(mode).first(), "messages"));
              assertThat(recording.first().path("messages")).hasSize(1);
              assertThat(recording.second().path("messages")).hasSize(3);
              assertThat(recording.second().path("messages").path(0))
                  .isEqualTo(recording.first().path("messages").path(0));
            });
  }

  /** Except for the stream option, and an empty text beside the call. */
  @ParameterizedTest
  @EnumSource
  void streamingSendsSameRequests(Situation situation) {
    assertThat(ChatMode.values())
        .filteredOn(ChatMode::isStream)
        .allSatisfy(
            mode -> {
              Recording stream = of(mode, situation);
              Recording unstreamed = of(mode.unstreamed(), situation);
              assertThat(withoutStream(stream.first()))
                  .isEqualTo(withoutStream(unstreamed.first()));
              assertThat(stream.toolMessage()).isEqualTo(unstreamed.toolMessage());
              assertThat(Recording.without(stream.call(), "content"))
                  .isEqualTo(Recording.without(unstreamed.call(), "content"));
            });
  }

  private static JsonNode withoutStream(JsonNode body) {
    return Recording.without(body, "stream", "stream_options");
  }

  @ParameterizedTest
  @EnumSource
  void toolSearchFindsAndCallsTool(ToolSearchStyle style) {
    List<String> foundTools = List.of("search_tools", "weather__forecast", "weather__stations");
    List<List<String>> offered =
        style == ToolSearchStyle.CALL
            ? Collections.nCopies(4, List.of("search_tools", "describe_tool", "call_tool"))
            : List.of(List.of("search_tools"), foundTools, foundTools);

    assertThat(SEARCHED.get(style).values())
        .hasSize(ChatMode.values().length)
        .allSatisfy(
            recording -> {
              assertThat(recording.answer()).isEqualTo(LAST_WORD);
              assertThat(recording.requests())
                  .extracting(body -> new ModelRequest(body).toolNames())
                  .isEqualTo(offered);
              assertThat(results(recording).get(offered.size() - 2).asText())
                  .isEqualTo("Rain in Oslo\n10 °C");
            });
  }

  /** The page shows the requests of one integration for all. */
  @ParameterizedTest
  @EnumSource
  void allIntegrationsSendSameToolSearch(ToolSearchStyle style) {
    Recording shown = SEARCHED.get(style).get(ChatMode.LANGCHAIN4J);

    assertThat(SEARCHED.get(style).values())
        .allSatisfy(
            recording -> {
              assertThat(recording.requests())
                  .extracting(WireTest::functions)
                  .isEqualTo(shown.requests().stream().map(WireTest::functions).toList());
              assertThat(results(recording)).isEqualTo(results(shown));
            });
  }

  private static List<JsonNode> results(Recording recording) {
    return new ModelRequest(recording.last()).toolResults();
  }

  /** The offered tools, without what the frameworks add to them. */
  private static List<JsonNode> functions(JsonNode body) {
    List<JsonNode> functions = new ArrayList<>();
    for (JsonNode tool : body.path("tools")) {
      ObjectNode function = Recording.without(tool.path("function"), "strict");
      JsonNode parameters = function.path("parameters");
      if (parameters.path("required").isEmpty()) {
        function.set("parameters", Recording.without(parameters, "required"));
      }
      functions.add(function);
    }
    return functions;
  }

  @Test
  void requestsContainNoAddressesSettingsOrSecrets() {
    assertThat(Stream.concat(RECORDED.values().stream(), SEARCHED.values().stream()))
        .flatExtracting(Map::values)
        .flatExtracting(Recording::requests)
        .hasSize(ChatMode.values().length * (2 * Situation.values().length + 4 + 3))
        .allSatisfy(
            body ->
                assertThat(body.toString())
                    .doesNotContainIgnoringCase(
                        "127.0.0.1",
                        "localhost",
                        "http:",
                        "geheim",
                        "bearer",
                        "mcp.client",
                        "timeout",
                        "exception",
                        "io.mcpbridge",
                        "java."));
  }

  /** Streams arrive on a few threads that all users share. */
  @Test
  void doesNotCallToolsOnNonBlockingThread() {
    assertThat(WireApplication.HELD_UP).isEmpty();
  }

  @Test
  void pageMatchesRecordedRequests() {
    WirePage page = WirePage.read();
    Map<Situation, String> sentences = new EnumMap<>(Situation.class);
    for (Situation situation : Situation.values()) {
      sentences.put(situation, of(ChatMode.SPRING_AI, situation).sentence());
    }
    page.table(sentences);
    for (ChatMode mode : new ChatMode[] {ChatMode.SPRING_AI, ChatMode.LANGCHAIN4J}) {
      page.request(sender(mode), result(mode).second());
      RECORDED
          .get(mode)
          .forEach(
              (situation, recording) ->
                  page.toolMessage(situation, sender(mode), recording.toolMessage()));
    }
    SEARCHED.forEach(
        (style, recorded) -> page.search(style, recorded.get(ChatMode.LANGCHAIN4J).last()));
    if ("write".equals(System.getProperty("wire.page"))) {
      page.write();
    }

    assertThat(WirePage.read().text()).as("to rewrite it: %s", REGENERATE).isEqualTo(page.text());
  }

  private static String sender(ChatMode mode) {
    if (!mode.isSpringAi()) {
      return "LangChain4j";
    }
    String version = ToolCallback.class.getPackage().getImplementationVersion();
    return "Spring AI " + version.replaceAll("^(\\d+\\.\\d+).*", "$1");
  }

  private static Recording result(ChatMode mode) {
    return of(mode, Situation.RESULT);
  }

  private static Recording of(ChatMode mode, Situation situation) {
    return RECORDED.get(mode).get(situation);
  }
}
