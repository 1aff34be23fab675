package io.mcpbridge.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.IllegalConfigurationException;
import io.mcpbridge.langchain4j.OpenAiStub.Call;
import io.mcpbridge.test.FakeMcpServer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Server tools next to those of the application and of other providers. */
class OtherToolsTest {

  private final FakeMcpServer server = FakeMcpServer.create();
  private final FakeMcpServer otherServer = FakeMcpServer.create();
  private final OpenAiStub openAi = new OpenAiStub();
  private McpToolProvider tools;
  private McpToolProvider otherTools;

  @BeforeEach
  void connect() {
    server.tool("read").returns("of the server");
    otherServer.tool("read").returns("of the other one");
    tools = McpToolProvider.builder().server("s", server.transport()).build();
    otherTools = McpToolProvider.builder().server("other", otherServer.transport()).build();
    for (McpToolProvider provider : List.of(tools, otherTools)) {
      assertThat(provider.awaitReady(Duration.ofSeconds(60))).isTrue();
    }
  }

  @AfterEach
  void close() {
    tools.close();
    otherTools.close();
    openAi.close();
    server.close();
    otherServer.close();
  }

  /** A tool of the application with a name that servers use, too. */
  static final class LocalTools {

    @Tool
    String read() {
      return "of the application";
    }
  }

  /** A tool of the application with the name of a server tool. */
  static final class ToolsNamedLikeServer {

    @Tool(name = "s__read")
    String read() {
      return "of the application";
    }
  }

  @Test
  void callsToolsOfAllProvidersByName() {
    openAi
        .calls(
            new Call("c1", "read", "{}"),
            new Call("c2", "s__read", "{}"),
            new Call("c3", "other__read", "{}"))
        .says("done");

    AiServices.builder(Assistant.class)
        .chatModel(openAi.model())
        .tools(new LocalTools())
        .toolProviders(tools, otherTools)
        .build()
        .chat("Read");

    assertThat(openAi.requests().get(0).functions())
        .containsOnlyKeys("read", "s__read", "other__read");
    assertThat(openAi.requests().get(1).toolMessages().values())
        .containsExactly("of the application", "of the server", "of the other one");
  }

  @Test
  void rejectsDuplicateToolName() {
    Assistant assistant =
        AiServices.builder(Assistant.class)
            .chatModel(openAi.model())
            .tools(new ToolsNamedLikeServer())
            .toolProvider(tools)
            .build();

    assertThatThrownBy(() -> assistant.chat("Read"))
        .isInstanceOf(IllegalConfigurationException.class)
        .hasMessageContaining("s__read");
    assertThat(openAi.requests()).isEmpty();
  }

  /** LangChain4j adds nothing under a name that is taken. */
  @Test
  void applicationToolWinsOverDynamicProvider() {
    openAi.calls(new Call("c1", "s__read", "{}")).says("done");

    AiServices.builder(Assistant.class)
        .chatModel(openAi.model())
        .tools(new ToolsNamedLikeServer())
        .toolProvider(McpToolProvider.builder().tools(tools.catalog()).dynamic(true).build())
        .build()
        .chat("Read");

    assertThat(openAi.requests().get(1).toolMessages()).containsEntry("c1", "of the application");
    assertThat(server.received("tools/call")).isEmpty();
  }
}
