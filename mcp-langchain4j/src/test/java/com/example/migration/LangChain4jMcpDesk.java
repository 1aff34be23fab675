package com.example.migration;

import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.mcp.McpToolProvider;
import dev.langchain4j.mcp.client.DefaultMcpClient;
import dev.langchain4j.mcp.client.McpCallContext;
import dev.langchain4j.mcp.client.McpClient;
import dev.langchain4j.mcp.client.McpClientListener;
import dev.langchain4j.mcp.client.McpGetPromptResult;
import dev.langchain4j.mcp.client.McpReadResourceResult;
import dev.langchain4j.mcp.client.McpTextResourceContents;
import dev.langchain4j.mcp.client.transport.http.StreamableHttpMcpTransport;
import dev.langchain4j.mcp.client.transport.stdio.StdioMcpTransport;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.tool.ToolExecutionResult;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** With LangChain4j's own MCP client. */
final class LangChain4jMcpDesk implements WeatherDesk {

  private final McpClient weather;
  private final McpClient files;
  private final Assistant assistant;

  LangChain4jMcpDesk(ChatModel model, String url, List<String> command, Consumer<String> audit) {
    McpClientListener listener =
        new McpClientListener() {
          @Override
          public void afterExecuteTool(
              McpCallContext context, ToolExecutionResult result, Map<String, Object> raw) {
            audit.accept("a tool was called");
          }
        };
    weather =
        DefaultMcpClient.builder()
            .key("weather")
            .transport(
                StreamableHttpMcpTransport.builder()
                    .url(url)
                    .customHeaders(Map.of("Authorization", "Bearer letmein"))
                    .build())
            .toolExecutionTimeout(Duration.ofSeconds(30))
            .addListener(listener)
            .build();
    files =
        DefaultMcpClient.builder()
            .key("files")
            .transport(
                StdioMcpTransport.builder()
                    .command(command)
                    .environment(Map.of("FOLDER", "/data"))
                    .build())
            .addListener(listener)
            .build();
    McpToolProvider tools =
        McpToolProvider.builder()
            .mcpClients(weather, files)
            .filter((client, tool) -> !tool.name().startsWith("delete_"))
            .toolNameMapper((client, tool) -> client.key() + "__" + tool.name())
            .build();
    assistant = AiServices.builder(Assistant.class).chatModel(model).toolProvider(tools).build();
  }

  @Override
  public String ask(String question) {
    return assistant.chat(question);
  }

  @Override
  public String stations() {
    McpReadResourceResult stations = weather.readResource("weather://stations");
    return ((McpTextResourceContents) stations.contents().get(0)).text();
  }

  @Override
  public String briefing(String city) {
    McpGetPromptResult briefing = weather.getPrompt("briefing", Map.of("city", city));
    UserMessage message = (UserMessage) briefing.messages().get(0).toChatMessage();
    return message.singleText();
  }

  @Override
  public void close() {
    try {
      weather.close();
      files.close();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
