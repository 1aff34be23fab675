package io.mcpbridge.spring.boot;

import io.mcpbridge.spring.ai.McpToolCallbackProvider;
import org.springframework.ai.chat.client.ChatClientCustomizer;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;

/**
 * Gives the tools to each {@code ChatClient.Builder} of Spring AI, where the application wants
 * that. Not by itself: Spring AI refuses a request in which a tool is attached twice, and the tools
 * of all servers are more than most chats should have.
 */
@AutoConfiguration(after = McpSpringAiAutoConfiguration.class)
@ConditionalOnClass(ChatClientCustomizer.class)
@ConditionalOnProperty(prefix = "mcp.client.spring-ai", name = "attach-to-chat-clients")
@ConditionalOnBean(
    name = McpClientAutoConfiguration.CALLBACKS,
    value = McpToolCallbackProvider.class)
public class McpChatClientAutoConfiguration {

  /**
   * In Spring AI 2 another type takes the place of this one, which goes on working there and is the
   * only one that 1.1 has. The provider is asked by each request, not by the builder.
   */
  @Bean
  ChatClientCustomizer mcpChatClientCustomizer(
      @Qualifier(McpClientAutoConfiguration.CALLBACKS) McpToolCallbackProvider tools) {
    return builder -> builder.defaultToolCallbacks(tools);
  }
}
