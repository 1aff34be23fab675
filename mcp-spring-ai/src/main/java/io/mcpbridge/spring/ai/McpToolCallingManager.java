package io.mcpbridge.spring.ai;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.model.tool.ToolCallingManager;
import org.springframework.ai.model.tool.ToolExecutionResult;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;

/**
 * Passes the images and audio of tool results to models that accept them, can run the calls of one
 * response concurrently, and tells the catalog which calls belong to one request, so that its
 * {@link io.mcpbridge.catalog.server.CallGuards} can stop a model in a loop. Adds the tools that a
 * model found with {@link io.mcpbridge.search.ToolSearchStyle#LOAD} to the end of its list, and
 * runs a call of {@code call_tool} as a call of the tool in it, for limits and observations. Passes
 * a failed call to the model even if the tool returns its results directly. Only tools of MCP
 * servers are affected.
 *
 * <p>A tool result of Spring AI has only text, so the media follow the tool results as user
 * messages, one for each call, for the providers that the application lists. For other models, and
 * for results that are returned directly, the text has a note.
 *
 * <p>The starter wraps the manager that Spring AI creates. For a manager of your own, or a {@code
 * ChatClient} of Spring AI 2 that was not made by the {@code ChatClient.Builder} bean:
 *
 * <pre>{@code
 * ToolCallingAdvisor.builder()
 *     .toolCallingManager(McpToolCallingManager.builder(manager).build())
 *     .build()
 * }</pre>
 *
 * <p>Thread-safe if the manager is.
 */
public final class McpToolCallingManager implements ToolCallingManager {

  private static final Logger log = LoggerFactory.getLogger(McpToolCallingManager.class);

  private final ToolCallingManager manager;
  private final Set<ChatModelProvider> imagesFor;
  private final Set<ChatModelProvider> audioFor;
  private final Supplier<? extends @Nullable Class<?>> chatModelType;
  private final @Nullable Executor executor;
  private final AtomicBoolean isWarned = new AtomicBoolean();

  private McpToolCallingManager(Builder builder) {
    this.manager = builder.manager;
    this.imagesFor = builder.imagesFor;
    this.audioFor = builder.audioFor;
    this.chatModelType = builder.chatModelType;
    this.executor = builder.executor;
  }

  /**
   * Creates a builder.
   *
   * @param manager executes the calls
   */
  public static Builder builder(ToolCallingManager manager) {
    return new Builder(manager);
  }

  @Override
  public List<ToolDefinition> resolveToolDefinitions(ToolCallingChatOptions chatOptions) {
    List<ToolDefinition> offered = manager.resolveToolDefinitions(chatOptions);
    List<ToolCallback> loaded = LoadedCallbacks.forOptions(chatOptions);
    if (loaded.isEmpty()) {
      return offered;
    }
    List<ToolDefinition> all = new ArrayList<>(offered);
    loaded.forEach(tool -> all.add(tool.getToolDefinition()));
    return all;
  }

  @Override
  public ToolExecutionResult executeToolCalls(Prompt prompt, ChatResponse chatResponse) {
    AssistantMessage answer = answer(chatResponse);
    if (answer == null
        || !(prompt.getOptions() instanceof ToolCallingChatOptions options)
        || ToolCallRound.tools(options).stream().noneMatch(McpToolCallback.class::isInstance)) {
      return manager.executeToolCalls(prompt, chatResponse);
    }
    warnWithoutConversation(prompt, options);
    ToolCallRound round = new ToolCallRound(manager, prompt, options, answer, kinds(options));
    return executor != null && answer.getToolCalls().size() > 1
        ? round.concurrently(executor)
        : round.inOrder(chatResponse);
  }

  /** Warns once if a chat with a memory calls tools that do not know the conversation. */
  private void warnWithoutConversation(Prompt prompt, ToolCallingChatOptions options) {
    if (isWarned.get() || !hasEarlierTurn(prompt.getInstructions())) {
      return;
    }
    Map<String, Object> context =
        options.getToolContext() == null ? Map.of() : options.getToolContext();
    for (ToolCallback tool : ToolCallRound.tools(options)) {
      if (tool instanceof McpToolCallback mcp
          && mcp.request() == null
          && mcp.conversationId(context) == null
          && !isWarned.getAndSet(true)) {
        log.warn(
            "A chat with a memory calls tools of MCP servers that do not know its conversation, so"
                + " that limits per conversation do not count, and stored results can be read in"
                + " other conversations. Add McpAdvisor.create() to the default advisors of this"
                + " ChatClient, or without a ChatClient ChatMemory.CONVERSATION_ID to the tool"
                + " context.");
      }
    }
  }

  private static boolean hasEarlierTurn(List<Message> messages) {
    boolean isAnswered = false;
    for (Message message : messages) {
      if (isAnswered && message instanceof UserMessage && !ToolMedia.isIn(message)) {
        return true;
      }
      isAnswered |= message instanceof AssistantMessage;
    }
    return false;
  }

  private static @Nullable AssistantMessage answer(ChatResponse response) {
    return response.getResults().stream()
        .map(Generation::getOutput)
        .filter(output -> !output.getToolCalls().isEmpty())
        .findFirst()
        .orElse(null);
  }

  /** What the model of a request accepts; its options tell which model it is. */
  private Set<String> kinds(ToolCallingChatOptions options) {
    ChatModelProvider provider = ChatModelProvider.of(options.getClass());
    if (provider == null) {
      provider = ChatModelProvider.of(chatModelType.get());
    }
    Set<String> kinds = new HashSet<>();
    if (provider != null && imagesFor.contains(provider)) {
      kinds.add("image");
    }
    if (provider != null && audioFor.contains(provider)) {
      kinds.add("audio");
    }
    return kinds;
  }

  /** Builds a manager. Not thread-safe. */
  public static final class Builder {

    private final ToolCallingManager manager;
    private Set<ChatModelProvider> imagesFor = Set.of();
    private Set<ChatModelProvider> audioFor = Set.of();
    private Supplier<? extends @Nullable Class<?>> chatModelType = () -> null;
    private @Nullable Executor executor;

    private Builder(ToolCallingManager manager) {
      this.manager = manager;
    }

    /**
     * Providers whose models get the images of results; default: none. Not for chats that keep only
     * the last message of each round: a chat memory advisor within the tool loop, or a tool calling
     * advisor whose internal conversation history is disabled.
     */
    public Builder imagesFor(ChatModelProvider... providers) {
      this.imagesFor = setOf(providers);
      return this;
    }

    /** Providers whose models get the audio of results; default: none, as for images. */
    public Builder audioFor(ChatModelProvider... providers) {
      this.audioFor = setOf(providers);
      return this;
    }

    /**
     * The class of the model, for requests whose options do not show it.
     *
     * @param type called for each response with calls; may return {@code null} if unknown
     */
    public Builder chatModelType(Supplier<? extends @Nullable Class<?>> type) {
      this.chatModelType = type;
      return this;
    }

    /**
     * Runs the calls of one response concurrently, with their results in order; default: one after
     * the other.
     *
     * @param executor must be able to run all calls of a response at once
     */
    public Builder concurrently(Executor executor) {
      this.executor = executor;
      return this;
    }

    /** Builds the manager. */
    public McpToolCallingManager build() {
      return new McpToolCallingManager(this);
    }

    private static Set<ChatModelProvider> setOf(ChatModelProvider... providers) {
      return providers.length == 0 ? Set.of() : EnumSet.copyOf(List.of(providers));
    }
  }
}
