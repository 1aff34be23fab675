package io.mcpbridge.spring.ai;

import io.mcpbridge.catalog.SearchTools;
import io.mcpbridge.catalog.server.ServerInstructions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.client.ChatClientRequest;
import org.springframework.ai.chat.client.ChatClientResponse;
import org.springframework.ai.chat.client.advisor.api.CallAdvisor;
import org.springframework.ai.chat.client.advisor.api.CallAdvisorChain;
import org.springframework.ai.chat.client.advisor.api.StreamAdvisor;
import org.springframework.ai.chat.client.advisor.api.StreamAdvisorChain;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.core.Ordered;
import reactor.core.publisher.Flux;

/**
 * Appends the instructions of trusted servers to the system message of each request, as far as the
 * request has tools of them. The starter adds it to {@code ChatClient.Builder} beans, with {@code
 * mcp.client.instructions.servers}; for another builder:
 *
 * <pre>{@code
 * ChatClient.builder(model)
 *     .defaultAdvisors(McpInstructionsAdvisor.of(ServerInstructions.trusting(List.of("github"))))
 * }</pre>
 *
 * <p>Thread-safe.
 */
public final class McpInstructionsAdvisor implements CallAdvisor, StreamAdvisor {

  /** Before chat memories, and before the tool loop of Spring AI 2. */
  private static final int ORDER = Ordered.HIGHEST_PRECEDENCE + 100;

  private final ServerInstructions instructions;

  private McpInstructionsAdvisor(ServerInstructions instructions) {
    this.instructions = instructions;
  }

  /** An advisor for the instructions of these servers. */
  public static McpInstructionsAdvisor of(ServerInstructions instructions) {
    return new McpInstructionsAdvisor(instructions);
  }

  @Override
  public ChatClientResponse adviseCall(ChatClientRequest request, CallAdvisorChain chain) {
    return chain.nextCall(advised(request));
  }

  @Override
  public Flux<ChatClientResponse> adviseStream(
      ChatClientRequest request, StreamAdvisorChain chain) {
    return chain.nextStream(advised(request));
  }

  private ChatClientRequest advised(ChatClientRequest request) {
    Prompt prompt = request.prompt();
    if (!(prompt.getOptions() instanceof ToolCallingChatOptions options)) {
      return request;
    }
    Map<String, String> byServer = byServer(options.getToolCallbacks());
    if (instructions.of(byServer).isEmpty()) {
      return request;
    }
    return request
        .mutate()
        .prompt(
            prompt.augmentSystemMessage(
                system -> {
                  String text = instructions.appendedTo(system.getText(), byServer);
                  return text == null ? system : system.mutate().text(text).build();
                }))
        .build();
  }

  /**
   * @param tools {@code null} in Spring AI 2 for a request without tools
   */
  private static Map<String, String> byServer(@Nullable List<ToolCallback> tools) {
    if (tools == null) {
      return Map.of();
    }
    Map<String, String> byServer = new LinkedHashMap<>();
    for (ToolCallback tool : tools) {
      if (tool instanceof McpToolCallback mcp && mcp.tools() instanceof SearchTools search) {
        byServer.putAll(search.instructionsByServer());
      } else if (tool instanceof McpToolCallback mcp && !byServer.containsKey(mcp.server())) {
        String text = mcp.tools().snapshot().instructions().get(mcp.server());
        byServer.put(mcp.server(), text == null ? "" : text);
      }
    }
    return byServer;
  }

  @Override
  public String getName() {
    return "mcpInstructions";
  }

  @Override
  public int getOrder() {
    return ORDER;
  }
}
