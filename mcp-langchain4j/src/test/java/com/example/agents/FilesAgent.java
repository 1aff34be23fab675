package com.example.agents;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.service.AiServices;
import io.mcpbridge.langchain4j.McpToolProvider;
import io.mcpbridge.transport.stdio.StdioTransport;
import java.time.Duration;

/** The program of the page, which is compiled and not run: it needs a model and Node. */
public class FilesAgent {

  interface Assistant {
    String chat(String message);
  }

  public static void main(String[] args) {
    ChatModel model =
        OpenAiChatModel.builder()
            .apiKey(System.getenv("OPENAI_API_KEY"))
            .modelName("gpt-4o-mini")
            .build();
    try (McpToolProvider mcpTools =
        McpToolProvider.builder()
            .server(
                "files",
                StdioTransport.of("npx", "-y", "@modelcontextprotocol/server-filesystem", "/data"))
            .build()) {
      mcpTools.awaitReady(Duration.ofSeconds(30));
      Assistant assistant =
          AiServices.builder(Assistant.class).chatModel(model).toolProvider(mcpTools).build();
      System.out.println(assistant.chat("Which files are there?"));
    }
  }
}
