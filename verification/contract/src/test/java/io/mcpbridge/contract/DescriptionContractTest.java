package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.client.McpClient;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.error.McpProtocolException;
import io.mcpbridge.json.Json;
import io.mcpbridge.model.Annotations;
import io.mcpbridge.model.ContentBlock;
import io.mcpbridge.model.GetPromptRequest;
import io.mcpbridge.model.Icon;
import io.mcpbridge.model.Implementation;
import io.mcpbridge.model.ListPromptsRequest;
import io.mcpbridge.model.ListPromptsResult;
import io.mcpbridge.model.ListResourcesRequest;
import io.mcpbridge.model.ListResourcesResult;
import io.mcpbridge.model.ListToolsRequest;
import io.mcpbridge.model.McpRequest;
import io.mcpbridge.model.McpResult;
import io.mcpbridge.model.Prompt;
import io.mcpbridge.model.PromptArgument;
import io.mcpbridge.model.ReadResourceRequest;
import io.mcpbridge.model.ReadResourceResult;
import io.mcpbridge.model.Resource;
import io.mcpbridge.model.ResourceLink;
import io.mcpbridge.model.Tool;
import io.mcpbridge.model.ToolAnnotations;
import io.mcpbridge.model.UnknownContent;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.LeakCheck;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A server's description of itself and of its tools, resources and prompts arrives complete. */
@ExtendWith({LeakCheck.class, ContractTable.class})
class DescriptionContractTest {

  private static final String MATRIX = "io.mcpbridge.contract.Matrix#all";
  private static final String ICONS =
      "[{\"src\": \"https://x/i.svg\", \"mimeType\": \"image/svg+xml\", \"sizes\": [\"48x48\","
          + " \"any\"], \"theme\": \"dark\"}, {\"src\": \"data:,\", \"sizes\": \"16x16\"},"
          + " {\"mimeType\": \"image/png\"}, 7]";
  private static final List<Icon> READ_ICONS =
      List.of(
          new Icon("https://x/i.svg", "image/svg+xml", List.of("48x48", "any"), "dark"),
          new Icon("data:,", null, List.of("16x16"), null));
  private static final String ANNOTATIONS =
      "{\"audience\": [\"user\"], \"priority\": 0.5, \"lastModified\": \"2025-01-12T15:00:58Z\","
          + " \"com.example/x\": [1]}";
  private static final Annotations READ_ANNOTATIONS =
      new Annotations(
          List.of("user"), 0.5, "2025-01-12T15:00:58Z", Map.of("com.example/x", List.of(1)));

  private final FakeMcpServer server = FakeMcpServer.create();
  private Endpoint endpoint;
  private McpClient client;

  @AfterEach
  void nothingForbiddenWasSaid() {
    client.close();
    endpoint.close();
    server.close();
    assertThat(server.violations()).isEmpty();
  }

  private McpClient connect(String revision, TransportType type) {
    server.speaking(revision);
    server.resource("a:b", "b", "text/plain", "text").prompt("p", "a prompt", "text");
    endpoint = type.to(server);
    client = McpClient.builder(endpoint.transport()).name("fake").build();
    return client;
  }

  private <R extends McpResult> R ask(McpRequest<R> request) {
    return client.newCall(request, CallOptions.defaults()).execute();
  }

  @ParameterizedTest
  @MethodSource(MATRIX)
  void readsAllServerInfoFields(String revision, TransportType type) {
    server.identity(
        "{\"name\": \"fake\", \"version\": \"2\", \"title\": \"A Fake\", \"description\": \"For"
            + " tests\", \"websiteUrl\": \"https://x\", \"icons\": "
            + ICONS
            + "}");

    assertThat(connect(revision, type).server().implementation())
        .isEqualTo(new Implementation("fake", "2", "A Fake", "For tests", "https://x", READ_ICONS));
  }

  @ParameterizedTest
  @MethodSource(MATRIX)
  void sendsAllClientInfoFields(String revision, TransportType type) {
    server.speaking(revision);
    endpoint = type.to(server);
    Icon icon = new Icon("https://x/i.png", "image/png", List.of("any"), "light");
    client =
        McpClient.builder(endpoint.transport())
            .clientInfo(new Implementation("me", "3", "Me", null, "https://me", List.of(icon)))
            .build();
    client.server();

    Map<String, ?> clientInfo =
        server.received("initialize").isEmpty()
            ? server
                .received("server/discover")
                .get(0)
                .meta()
                .map("io.modelcontextprotocol/clientInfo")
            : server.received("initialize").get(0).params().map("clientInfo");
    assertThat(Json.write(clientInfo))
        .isEqualTo(
            "{\"name\":\"me\",\"title\":\"Me\",\"version\":\"3\",\"websiteUrl\":\"https://me\","
                + "\"icons\":[{\"src\":\"https://x/i.png\",\"mimeType\":\"image/png\","
                + "\"sizes\":[\"any\"],\"theme\":\"light\"}]}");
  }

  @ParameterizedTest
  @MethodSource(MATRIX)
  void readsAllToolFields(String revision, TransportType type) {
    connect(revision, type);
    server.inject(
        "tools/list",
        Scripted.result(
            "{\"tools\": [{\"name\": \"t\", \"title\": \"T\", \"description\": \"d\","
                + " \"inputSchema\": {\"type\": \"object\", \"x\": [1]}, \"outputSchema\":"
                + " {\"$defs\": {}}, \"annotations\": {\"title\": \"AT\", \"readOnlyHint\": true,"
                + " \"destructiveHint\": false, \"idempotentHint\": true, \"openWorldHint\":"
                + " false, \"secretHint\": {\"level\": 2}}, \"execution\": {\"taskSupport\": \"optional\"}, \"_meta\": {\"m\":"
                + " [1]}, \"icons\": "
                + ICONS
                + "}]}"));

    assertThat(client.listTools())
        .containsExactly(
            new Tool(
                "t",
                "T",
                "d",
                Map.of("type", "object", "x", List.of(1)),
                Map.of("$defs", Map.of()),
                new ToolAnnotations(
                    "AT", true, false, true, false, Map.of("secretHint", Map.of("level", 2))),
                READ_ICONS,
                "optional",
                Map.of("m", List.of(1))));
  }

  @ParameterizedTest
  @MethodSource(MATRIX)
  void readsAllResourceFields(String revision, TransportType type) {
    connect(revision, type);
    server.inject(
        "resources/list",
        Scripted.result(
            "{\"resources\": [{\"uri\": \"a:%20b\", \"name\": \"b\", \"title\": \"B\","
                + " \"description\": \"d\", \"mimeType\": \"text/plain\", \"size\": 5000000000,"
                + " \"_meta\": {\"m\": 1}, \"annotations\": "
                + ANNOTATIONS
                + ", \"icons\": "
                + ICONS
                + "}, {\"name\": \"lost\"}, \"text\", null]}"));

    ListResourcesResult result = ask(ListResourcesRequest.first());

    assertThat(result.resources())
        .containsExactly(
            new Resource(
                "a:%20b",
                "b",
                "B",
                "d",
                "text/plain",
                5_000_000_000L,
                READ_ANNOTATIONS,
                READ_ICONS,
                Map.of("m", 1)));
    assertThat(result.omitted())
        .containsExactly(
            "the resource \"lost\" was left out: it has no uri",
            "a resource was left out: it is a string",
            "a resource was left out: it is null");
  }

  @ParameterizedTest
  @MethodSource(MATRIX)
  void readsAllPromptFields(String revision, TransportType type) {
    connect(revision, type);
    server.inject(
        "prompts/list",
        Scripted.result(
            "{\"prompts\": [{\"name\": \"p\", \"title\": \"P\", \"description\": \"d\","
                + " \"arguments\": [{\"name\": \"a\", \"title\": \"A\", \"description\": \"ad\","
                + " \"required\": true, \"type\": \"date\"}, {\"title\": \"nameless\"}], \"_meta\": {\"m\": 1},"
                + " \"icons\": "
                + ICONS
                + "}, {\"title\": \"nameless\"}]}"));

    ListPromptsResult result = ask(ListPromptsRequest.first());

    assertThat(result.prompts())
        .containsExactly(
            new Prompt(
                "p",
                "P",
                "d",
                List.of(new PromptArgument("a", "A", "ad", true, Map.of("type", "date"))),
                READ_ICONS,
                Map.of("m", 1)));
    assertThat(result.omitted())
        .containsExactly(
            "an argument of the prompt \"p\" was left out: it has no name",
            "a prompt without a name was left out");
  }

  @ParameterizedTest
  @MethodSource(MATRIX)
  void readsAllResourceContentsFields(String revision, TransportType type) {
    connect(revision, type);
    server.inject(
        "resources/read",
        Scripted.result(
            "{\"contents\": [{\"uri\": \"a:1\", \"mimeType\": \"text/plain\", \"text\": \"x\","
                + " \"_meta\": {\"m\": 1}}, {\"uri\": \"a:2\", \"blob\": \"AAAA\"}, {\"text\":"
                + " \"y\"}]}"));

    ReadResourceResult result = ask(new ReadResourceRequest("a:b"));

    assertThat(result.contents()).extracting("uri").containsExactly("a:1", "a:2");
    assertThat(result.contents()).extracting("text").containsExactly("x", null);
    assertThat(result.contents()).extracting("blob").containsExactly(null, "AAAA");
    assertThat(result.contents().get(0).meta()).isEqualTo(Map.of("m", 1));
    assertThat(result.omitted()).hasSize(1).first().asString().contains("no uri");
  }

  @ParameterizedTest
  @MethodSource(MATRIX)
  void readsAllPromptMessageFields(String revision, TransportType type) {
    connect(revision, type);
    server.inject(
        "prompts/get",
        Scripted.result(
            "{\"messages\": [{\"role\": \"assistant\", \"content\": {\"type\": \"resource_link\","
                + " \"uri\": \"a:b\", \"name\": \"b\", \"icons\": "
                + ICONS
                + "}}, {\"role\": \"user\", \"content\": {\"type\": \"hologram\", \"_meta\":"
                + " {\"m\": 1}}}, \"no message\"]}"));

    List<ContentBlock> blocks =
        ask(new GetPromptRequest("p", Map.of())).messages().stream()
            .map(message -> message.content())
            .toList();

    assertThat(((ResourceLink) blocks.get(0)).icons()).isEqualTo(READ_ICONS);
    assertThat(blocks.get(1)).isInstanceOf(UnknownContent.class);
    assertThat(blocks.get(1).meta()).isEqualTo(Map.of("m", 1));
    assertThat(((UnknownContent) blocks.get(2)).value()).containsValue("no message");
  }

  @ParameterizedTest
  @MethodSource(MATRIX)
  void rejectsResultWithoutRequiredArray(String revision, TransportType type) {
    connect(revision, type);

    for (McpRequest<?> request :
        List.of(
            ListToolsRequest.first(),
            ListPromptsRequest.first(),
            ListResourcesRequest.first(),
            new ReadResourceRequest("a:b"),
            new GetPromptRequest("p", Map.of()))) {
      server.inject(request.method(), Scripted.result("{\"_meta\": {}}"));
      assertThatThrownBy(() -> ask(request))
          .isInstanceOf(McpProtocolException.class)
          .hasMessageContaining(request.method() + " has no array");
    }
  }
}
