package io.mcpbridge.spring.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.spring.Applications;
import io.mcpbridge.spring.model.OpenAiStub;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * The requests that a model receives from both frameworks, byte for byte, blocking and streaming:
 * the offered tools, and the result of a call. Every failure is one sentence, the same in each way,
 * and the conversation continues. To rewrite {@code docs/reference/wire.md}, run once on each line
 * of Spring AI:
 *
 * <pre>{@code
 * ./mvnw -pl mcp-spring-boot-autoconfigure,verification/compatibility/boot-4.1 -am verify -Dtest=WireTest \
 *     -Dsurefire.failIfNoSpecifiedTests=false -Dwire.page=write
 * }</pre>
 */
class WireTest {

  private static final String REGENERATE =
      "./mvnw -pl mcp-spring-boot-autoconfigure,verification/compatibility/boot-4.1 -am verify"
          + " -Dtest=WireTest -Dsurefire.failIfNoSpecifiedTests=false -Dwire.page=write";
  private static final String SWITCHED_OFF =
      "There is no tool named weather__forecast: the server weather is disabled."
          + " Go on without it.";
  private static final String LAST_WORD = "So be it.";
  private static final int LONGEST_SENTENCE = 200;
  private static final byte[] PNG = {(byte) 0x89, 'P', 'N', 'G', 13, 10, 26, 10, 1};
  private static final byte[] WAV = "RIFF----WAVEfmt --".getBytes(StandardCharsets.US_ASCII);

  private static final Map<Way, Map<Situation, Recording>> RECORDED = new EnumMap<>(Way.class);
  private static final Map<Way, Recording> WITHOUT_TOOLS = new EnumMap<>(Way.class);

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
          Applications.start(
              WireApplication.class,
              "--model.url=" + model.url(),
              "--spring.ai.openai.base-url=" + model.url(),
              "--spring.ai.openai.api-key=none",
              "--mcp.client.servers.weather.url=" + weather.http().url(),
              "--mcp.client.servers.weather.auth.bearer-token=geheim",
              "--mcp.client.servers.weather.tools.radar.timeout=200ms",
              "--mcp.client.servers.lighthouse.url=" + lighthouse.http().url(),
              "--mcp.client.servers.sky.url=" + sky.http().url())) {
        ToolCatalog tools = application.getBean(ToolCatalog.class);
        assertThat(tools.awaitReady(Duration.ofSeconds(10))).isTrue();
        lighthouse.http().stop();
        for (Way way : Way.values()) {
          for (Situation situation : Situation.values()) {
            model.callsTool(situation.tool(), situation.arguments()).says(LAST_WORD);
            String answer = answer(way, application);
            RECORDED
                .computeIfAbsent(way, it -> new EnumMap<>(Situation.class))
                .put(situation, Recording.of(model.requests(), answer));
            model.forget();
          }
        }
        tools.disableAll("the operator");
        for (Way way : Way.values()) {
          model.callsTool("weather__forecast", "{}").says(LAST_WORD);
          String answer = answer(way, application);
          WITHOUT_TOOLS.put(way, Recording.of(model.requests(), answer));
          model.forget();
        }
      }
    } finally {
      model.afterAll(null);
    }
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
  private static String answer(Way way, ConfigurableApplicationContext application) {
    try {
      return way.ask(application, "Weather?");
    } catch (Exception e) {
      return "ended by " + e;
    }
  }

  @AfterAll
  static void forget() {
    RECORDED.clear();
    WITHOUT_TOOLS.clear();
  }

  @ParameterizedTest
  @EnumSource
  void conversationContinuesAfterToolResult(Situation situation) {
    assertThat(Way.values())
        .allSatisfy(
            way -> {
              Recording recording = of(way, situation);
              assertThat(recording.answer()).as("%s", way).isEqualTo(LAST_WORD);
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
    String sentence = of(Way.SPRING_AI, situation).sentence();

    assertThat(sentence).isNotBlank().hasSizeLessThan(LONGEST_SENTENCE);
    assertThat(Way.values())
        .allSatisfy(way -> assertThat(of(way, situation).sentence()).isEqualTo(sentence));
  }

  @ParameterizedTest
  @EnumSource
  void toolResultExplainsDisabledServers(Way way) {
    Recording recording = WITHOUT_TOOLS.get(way);

    assertThat(recording.first().path("tools")).isEmpty();
    assertThat(recording.sentence()).isEqualTo(SWITCHED_OFF);
    assertThat(recording.answer()).isEqualTo(LAST_WORD);
    assertThat(WirePage.read().text().replace('\n', ' ')).contains(SWITCHED_OFF);
  }

  /** So that the page needs to show only one complete request. */
  @ParameterizedTest
  @EnumSource
  void requestsDifferOnlyInShownParts(Situation situation) {
    assertThat(Way.values())
        .allSatisfy(
            way -> {
              Recording recording = of(way, situation);
              JsonNode rest = Recording.without(recording.first(), "messages");
              assertThat(Recording.without(recording.second(), "messages")).isEqualTo(rest);
              assertThat(rest).isEqualTo(Recording.without(result(way).first(), "messages"));
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
    assertThat(Way.values())
        .filteredOn(Way::isStream)
        .allSatisfy(
            way -> {
              Recording stream = of(way, situation);
              Recording whole = of(way.atOnce(), situation);
              assertThat(withoutStream(stream.first())).isEqualTo(withoutStream(whole.first()));
              assertThat(stream.toolMessage()).isEqualTo(whole.toolMessage());
              assertThat(Recording.without(stream.call(), "content"))
                  .isEqualTo(Recording.without(whole.call(), "content"));
            });
  }

  private static JsonNode withoutStream(JsonNode body) {
    return Recording.without(body, "stream", "stream_options");
  }

  @Test
  void requestsContainNoAddressesSettingsOrSecrets() {
    assertThat(RECORDED.values())
        .flatExtracting(Map::values)
        .flatExtracting(Recording::requests)
        .hasSize(2 * Way.values().length * Situation.values().length)
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
      sentences.put(situation, of(Way.SPRING_AI, situation).sentence());
    }
    page.table(sentences);
    for (Way way : new Way[] {Way.SPRING_AI, Way.LANGCHAIN4J}) {
      page.request(sender(way), result(way).second());
      RECORDED
          .get(way)
          .forEach(
              (situation, recording) ->
                  page.toolMessage(situation, sender(way), recording.toolMessage()));
    }
    if ("write".equals(System.getProperty("wire.page"))) {
      page.write();
    }

    assertThat(WirePage.read().text()).as("to rewrite it: %s", REGENERATE).isEqualTo(page.text());
  }

  private static String sender(Way way) {
    if (!way.isSpringAi()) {
      return "LangChain4j";
    }
    String version = ToolCallback.class.getPackage().getImplementationVersion();
    return "Spring AI " + version.replaceAll("^(\\d+\\.\\d+).*", "$1");
  }

  private static Recording result(Way way) {
    return of(way, Situation.RESULT);
  }

  private static Recording of(Way way, Situation situation) {
    return RECORDED.get(way).get(situation);
  }
}
