package com.example.migration;

import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.service.AiServices;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.CallEvent;
import io.mcpbridge.catalog.server.CallOutcome;
import io.mcpbridge.catalog.server.CatalogListener;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.langchain4j.McpToolProvider;
import io.mcpbridge.langchain4j.PromptMessages;
import io.mcpbridge.model.GetPromptResult;
import io.mcpbridge.model.ReadResourceResult;
import io.mcpbridge.selection.ToolSelection;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import io.mcpbridge.transport.stdio.StdioTransport;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** With this library. */
final class CatalogDesk implements WeatherDesk {

  private final ToolCatalog catalog;
  private final Assistant assistant;

  CatalogDesk(ChatModel model, String url, List<String> command, Consumer<String> audit) {
    CatalogListener listener =
        new CatalogListener() {
          @Override
          public void callFinished(CallEvent call, CallOutcome outcome) {
            audit.accept("a tool was called");
          }
        };
    ToolSelection selection = ToolSelection.builder().exclude("delete_*").build();
    catalog =
        ToolCatalog.builder()
            .server(
                "weather",
                StreamableHttpTransport.builder(URI.create(url)).bearerToken("letmein").build(),
                ServerOptions.builder()
                    .timeout(Duration.ofSeconds(30))
                    .selection(selection)
                    .build())
            .server(
                "files",
                StdioTransport.builder(command.get(0))
                    .args(command.subList(1, command.size()))
                    .env("FOLDER", "/data")
                    .build(),
                ServerOptions.builder().selection(selection).build())
            .listener(listener)
            .build();
    McpToolProvider tools = McpToolProvider.of(catalog);
    assistant = AiServices.builder(Assistant.class).chatModel(model).toolProvider(tools).build();
  }

  /** For programs that call the model right after startup. */
  void awaitReady() {
    catalog.awaitReady(Duration.ofSeconds(30));
  }

  @Override
  public String ask(String question) {
    return assistant.chat(question);
  }

  @Override
  public String stations() {
    ReadResourceResult stations = catalog.resources().read("weather", "weather://stations");
    return stations.contents().get(0).text();
  }

  @Override
  public String briefing(String city) {
    GetPromptResult briefing = catalog.prompts().get("weather", "briefing", Map.of("city", city));
    UserMessage message = (UserMessage) PromptMessages.of(briefing).get(0);
    return message.singleText();
  }

  @Override
  public void close() {
    catalog.close();
  }
}
