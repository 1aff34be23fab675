package com.example.agentic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agentic.Agent;
import dev.langchain4j.agentic.AgenticServices;
import dev.langchain4j.agentic.UntypedAgent;
import dev.langchain4j.agentic.declarative.ToolProviderSupplier;
import dev.langchain4j.mcp.client.McpClient;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.service.UserMessage;
import dev.langchain4j.service.V;
import dev.langchain4j.service.tool.ToolProvider;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.langchain4j.McpToolProvider;
import io.mcpbridge.langchain4j.OpenAiStub;
import io.mcpbridge.langchain4j.OpenAiStub.Call;
import io.mcpbridge.langchain4j.mcp.CatalogMcpClient;
import io.mcpbridge.selection.ToolPattern;
import io.mcpbridge.selection.ToolSelection;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Server tools in LangChain4j's agentic systems. */
class UseAgenticTest {

  private final FakeMcpServer server = FakeMcpServer.create();
  private final OpenAiStub openAi = new OpenAiStub();
  private final ChatModel model = openAi.model();
  private ToolCatalog catalog;

  public interface Researcher {
    @Agent(outputKey = "facts")
    @UserMessage("Find out about {{topic}}.")
    String research(@V("topic") String topic);
  }

  public interface Writer {
    @Agent(outputKey = "text")
    @UserMessage("Write about these facts: {{facts}}")
    String write(@V("facts") String facts);
  }

  public interface Librarian {
    @Agent(outputKey = "facts")
    @UserMessage("Find out about {{topic}}.")
    String research(@V("topic") String topic);

    @ToolProviderSupplier
    static ToolProvider tools() {
      return Tools.OF_ALL_SERVERS;
    }
  }

  static final class Tools {
    static McpToolProvider OF_ALL_SERVERS;

    private Tools() {}
  }

  @BeforeEach
  void connect() {
    server
        .tool("look_up")
        .annotations("{\"readOnlyHint\": true}")
        .handler(call -> FakeResult.text("Rain is wet."));
    server.tool("save").returns("saved");
    catalog = ToolCatalog.builder().server("files", server.transport()).build();
    assertThat(catalog.awaitReady(Duration.ofSeconds(30))).isTrue();
  }

  @AfterEach
  void close() {
    openAi.close();
    catalog.close();
    server.close();
  }

  @Test
  void toolsPerAgent() {
    openAi
        .calls(new Call("c1", "files__look_up", "{}"))
        .says("wet")
        .calls(new Call("c2", "files__save", "{}"))
        .says("Rain makes wet.");

    McpToolProvider reading =
        McpToolProvider.of(
            catalog.view(ToolSelection.builder().include(ToolPattern.any().readOnly()).build()));
    Researcher researcher =
        AgenticServices.agentBuilder(Researcher.class)
            .chatModel(model)
            .toolProvider(reading)
            .build();
    Writer writer =
        AgenticServices.agentBuilder(Writer.class)
            .chatModel(model)
            .toolProvider(McpToolProvider.of(catalog))
            .build();
    UntypedAgent authors =
        AgenticServices.sequenceBuilder().subAgents(researcher, writer).outputKey("text").build();

    Object text = authors.invoke(Map.of("topic", "rain"));

    assertThat(text).isEqualTo("Rain makes wet.");
    assertThat(openAi.requests().get(0).functions()).containsOnlyKeys("files__look_up");
    assertThat(openAi.requests().get(1).toolMessages()).containsEntry("c1", "Rain is wet.");
    assertThat(openAi.requests().get(2).functions()).hasSize(2);
    assertThat(server.received("tools/call")).hasSize(2);
  }

  @Test
  void agentUsesMcpToolProviderOfLangChain4j() {
    McpClient files = CatalogMcpClient.of(McpToolProvider.of(catalog), "files");
    ToolProvider toolProvider =
        dev.langchain4j.mcp.McpToolProvider.builder()
            .mcpClients(files)
            .filterToolNames("look_up")
            .build();

    openAi.calls(new Call("c1", "look_up", "{}")).says("wet");
    Researcher researcher =
        AgenticServices.agentBuilder(Researcher.class)
            .chatModel(model)
            .toolProvider(toolProvider)
            .build();
    assertThat(researcher.research("rain")).isEqualTo("wet");
    assertThat(openAi.requests().get(1).toolMessages()).containsEntry("c1", "Rain is wet.");
  }

  @Test
  void declarativeAgent() {
    Tools.OF_ALL_SERVERS = McpToolProvider.of(catalog);
    openAi.calls(new Call("c1", "files__look_up", "{}")).says("wet");

    Librarian librarian = AgenticServices.agentBuilder(Librarian.class).chatModel(model).build();

    assertThat(librarian.research("rain")).isEqualTo("wet");
    assertThat(openAi.requests().get(1).toolMessages()).containsEntry("c1", "Rain is wet.");
  }
}
