package io.mcpbridge.langchain4j.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.invocation.InvocationParameters;
import dev.langchain4j.mcp.client.McpToolMetadataKeys;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.UserMessage;
import dev.langchain4j.service.tool.ToolExecutionResult;
import io.mcpbridge.approval.ApprovalPolicy;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.StartPolicy;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.error.McpUnavailableException;
import io.mcpbridge.langchain4j.McpToolProvider;
import io.mcpbridge.langchain4j.OpenAiStub;
import io.mcpbridge.langchain4j.OpenAiStub.Call;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The tools of a server through LangChain4j's client interface. */
class CatalogMcpClientTest {

  private final FakeMcpServer server = FakeMcpServer.create();
  private final OpenAiStub openAi = new OpenAiStub();
  private final McpToolProvider tools =
      McpToolProvider.builder()
          .server("s", server.transport(), ServerOptions.builder().start(StartPolicy.LAZY).build())
          .server("gone", StreamableHttpTransport.of("http://localhost:1/mcp"))
          .callOptions(
              (tool, context) ->
                  CallOptions.builder()
                      .meta(Map.of("com.example/user", user(context.invocationParameters())))
                      .build())
          .build();
  private final CatalogMcpClient client = CatalogMcpClient.of(tools, "s");

  interface Assistant {
    String chat(@UserMessage String message, InvocationParameters parameters);
  }

  @AfterEach
  void close() {
    client.close();
    tools.close();
    openAi.close();
    server.close();
  }

  @Test
  void worksWithMcpToolProviderOfLangChain4j() {
    server
        .tool("read")
        .inputSchema("{\"type\":\"object\",\"properties\":{\"path\":{\"const\":\"a\"}}}")
        .returns("text");
    server.tool("delete");
    openAi.calls(new Call("c1", "read", "{\"path\":\"a\"}")).says("done");

    dev.langchain4j.mcp.McpToolProvider toolProvider =
        dev.langchain4j.mcp.McpToolProvider.builder()
            .mcpClients(client, CatalogMcpClient.of(tools, "gone"))
            .filterToolNames("read")
            .build();
    String answer =
        AiServices.builder(Assistant.class)
            .chatModel(openAi.model())
            .toolProvider(toolProvider)
            .build()
            .chat("Read", InvocationParameters.from("user", "ada"));

    assertThat(answer).isEqualTo("done");
    assertThat(openAi.requests().get(0).functions()).containsOnlyKeys("read");
    assertThat(openAi.requests().get(0).functions().get("read").toString())
        .as("a schema that their own client changes")
        .contains("\"const\":\"a\"");
    assertThat(openAi.requests().get(1).toolMessages()).containsEntry("c1", "text");
    assertThat(server.received("tools/call").get(0).meta().string("com.example/user"))
        .isEqualTo("ada");
  }

  @Test
  void describesToolsLikeDefaultMcpClient() {
    server
        .tool("read.file")
        .title("Read")
        .annotations("{\"readOnlyHint\":true}")
        .outputSchema("{\"type\":\"object\"}");

    ToolSpecification read = client.listTools().get(0);

    assertThat(read.name()).isEqualTo("read.file");
    assertThat(read.metadata())
        .containsEntry(McpToolMetadataKeys.TITLE, "Read")
        .containsEntry(McpToolMetadataKeys.READ_ONLY_HINT, true)
        .containsEntry(McpToolMetadataKeys.OUTPUT_SCHEMA, Map.of("type", "object"))
        .doesNotContainKey(McpToolMetadataKeys.DESTRUCTIVE_HINT);
  }

  @Test
  void returnsErrorResultOnFailure() {
    server.tool("delete").returns(FakeResult.error("nothing there"));
    client.listTools();

    assertThat(List.of(execute("delete"), execute("other")))
        .allMatch(ToolExecutionResult::isError)
        .extracting(ToolExecutionResult::resultText)
        .satisfiesExactly(
            text -> assertThat(text).isEqualTo("Error: nothing there"),
            text -> assertThat(text).contains("other"));
  }

  /** By the server's name: the model has not seen the name in the catalog. */
  @Test
  void resultsUseServersToolName() {
    server.tool("refused").returns(FakeResult.failure(-32000, "Out of paper"));
    server.tool("typed").inputSchema("{\"type\":\"object\",\"required\":[\"n\"]}");
    server.tool("denied");
    server.tool("sourced").returns("text");
    ServerOptions options = ServerOptions.builder().provenance(true).build();
    ToolCatalog catalog =
        ToolCatalog.builder()
            .server("s", server.transport(), options)
            .approval(ApprovalPolicy.builder().deny("denied").build())
            .build();
    try (catalog) {
      CatalogMcpClient clientOfCatalog = CatalogMcpClient.of(McpToolProvider.of(catalog), "s");
      clientOfCatalog.listTools();

      List<String> texts =
          Stream.of("refused", "typed", "denied", "sourced")
              .map(name -> ToolExecutionRequest.builder().name(name).arguments("{}").build())
              .map(request -> clientOfCatalog.executeTool(request).resultText())
              .toList();
      server.close();
      ToolExecutionRequest late = ToolExecutionRequest.builder().name("sourced").build();
      String unavailable = clientOfCatalog.executeTool(late).resultText();

      assertThat(texts).noneMatch(text -> text.contains("__"));
      assertThat(texts)
          .satisfiesExactly(
              text -> assertThat(text).isEqualTo("The call of refused was refused: Out of paper"),
              text -> assertThat(text).startsWith("The arguments of typed are invalid"),
              text -> assertThat(text).startsWith("denied did not run: "),
              text -> assertThat(text).startsWith("[sourced, "));
      assertThat(unavailable).startsWith("sourced is temporarily unavailable");
    }
  }

  @Test
  void appliesCallOptionsWithoutInvocation() {
    server.tool("read").returns("text");
    client.listTools();

    execute("read");

    assertThat(server.received("tools/call").get(0).meta().string("com.example/user"))
        .isEqualTo("unknown");
  }

  @Test
  void reportsUnavailableServer() {
    CatalogMcpClient gone = CatalogMcpClient.of(tools, "gone");

    assertThatThrownBy(gone::listTools)
        .isInstanceOf(McpUnavailableException.class)
        .hasMessageContaining("\"gone\"")
        .hasMessageContaining("its tools are unknown")
        .hasMessageContaining("localhost:1");
  }

  private ToolExecutionResult execute(String tool) {
    return client.executeTool(ToolExecutionRequest.builder().name(tool).arguments("{}").build());
  }

  private static String user(InvocationParameters parameters) {
    return parameters.getOrDefault("user", "unknown");
  }
}
