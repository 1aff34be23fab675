package io.mcpbridge.spring.boot.autoconfigure;

import io.mcpbridge.approval.McpApprovals;
import io.mcpbridge.catalog.server.ServerInstructions;
import io.mcpbridge.spring.ai.McpAdvisor;
import io.mcpbridge.spring.ai.McpToolCallbackProvider;
import io.mcpbridge.spring.boot.McpClientProperties;
import java.util.List;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.ChatClientCustomizer;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;

/**
 * Adds a {@link McpAdvisor} to {@code ChatClient.Builder} beans of Spring AI, and the tools: those
 * that {@link io.mcpbridge.spring.boot.McpTools} selects, or all tools to each builder if the
 * application enables it. The latter is disabled by default: Spring AI refuses a request with
 * duplicate tools, and most chats should not have the tools of all servers.
 */
@AutoConfiguration(after = McpSpringAiAutoConfiguration.class)
@ConditionalOnClass({ChatClientCustomizer.class, McpAdvisor.class})
@ConditionalOnBean(
    name = McpClientAutoConfiguration.CALLBACKS,
    value = McpToolCallbackProvider.class)
public class McpChatClientAutoConfiguration {

  @Bean
  @Lazy
  ChatClientTools mcpChatClientTools(
      @Qualifier(McpClientAutoConfiguration.CALLBACKS) McpToolCallbackProvider tools,
      ObjectProvider<ChatClient.Builder> builders) {
    return new ChatClientTools(tools, builders);
  }

  @Bean
  @Lazy
  SelectedTools.Factory mcpSelectedChatClientBuilder(ChatClientTools tools) {
    return new SelectedTools.Factory(ChatClient.Builder.class, tools::builder);
  }

  @Bean
  ChatClientCustomizer mcpAdvisorCustomizer(
      ObjectProvider<McpClientProperties> properties, ObjectProvider<McpApprovals> approvals) {
    McpClientProperties clientProperties = properties.getIfAvailable();
    ServerInstructions instructions =
        McpClientAutoConfiguration.trustedInstructions(
            clientProperties == null ? List.of() : clientProperties.instructions().servers());
    return builder -> {
      McpAdvisor advisor = McpAdvisor.of(instructions);
      McpApprovals suspending = approvals.getIfUnique();
      builder.defaultAdvisors(suspending == null ? advisor : advisor.withApprovals(suspending));
    };
  }

  /**
   * Spring AI 2 has a successor of this type but still supports it; 1.1 has only this one. The
   * provider is called for each request, not once for the builder.
   */
  @Bean
  @ConditionalOnProperty(prefix = "mcp.client.spring-ai", name = "attach-to-chat-clients")
  ChatClientCustomizer mcpChatClientCustomizer(ChatClientTools tools) {
    return tools::addAll;
  }
}
