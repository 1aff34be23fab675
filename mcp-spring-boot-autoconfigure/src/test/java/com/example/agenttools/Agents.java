package com.example.agenttools;

import static io.mcpbridge.selection.ToolTrait.READ_ONLY;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.service.AiServices;
import io.mcpbridge.langchain4j.McpToolProvider;
import io.mcpbridge.spring.boot.McpTools;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class Agents {

  @Bean
  ChatClient reviewerChat(
      @McpTools(servers = "github", traits = READ_ONLY) ChatClient.Builder chat) {
    return chat.build();
  }

  @Bean
  @McpTools(servers = "calendar")
  ChatClient plannerChat(ChatClient.Builder chat) {
    return chat.build();
  }

  @Bean
  @McpTools(servers = "calendar")
  Assistant assistant(ChatModel model, McpToolProvider tools) {
    return AiServices.builder(Assistant.class).chatModel(model).toolProvider(tools).build();
  }

  interface Assistant {
    String chat(String question);
  }
}
