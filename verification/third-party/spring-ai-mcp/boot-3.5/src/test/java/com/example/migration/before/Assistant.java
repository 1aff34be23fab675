package com.example.migration.before;

import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.spec.McpSchema;
import java.util.List;
import java.util.Map;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.tool.ToolCallbackProvider;
import org.springframework.stereotype.Service;

@Service
class Assistant {

  private final ChatClient chat;
  private final McpSyncClient weather;

  Assistant(ChatClient.Builder chat, ToolCallbackProvider tools, List<McpSyncClient> clients) {
    this.chat = chat.defaultToolCallbacks(tools).build();
    this.weather = clients.get(0);
  }

  String ask(String question, String tenant) {
    return chat.prompt(question).toolContext(Map.of("tenant", tenant)).call().content();
  }

  String stations() {
    McpSchema.ReadResourceResult stations =
        weather.readResource(new McpSchema.ReadResourceRequest("weather://stations"));
    return ((McpSchema.TextResourceContents) stations.contents().get(0)).text();
  }
}
