package io.mcpbridge.spring.boot.autoconfigure;

import io.mcpbridge.selection.ToolSelection;
import io.mcpbridge.spring.ai.McpToolCallbackProvider;
import io.mcpbridge.spring.boot.internal.configuration.InvalidMcpConfigurationException;
import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.beans.factory.ObjectProvider;

/** Adds the tools to builders of Spring AI: all of them, or those of one agent. */
final class ChatClientTools {

  private final McpToolCallbackProvider all;
  private final ObjectProvider<ChatClient.Builder> builders;

  /** Set while a builder is created that has tools of its own. */
  private final ThreadLocal<Boolean> selected = ThreadLocal.withInitial(() -> false);

  /** The builders that have all tools. */
  private final Set<ChatClient.Builder> withAll =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

  ChatClientTools(McpToolCallbackProvider all, ObjectProvider<ChatClient.Builder> builders) {
    this.all = all;
    this.builders = builders;
  }

  /** Adds all tools, unless the builder gets selected ones. */
  void addAll(ChatClient.Builder builder) {
    if (!selected.get()) {
      builder.defaultToolCallbacks(all);
      withAll.add(builder);
    }
  }

  /**
   * A builder with only these tools of MCP servers. It is a copy, because the application may
   * declare the builder as a singleton.
   *
   * @throws InvalidMcpConfigurationException if the bean already has all tools
   */
  ChatClient.Builder builder(ToolSelection selection) {
    boolean isNested = selected.get(); // another agent is created meanwhile
    selected.set(true);
    try {
      ChatClient.Builder bean = builders.getObject();
      if (withAll.contains(bean)) {
        throw new InvalidMcpConfigurationException(
            "@McpTools cannot select the tools of the ChatClient.Builder bean: it is a singleton,"
                + " and mcp.client.spring-ai.attach-to-chat-clients gave it all tools.",
            "Declare the bean with @Scope(\"prototype\").");
      }
      return bean.clone().defaultToolCallbacks(all.forTools(selection));
    } finally {
      selected.set(isNested);
    }
  }
}
