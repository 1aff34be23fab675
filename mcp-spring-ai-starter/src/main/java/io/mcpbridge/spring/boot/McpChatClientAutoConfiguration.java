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
 * Adds the tools to each {@code ChatClient.Builder} of Spring AI if the application enables it.
 * Disabled by default: Spring AI refuses a request with duplicate tools, and most chats should not
 * have the tools of all servers.
 */
@AutoConfiguration(after = McpSpringAiAutoConfiguration.class)
@ConditionalOnClass(ChatClientCustomizer.class)
@ConditionalOnProperty(prefix = "mcp.client.spring-ai", name = "attach-to-chat-clients")
@ConditionalOnBean(
    name = McpClientAutoConfiguration.CALLBACKS,
    value = McpToolCallbackProvider.class)
public class McpChatClientAutoConfiguration {

  /**
   * Spring AI 2 has a successor of this type but still supports it; 1.1 has only this one. The
   * provider is called for each request, not once for the builder.
   */
  @Bean
  ChatClientCustomizer mcpChatClientCustomizer(
      @Qualifier(McpClientAutoConfiguration.CALLBACKS) McpToolCallbackProvider tools) {
    return builder -> builder.defaultToolCallbacks(tools);
  }
}
