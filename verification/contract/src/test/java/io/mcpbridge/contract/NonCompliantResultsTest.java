package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.client.McpClient;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.error.McpProtocolException;
import io.mcpbridge.error.McpUnknownResultException;
import io.mcpbridge.input.InputHandlers;
import io.mcpbridge.json.Json;
import io.mcpbridge.model.CallToolRequest;
import io.mcpbridge.model.CallToolResult;
import io.mcpbridge.model.ElicitResult;
import io.mcpbridge.model.ImageContent;
import io.mcpbridge.model.Progress;
import io.mcpbridge.model.ResourceLink;
import io.mcpbridge.model.TextContent;
import io.mcpbridge.model.Tool;
import io.mcpbridge.model.UnknownContent;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.exchange.FakeRevisions;
import io.mcpbridge.test.exchange.Fault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Results that are valid JSON-RPC but deviate from the schema, on every transport. */
class NonCompliantResultsTest {

  private static final String CALL = "tools/call";

  private final FakeMcpServer server = FakeMcpServer.create();
  private McpClient client;

  @AfterEach
  void close() {
    client.close();
    server.close();
  }

  private void connect(String revision) {
    server.speaking(revision).tool("odd").returns("right");
    client =
        McpClient.builder(server.transport())
            .name("fake")
            .timeout(Duration.ofSeconds(10))
            .inputHandlers(
                InputHandlers.builder()
                    .elicitForm((form, context) -> ElicitResult.accept(Map.of()))
                    .build())
            .build();
  }

  /** The result of a call, without the members that the fake server would add. */
  private CallToolResult callTool(String result) {
    server.injectNext(CALL, Scripted.result(result));
    return client.callTool("odd");
  }

  private List<Tool> listTools(String result) {
    server.injectNext("tools/list", Scripted.result(result));
    return client.listTools();
  }

  @Test
  void treatsNullAsAbsent() {
    connect(FakeRevisions.V2025_11_25);

    List<Tool> tools =
        listTools(
            "{\"tools\":[{\"name\":\"a\",\"title\":null,\"description\":null,"
                + "\"inputSchema\":{\"type\":\"object\",\"properties\":null,\"required\":null},"
                + "\"outputSchema\":null,\"annotations\":null,\"icons\":null,\"execution\":null,"
                + "\"_meta\":null}],\"nextCursor\":null,\"_meta\":null}");

    assertThat(tools).hasSize(1);
    assertThat(tools.get(0).title()).isNull();
    assertThat(tools.get(0).description()).isNull();
    assertThat(tools.get(0).outputSchema()).isNull();
    assertThat(tools.get(0).meta()).isEmpty();
    assertThat(server.received("tools/list")).as("no cursor called null").hasSize(1);

    CallToolResult result =
        callTool(
            "{\"content\":[{\"type\":\"text\",\"text\":\"a\",\"annotations\":null,\"_meta\":null}],"
                + "\"isError\":null,\"_meta\":null}");
    assertThat(result.text()).isEqualTo("a");
    assertThat(result.isError()).isFalse();
    assertThat(result.structuredContent()).isNull();
  }

  @Test
  void distinguishesNullFromAbsentStructuredContent() {
    connect(FakeRevisions.V2026_07_28);

    assertThat(callTool("{\"structuredContent\":null}").structuredContent()).isNotNull();
    assertThat(callTool("{\"content\":[]}").structuredContent()).isNull();
  }

  @Test
  void omitsNullMembersFromRequests() {
    connect(FakeRevisions.V2026_07_28);
    client.listTools();
    client.callTool("odd");

    assertThat(server.received())
        .isNotEmpty()
        .allSatisfy(message -> assertThat(message.text()).doesNotContain("null"))
        .anySatisfy(message -> assertThat(message.text()).contains("\"arguments\":{}"));
  }

  @Test
  void acceptsMissingOrMalformedContent() {
    connect(FakeRevisions.V2025_11_25);

    assertThat(callTool("{}").content()).isEmpty();
    assertThat(callTool("{\"content\":null}").content()).isEmpty();
    assertThat(callTool("{\"structuredContent\":{\"a\":1}}").content()).isEmpty();
    assertThat(callTool("{\"content\":\"plain\"}").content())
        .singleElement()
        .isInstanceOf(UnknownContent.class);
    assertThat(callTool("{\"content\":{\"type\":\"text\",\"text\":\"alone\"}}").text())
        .isEqualTo("alone");
    assertThat(callTool("{\"content\":[],\"isError\":\"yes\"}").isError()).isFalse();
  }

  @Test
  void invalidContentBlockDoesNotAffectOthers() {
    connect(FakeRevisions.V2025_11_25);

    CallToolResult result =
        callTool(
            "{\"content\":[null,7,\"text\",{},{\"type\":null},{\"type\":\"text\"},"
                + "{\"type\":\"text\",\"text\":5},{\"type\":\"image\",\"data\":{}},"
                + "{\"type\":\"resource\",\"resource\":\"x\"},{\"type\":\"hologram\",\"x\":[1]},"
                + "{\"type\":\"text\",\"text\":\"good\",\"future\":true}]}");

    assertThat(result.content()).hasSize(11);
    assertThat(result.content().subList(0, 10)).hasOnlyElementsOfType(UnknownContent.class);
    assertThat(((UnknownContent) result.content().get(9)).value())
        .isEqualTo(Json.read("{\"type\":\"hologram\",\"x\":[1]}"));
    assertThat(result.content().get(10)).isInstanceOf(TextContent.class);
    assertThat(result.text()).isEqualTo("good");
  }

  @Test
  void invalidToolDoesNotAffectOthers() {
    connect(FakeRevisions.V2025_11_25);

    List<Tool> tools =
        listTools(
            "{\"tools\":[null,7,{},{\"name\":5,\"inputSchema\":{}},{\"name\":\"no schema\"},"
                + "{\"name\":\"true\",\"inputSchema\":true},"
                + "{\"name\":\"empty\",\"inputSchema\":{}},"
                + "{\"name\":\"good\",\"description\":[],\"annotations\":\"x\","
                + "\"inputSchema\":{\"additionalProperties\":{\"type\":\"string\"},"
                + "\"definitions\":{\"x\":true},\"properties\":{\"a\":{\"items\":[{}]}}}}]}");

    assertThat(tools).extracting(Tool::name).containsExactly("empty", "good");
    assertThat(tools.get(1).inputSchemaJson())
        .isEqualTo(
            "{\"additionalProperties\":{\"type\":\"string\"},\"definitions\":{\"x\":true},"
                + "\"properties\":{\"a\":{\"items\":[{}]}}}");
  }

  @Test
  void keepsLongDescriptionsWithControlCharacters() {
    connect(FakeRevisions.V2025_11_25);
    String manual = "Line\r\n\u0000\u001b[31m\u202e\ud83d\ude00 ".repeat(20_000);
    server.tool("long").description(manual);

    assertThat(client.listTools())
        .filteredOn(tool -> tool.name().equals("long"))
        .singleElement()
        .satisfies(tool -> assertThat(tool.description()).isEqualTo(manual));
  }

  @Test
  void handlesArbitrarilyLargeNumbers() {
    connect(FakeRevisions.V2025_11_25);

    CallToolResult result =
        callTool(
            "{\"content\":[{\"type\":\"resource_link\",\"uri\":\"a:b\",\"name\":\"n\","
                + "\"size\":12345678901,\"annotations\":{\"priority\":1e-3}},"
                + "{\"type\":\"resource_link\",\"uri\":\"a:c\",\"name\":\"n\",\"size\":1e400}],"
                + "\"structuredContent\":{\"big\":123456789012345678901234567890,"
                + "\"huge\":1e9999,\"whole\":9007199254740993,\"d\":0.10}}");

    assertThat(((ResourceLink) result.content().get(0)).size()).isEqualTo(12345678901L);
    assertThat(((ResourceLink) result.content().get(1)).size()).isNull();
    assertThat(Json.write(result.structuredContent().value()))
        .contains("123456789012345678901234567890", "9007199254740993", "0.10")
        .hasSizeLessThan(200);
  }

  @Test
  void reportsAnyNumericProgressAndSkipsInvalid() {
    connect(FakeRevisions.V2025_11_25);
    server.injectNext(
        CALL,
        serverTurn -> {
          for (String progress : new String[] {"0.5", "2147483648", "1e300", "\"2\"", "null"}) {
            serverTurn.send(
                io.mcpbridge.jsonrpc.JsonRpcMessage.from(
                    io.mcpbridge.json.JsonObject.of(
                        Json.readObject(
                            "{\"method\":\"notifications/progress\",\"params\":{\"progressToken\":"
                                + serverTurn.received().meta().get("progressToken")
                                + ",\"progress\":"
                                + progress
                                + "}}"))));
          }
          serverTurn.answer();
        });
    List<Double> reported = new ArrayList<>();
    CallOptions options =
        CallOptions.builder()
            .onProgress(
                (Progress progress) -> {
                  reported.add(progress.progress());
                })
            .build();

    client.newCall(new CallToolRequest("odd", Map.of()), options).execute();

    assertThat(reported).containsExactly(0.5, 2147483648.0, 1e300);
  }

  /** Applications decode images themselves; some need the exact text that the server sent. */
  @ParameterizedTest
  @ValueSource(strings = {"_-8=", "_-8", "/+8", "/ +\\n8 =", "not base64 at all!", ""})
  void base64OfAnyAlphabetIsHandedOnAsItCame(String data) {
    connect(FakeRevisions.V2025_11_25);

    CallToolResult result =
        callTool(
            "{\"content\":[{\"type\":\"image\",\"data\":\""
                + data
                + "\",\"mimeType\":\"application/x-wrong\"}]}");

    assertThat(result.content())
        .containsExactly(
            new ImageContent(
                data.replace("\\n", "\n"),
                "application/x-wrong",
                ((ImageContent) result.content().get(0)).annotations(),
                Map.of()));
  }

  @Test
  void acceptsUnpairedSurrogate() {
    connect(FakeRevisions.V2025_11_25);

    assertThat(callTool("{\"content\":[{\"type\":\"text\",\"text\":\"cut \\ud83d\"}]}").text())
        .isEqualTo("cut \ud83d");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"novel\"", "\"Complete\"", "\"\"", "7", "{}", "true"})
  void aResultOfAnUnknownTypeIsNotGuessedAt(String type) {
    connect(FakeRevisions.V2026_07_28);
    String result = "{\"resultType\":" + type + ",\"content\":[],\"secretly\":[1,null]}";

    assertThatThrownBy(() -> callTool(result))
        .isInstanceOf(McpProtocolException.class)
        .isInstanceOfSatisfying(
            McpUnknownResultException.class,
            e -> assertThat(e.result()).isEqualTo(Json.readObject(result)))
        .hasMessageContainingAll("\"fake\"", "tools/call odd", type);
  }

  @ParameterizedTest
  @ValueSource(strings = {FakeRevisions.V2025_11_25, FakeRevisions.V2026_07_28})
  void resultTypeAndCacheHintsMayBeThereOrNot(String revision) {
    connect(revision);

    assertThat(callTool("{\"resultType\":\"complete\",\"content\":[]}").content()).isEmpty();
    assertThat(callTool("{\"resultType\":null,\"content\":[]}").content()).isEmpty();
    assertThat(callTool("{\"content\":[]}").content()).isEmpty();
    assertThat(listTools("{\"tools\":[]}")).isEmpty();
  }

  @Test
  void ignoresResultTypeInSessionEra() {
    connect(FakeRevisions.V2025_11_25);

    assertThat(callTool("{\"resultType\":\"novel\",\"content\":[]}").content()).isEmpty();
  }

  @Test
  void treatsInputRequiredWithContentAsInputRequest() {
    connect(FakeRevisions.V2026_07_28);
    Fault asking =
        Scripted.result(
            "{\"resultType\":\"input_required\",\"content\":[{\"type\":\"text\",\"text\":\"no\"}],"
                + "\"structuredContent\":{},\"inputRequests\":{\"it\":{\"method\":"
                + "\"elicitation/create\",\"params\":{\"message\":\"?\",\"requestedSchema\":"
                + "{\"type\":\"object\",\"properties\":{}}}}}}");
    server.injectNext(CALL, asking);

    assertThat(client.callTool("odd").text()).isEqualTo("right");
    assertThat(server.received(CALL)).hasSize(2);
  }
}
