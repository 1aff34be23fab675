package io.mcpbridge.spring.ai;

import io.mcpbridge.approval.McpApprovals;
import io.mcpbridge.approval.ResumedCall;
import io.mcpbridge.catalog.SearchTools;
import io.mcpbridge.catalog.server.ServerInstructions;
import java.lang.reflect.Method;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.client.ChatClientRequest;
import org.springframework.ai.chat.client.ChatClientResponse;
import org.springframework.ai.chat.client.advisor.api.CallAdvisor;
import org.springframework.ai.chat.client.advisor.api.CallAdvisorChain;
import org.springframework.ai.chat.client.advisor.api.StreamAdvisor;
import org.springframework.ai.chat.client.advisor.api.StreamAdvisorChain;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.core.Ordered;
import org.springframework.util.ReflectionUtils;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * Connects the requests of a {@code ChatClient} with their tools of MCP servers:
 *
 * <ul>
 *   <li>The tools learn the conversation from the advisor parameter {@link
 *       ChatMemory#CONVERSATION_ID}.
 *   <li>The complete results of the calls are in the context of the response ({@link
 *       McpToolResults#of(ChatClientResponse)}).
 *   <li>The instructions of trusted servers are appended to the system message, as far as the
 *       request has tools of them.
 * </ul>
 *
 * <p>{@link #withApprovals} resumes calls that waited for approval. A request without tools of MCP
 * servers passes unchanged. The starter adds the advisor to {@code ChatClient.Builder} beans; for
 * another builder:
 *
 * <pre>{@code
 * ChatClient.builder(model).defaultAdvisors(McpAdvisor.create())
 * }</pre>
 *
 * <p>Thread-safe.
 */
public final class McpAdvisor implements CallAdvisor, StreamAdvisor {

  /** Spring AI 2 has immutable options, 1.1 has setters instead. */
  private static final @Nullable Method MUTATE =
      ReflectionUtils.findMethod(ToolCallingChatOptions.class, "mutate");

  /** Before chat memories, and before the tool loop of Spring AI 2, which keeps the options. */
  private static final int ORDER = Ordered.HIGHEST_PRECEDENCE + 100;

  private final ServerInstructions instructions;
  private final @Nullable SuspendedChat suspended;

  private McpAdvisor(ServerInstructions instructions, @Nullable SuspendedChat suspended) {
    this.instructions = instructions;
    this.suspended = suspended;
  }

  /** An advisor without instructions of servers. */
  public static McpAdvisor create() {
    return of(ServerInstructions.trusting(List.of()));
  }

  /** An advisor that also adds the instructions of these servers. */
  public static McpAdvisor of(ServerInstructions instructions) {
    return new McpAdvisor(instructions, null);
  }

  /**
   * An advisor that also makes the approved calls of a conversation that do not wait ({@link
   * McpApprovals.Builder#suspendFor}), before the next turn. The results, refusals and so on are
   * put before the text of the user, for the model and a chat memory. Only in requests with a
   * {@link ChatMemory#CONVERSATION_ID}: calls of an unknown conversation wait for approval, too,
   * and the application makes them ({@link io.mcpbridge.catalog.ToolSet#resume}). A stream makes
   * the calls on another thread.
   *
   * @param approvals if their calls wait, nothing is different
   */
  public McpAdvisor withApprovals(McpApprovals approvals) {
    return new McpAdvisor(
        instructions, approvals.isSuspending() ? new SuspendedChat(approvals) : null);
  }

  @Override
  public ChatClientResponse adviseCall(ChatClientRequest request, CallAdvisorChain chain) {
    McpToolResults results = resultsFor(request);
    if (results == null) {
      return chain.nextCall(request);
    }
    ChatClientRequest advised = advised(request, results);
    if (suspended == null) {
      return with(results, chain.nextCall(advised));
    }
    List<ResumedCall> resumed = suspended.resume(advised, mcpToolsOf(advised), results);
    ChatClientResponse response = chain.nextCall(suspended.withResults(advised, resumed));
    suspended.delivered(resumed);
    return with(results, response);
  }

  @Override
  public Flux<ChatClientResponse> adviseStream(
      ChatClientRequest request, StreamAdvisorChain chain) {
    McpToolResults results = resultsFor(request);
    if (results == null) {
      return chain.nextStream(request);
    }
    ChatClientRequest advised = advised(request, results);
    Flux<ChatClientResponse> responses =
        suspended == null ? chain.nextStream(advised) : resumed(suspended, advised, results, chain);
    return responses.map(response -> with(results, response));
  }

  /** Calls and stores may block. */
  private static Flux<ChatClientResponse> resumed(
      SuspendedChat suspended,
      ChatClientRequest advised,
      McpToolResults results,
      StreamAdvisorChain chain) {
    return Mono.fromCallable(() -> suspended.resume(advised, mcpToolsOf(advised), results))
        .subscribeOn(Schedulers.boundedElastic())
        .flatMapMany(
            resumed ->
                chain
                    .nextStream(suspended.withResults(advised, resumed))
                    .concatWith(
                        Mono.<ChatClientResponse>fromRunnable(() -> suspended.delivered(resumed))
                            .subscribeOn(Schedulers.boundedElastic())));
  }

  /** The collector of a request; {@code null} if it has no tools of MCP servers. */
  private static @Nullable McpToolResults resultsFor(ChatClientRequest request) {
    if (mcpToolsOf(request).isEmpty()) {
      return null;
    }
    McpToolResults results = McpToolResults.of(request.context());
    return results == null ? new McpToolResults() : results;
  }

  private static List<McpToolCallback> mcpToolsOf(ChatClientRequest request) {
    return toolsOf(request.prompt()).stream()
        .filter(McpToolCallback.class::isInstance)
        .map(McpToolCallback.class::cast)
        .toList();
  }

  private static List<ToolCallback> toolsOf(Prompt prompt) {
    // null in Spring AI 2 for a request without tools
    return prompt.getOptions() instanceof ToolCallingChatOptions options
            && options.getToolCallbacks() != null
        ? options.getToolCallbacks()
        : List.of();
  }

  private static ChatClientResponse with(McpToolResults results, ChatClientResponse response) {
    return response.mutate().context(McpToolResults.CONTEXT_KEY, results).build();
  }

  private ChatClientRequest advised(ChatClientRequest request, McpToolResults results) {
    AdvisedRequest advised =
        new AdvisedRequest(
            request.context().get(ChatMemory.CONVERSATION_ID),
            results,
            UUID.randomUUID().toString());
    Prompt prompt = withInstructions(request.prompt());
    List<ToolCallback> tools =
        toolsOf(prompt).stream()
            .map(tool -> tool instanceof McpToolCallback mcp ? mcp.advised(advised) : tool)
            .toList();
    return request
        .mutate()
        .context(McpToolResults.CONTEXT_KEY, results)
        .prompt(
            prompt
                .mutate()
                .chatOptions(withTools((ToolCallingChatOptions) prompt.getOptions(), tools))
                .build())
        .build();
  }

  private Prompt withInstructions(Prompt prompt) {
    Map<String, String> byServer = instructionsByServer(toolsOf(prompt));
    if (instructions.of(byServer).isEmpty()) {
      return prompt;
    }
    return prompt.augmentSystemMessage(
        system -> {
          String text = instructions.appendedTo(system.getText(), byServer);
          return text == null ? system : system.mutate().text(text).build();
        });
  }

  private static Map<String, String> instructionsByServer(List<ToolCallback> tools) {
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
    return "mcp";
  }

  @Override
  public int getOrder() {
    return ORDER;
  }

  /** Copies the options of a request, which may belong to the application. */
  private static ToolCallingChatOptions withTools(
      ToolCallingChatOptions options, List<ToolCallback> tools) {
    if (MUTATE != null) {
      return ((ToolCallingChatOptions.Builder)
              Objects.requireNonNull(ReflectionUtils.invokeMethod(MUTATE, options)))
          .toolCallbacks(tools)
          .build();
    }
    ToolCallingChatOptions copy = options.copy();
    copy.setToolCallbacks(tools);
    return copy;
  }
}
