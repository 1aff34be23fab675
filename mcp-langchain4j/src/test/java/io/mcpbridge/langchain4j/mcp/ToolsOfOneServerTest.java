package io.mcpbridge.langchain4j.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.invocation.InvocationParameters;
import dev.langchain4j.service.tool.ToolExecutionResult;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.langchain4j.McpToolProvider;
import io.mcpbridge.selection.ToolSelection;
import io.mcpbridge.test.FakeMcpServer;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whatever other servers and users have, a client has the tools of its server. */
class ToolsOfOneServerTest {

  private static final InvocationContext ADA =
      InvocationContext.builder()
          .invocationParameters(InvocationParameters.from("user", "ada"))
          .build();

  private final FakeMcpServer weather = FakeMcpServer.create();
  private final FakeMcpServer files = FakeMcpServer.create();
  private final FakeMcpServer ofAda = FakeMcpServer.create();
  private ToolCatalog catalog;

  @BeforeEach
  void connect() {
    weather.tool("forecast").returns("Rain.");
    weather.tool("reboot");
    files.tool("delete").returns("deleted");
    catalog =
        started(
            ToolCatalog.builder()
                .server("weather", weather.transport())
                .server("files", files.transport())
                .build());
  }

  @AfterEach
  void close() {
    catalog.close();
    weather.close();
    files.close();
    ofAda.close();
  }

  @Test
  void doesNotCallToolsOfOtherServers() {
    CatalogMcpClient client = CatalogMcpClient.of(McpToolProvider.of(catalog), "weather");

    ToolExecutionResult result = execute(client, "files__delete", null);

    assertThat(result.isError()).isTrue();
    assertThat(result.resultText())
        .isEqualTo(
            "The server weather has no tool named files__delete. Available tools: forecast,"
                + " reboot.");
    assertThat(files.received("tools/call")).isEmpty();
  }

  @Test
  void usesCatalogOfUser() {
    ofAda.tool("alarms").returns("None.");
    try (ToolCatalog userCatalog =
        started(ToolCatalog.builder().server("weather", ofAda.transport()).build())) {
      McpToolProvider tools =
          McpToolProvider.builder()
              .tools(catalog)
              .toolsPerInvocation(context -> userCatalog)
              .build();
      CatalogMcpClient client = CatalogMcpClient.of(tools, "weather");

      assertThat(client.listTools(ADA)).extracting(ToolSpecification::name).containsOnly("alarms");
      assertThat(execute(client, "alarms", ADA).resultText()).isEqualTo("None.");
      assertThat(CatalogMcpClient.of(tools, "files").listTools(ADA)).isEmpty();
    }
  }

  @Test
  void doesNotNameForbiddenTools() {
    McpToolProvider tools =
        McpToolProvider.builder()
            .tools(catalog)
            .toolsPerInvocation(
                context -> catalog.view(ToolSelection.builder().include("forecast").build()))
            .build();

    assertThat(execute(CatalogMcpClient.of(tools, "weather"), "other", ADA).resultText())
        .isEqualTo("The server weather has no tool named other. Available tools: forecast.");
  }

  @Test
  void unknownInvocationHasNoTools() {
    McpToolProvider tools =
        McpToolProvider.builder().tools(catalog).toolsPerInvocation(context -> catalog).build();
    CatalogMcpClient client = CatalogMcpClient.of(tools, "weather");

    assertThat(client.listTools()).isEmpty();
    assertThat(execute(client, "forecast", null).isError()).isTrue();
    assertThat(client.listTools(ADA)).hasSize(2);
    assertThat(weather.received("tools/call")).isEmpty();
  }

  private static ToolExecutionResult execute(
      CatalogMcpClient client, String tool, InvocationContext context) {
    return client.executeTool(
        ToolExecutionRequest.builder().name(tool).arguments("{}").build(), context);
  }

  private static ToolCatalog started(ToolCatalog catalog) {
    assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
    return catalog;
  }
}
