package io.mcpbridge.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.service.AiServices;
import io.mcpbridge.approval.ApprovalPolicy;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolCatalogBuilder;
import io.mcpbridge.catalog.internal.access.NameConflicts;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ToolNameMapper;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.langchain4j.OpenAiStub.Call;
import io.mcpbridge.search.ToolSearch;
import io.mcpbridge.search.ToolSearchMode;
import io.mcpbridge.test.FakeMcpServer;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** AI services with tools without the server's prefix, or with the names of a mapper. */
class ToolNamesTest {

  private static final ServerOptions NO_PREFIX =
      ServerOptions.builder().toolNamePrefix(false).build();

  private final FakeMcpServer files = FakeMcpServer.create();
  private final FakeMcpServer notes = FakeMcpServer.create();
  private final OpenAiStub openAi = new OpenAiStub();
  private ToolCatalog catalog;

  @BeforeEach
  void addTools() {
    files.tool("read").description("Reads a file.").returns("file");
    files.tool("delete").returns("deleted");
    notes.tool("read").returns("note");
  }

  @AfterEach
  void close() {
    catalog.close();
    openAi.close();
    files.close();
    notes.close();
  }

  private void start(ToolCatalogBuilder builder, ServerOptions options) {
    catalog = builder.server("files", files.transport(), options).build();
    assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
  }

  private String chat(McpToolProvider tools) {
    return AiServices.builder(Assistant.class)
        .chatModel(openAi.model())
        .toolProvider(tools)
        .build()
        .chat("Go")
        .content();
  }

  private String result(int request) {
    return openAi.requests().get(request).toolMessages().toString();
  }

  @Test
  void modelCallsToolsWithoutPrefix() {
    start(
        ToolCatalog.builder().approval(ApprovalPolicy.builder().deny("files__delete").build()),
        NO_PREFIX);
    openAi.calls(new Call("c1", "read", "{}")).calls(new Call("c2", "delete", "{}")).says("done");

    assertThat(chat(McpToolProvider.of(catalog))).isEqualTo("done");

    assertThat(openAi.requests().get(0).functions()).containsOnlyKeys("read", "delete");
    assertThat(result(1)).contains("file");
    assertThat(result(2)).contains("delete did not run");
    assertThat(files.received("tools/call")).hasSize(1);
  }

  @Test
  void modelCallsToolsByNamesOfMapper() {
    ToolNameMapper mapper = (server, tool) -> server + "-" + tool;
    start(ToolCatalog.builder().toolNameMapper(mapper), ServerOptions.defaults());
    openAi.calls(new Call("c1", "files-read", "{}")).says("done");

    assertThat(chat(McpToolProvider.of(catalog))).isEqualTo("done");

    assertThat(openAi.requests().get(0).functions()).containsOnlyKeys("files-read", "files-delete");
    assertThat(result(1)).contains("file");
  }

  @Test
  void modelFindsAndCallsToolsWithoutPrefix() {
    start(ToolCatalog.builder(), NO_PREFIX);
    openAi
        .calls(new Call("c1", "search_tools", "{\"queries\": [\"read a file\"]}"))
        .calls(new Call("c2", "call_tool", "{\"name\": \"read\", \"arguments\": {}}"))
        .calls(new Call("c3", "delete", "{}"))
        .says("done");

    assertThat(
            chat(
                McpToolProvider.builder()
                    .tools(catalog)
                    .toolSearch(
                        ToolSearch.builder()
                            .mode(ToolSearchMode.ALWAYS)
                            .alwaysVisible("files__delete")
                            .build())
                    .build()))
        .isEqualTo("done");

    assertThat(openAi.requests().get(0).functions())
        .containsOnlyKeys("search_tools", "describe_tool", "call_tool", "delete");
    assertThat(result(1)).contains("- read(");
    assertThat(result(2)).contains("file");
    assertThat(result(3)).contains("deleted");
  }

  /** Otherwise LangChain4j would refuse the whole request. */
  @Test
  void additionalToolWithNameInUseIsLeftOut() {
    start(ToolCatalog.builder(), NO_PREFIX);
    openAi.calls(new Call("c1", "read", "{}")).says("done");
    try (CapturedLog log = new CapturedLog(NameConflicts.class);
        ToolCatalog ofUser =
            ToolCatalog.builder().server("notes", notes.transport(), NO_PREFIX).build()) {
      assertThat(ofUser.awaitReady(Duration.ofSeconds(60))).isTrue();

      assertThat(
              chat(McpToolProvider.builder().tools(catalog).additionalTools(() -> ofUser).build()))
          .isEqualTo("done");

      assertThat(log.lines())
          .containsExactly(
              "WARN MCP server \"notes\": the tool \"read\" was left out: \"read\" of \"files\" is also"
                  + " named read, in another catalog");
    }
    assertThat(result(1)).contains("file");
  }

  /** Its arguments and options, such as a token, are for the server of the offered tool. */
  @ParameterizedTest
  @CsvSource({"read, false", "read, true", "call_tool, false", "call_tool, true"})
  void callOfToolWhoseServerLeftReachesNoOtherServer(String called, boolean removed) {
    start(ToolCatalog.builder(), NO_PREFIX);
    catalog.add("notes", notes.transport(), NO_PREFIX);
    assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
    openAi.calls(new Call("c1", called, "{\"name\": \"read\", \"arguments\": {}}")).says("done");
    McpToolProviderBuilder tools =
        McpToolProvider.builder()
            .tools(catalog)
            .callOptions(
                (tool, context) -> {
                  if (removed) {
                    catalog.remove("files");
                  } else {
                    catalog.disable("files", "an operator");
                  }
                  return CallOptions.builder().header("Tenant", "s3cret " + tool.server()).build();
                });
    if (called.equals("call_tool")) {
      tools.toolSearch(ToolSearch.builder().mode(ToolSearchMode.ALWAYS).build());
    }

    assertThat(chat(tools.build())).isEqualTo("done");

    assertThat(result(1)).contains("There is no tool named read");
    assertThat(files.received("tools/call")).isEmpty();
    assertThat(notes.received("tools/call")).isEmpty();
  }

  /** The prefix that a model remembers from before stays understood. */
  @Test
  void modelMayStillWritePrefix() {
    start(ToolCatalog.builder(), NO_PREFIX);
    openAi.calls(new Call("c1", "files__read", "{}")).says("done");
    McpToolProvider tools = McpToolProvider.of(catalog);
    HallucinatedToolNames names = tools.hallucinatedToolNames();

    assertThat(
            AiServices.builder(Assistant.class)
                .chatModel(openAi.model())
                .toolProvider(tools)
                .hallucinatedToolNameStrategy(names)
                .beforeToolExecution(names.invocations())
                .build()
                .chat("Go")
                .content())
        .isEqualTo("done");

    assertThat(openAi.requests().get(1).toolMessages()).containsExactly(Map.entry("c1", "file"));
  }
}
