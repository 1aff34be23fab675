package io.mcpbridge.samples.springai;

import io.mcpbridge.spring.ai.McpToolCallbackProvider;
import java.util.Objects;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.MessageChatMemoryAdvisor;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.stereotype.Component;

/** A conversation with a model that may use the tools of all MCP servers. */
@Component
class Chat {

  private final ChatClient client;
  private final McpToolCallbackProvider mcpTools;

  Chat(ChatClient.Builder client, ChatMemory memory, McpToolCallbackProvider mcpTools) {
    this.client = client.defaultAdvisors(MessageChatMemoryAdvisor.builder(memory).build()).build();
    this.mcpTools = mcpTools;
  }

  String ask(String question) {
    // In Spring AI 1.1 write .toolCallbacks(mcpTools); 2.0 deprecates it.
    String answer =
        client
            .prompt(question)
            .tools(mcpTools)
            .advisors(conversation -> conversation.param(ChatMemory.CONVERSATION_ID, "terminal"))
            .call()
            .content();
    return Objects.requireNonNullElse(answer, "(the model said nothing)");
  }
}
