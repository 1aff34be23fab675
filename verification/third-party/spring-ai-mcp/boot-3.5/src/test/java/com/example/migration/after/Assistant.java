package com.example.migration.after;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.model.ReadResourceResult;
import io.mcpbridge.spring.ai.McpToolCallbackProvider;
import java.util.Map;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.stereotype.Service;

@Service
class Assistant {

  private final ChatClient chat;
  private final ToolCatalog catalog;

  Assistant(ChatClient.Builder chat, McpToolCallbackProvider tools, ToolCatalog catalog) {
    this.chat = chat.defaultToolCallbacks(tools).build();
    this.catalog = catalog;
  }

  String ask(String question, String tenant) {
    return chat.prompt(question).toolContext(Map.of("tenant", tenant)).call().content();
  }

  String stations() {
    ReadResourceResult stations = catalog.resources().read("weather", "weather://stations");
    return stations.contents().get(0).text();
  }
}
