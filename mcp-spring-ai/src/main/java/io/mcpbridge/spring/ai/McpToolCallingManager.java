package io.mcpbridge.spring.ai;

import io.mcpbridge.catalog.SearchTools;
import io.mcpbridge.catalog.ToolSet;
import io.micrometer.context.ContextSnapshotFactory;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.AssistantMessage.ToolCall;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage.ToolResponse;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.model.tool.ToolCallingManager;
import org.springframework.ai.model.tool.ToolExecutionResult;
import org.springframework.ai.model.tool.internal.ToolCallReactiveContextHolder;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;
import org.springframework.util.ClassUtils;
import reactor.util.context.ContextView;

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

  /** Since 2.0.1, Spring AI counts the calls of a turn by the responses in the prompt. */
  private static final boolean COUNTS_CALLS =
      ClassUtils.isPresent(
          "org.springframework.ai.model.tool.ToolCallLimits",
          McpToolCallingManager.class.getClassLoader());

  /** Names the request in the metadata of tool responses, which are not sent to models. */
  private static final String INVOCATION = "io.mcpbridge.invocation";

  /** The names of the tools that the responses come from, in their metadata. */
  private static final String CALLED_TOOLS = "io.mcpbridge.called-tools";

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
    List<ToolCallback> loaded = LoadedCallbacks.in(chatOptions);
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
        || tools(options).stream().noneMatch(McpToolCallback.class::isInstance)) {
      return manager.executeToolCalls(prompt, chatResponse);
    }
    warnWithoutConversation(prompt, options);
    Set<String> kinds = kinds(options);
    if (executor != null && answer.getToolCalls().size() > 1) {
      return new Round(prompt, options, answer, kinds).concurrently(executor);
    }
    return new Round(prompt, options, answer, kinds).inOrder(chatResponse);
  }

  /** Warns once if a chat with a memory calls tools that do not know the conversation. */
  private void warnWithoutConversation(Prompt prompt, ToolCallingChatOptions options) {
    if (isWarned.get() || !hasEarlierTurn(prompt.getInstructions())) {
      return;
    }
    Map<String, Object> context =
        options.getToolContext() == null ? Map.of() : options.getToolContext();
    for (ToolCallback tool : tools(options)) {
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

  private static List<ToolCallback> tools(ToolCallingChatOptions options) {
    return options.getToolCallbacks() == null ? List.of() : options.getToolCallbacks();
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

  /** What was executed: the messages that follow the prompt, and whether to return directly. */
  private record Executed(List<Message> added, boolean returnDirect, List<Message> media) {}

  /** The execution of the calls of one response. */
  private final class Round {

    private final Prompt prompt;
    private final ToolCallingChatOptions options;
    private final AssistantMessage answer;
    private final List<ToolCall> calls;
    private final List<ToolCallback> tools;
    private final Set<String> kinds;
    private final ToolMedia.Budget budget;
    private final List<Message> withoutMedia;
    private final String invocationId;

    Round(
        Prompt prompt, ToolCallingChatOptions options, AssistantMessage answer, Set<String> kinds) {
      this.prompt = prompt;
      this.options = options;
      this.answer = answer;
      this.tools = new ArrayList<>(tools(options));
      tools.addAll(
          LoadedCallbacks.in(
              options,
              answer.getToolCalls().stream().map(ToolCall::name).collect(Collectors.toSet())));
      this.kinds = kinds;
      this.budget = new ToolMedia.Budget(prompt.getInstructions());
      // a user message starts a new turn for the limits of Spring AI
      this.withoutMedia =
          prompt.getInstructions().stream()
              .filter(message -> !ToolMedia.isIn(message))
              .map(message -> COUNTS_CALLS ? withCalledTools(message) : message)
              .toList();
      this.invocationId = invocationOf(withoutMedia);
      this.calls = answer.getToolCalls().stream().map(call -> withoutSearch(call, tools)).toList();
    }

    ToolExecutionResult inOrder(ChatResponse response) {
      boolean isUnchanged = calls.equals(answer.getToolCalls());
      Executed executed = execute(List.of(), isUnchanged ? response : only(calls));
      return isUnchanged
          ? result(executed.added, executed.returnDirect, executed.media)
          : result(List.of(executed));
    }

    /**
     * Executes each call by itself: those of MCP servers on other threads, the others on this one,
     * since tools of the application may depend on it.
     */
    ToolExecutionResult concurrently(Executor executor) {
      List<FutureTask<Executed>> tasks = new ArrayList<>();
      for (int i = 0; i < calls.size(); i++) {
        ChatResponse one = only(List.of(calls.get(i)));
        List<Message> before = COUNTS_CALLS ? counted(calls.subList(0, i)) : List.of();
        tasks.add(new FutureTask<>(() -> execute(before, one)));
      }
      try {
        return result(run(tasks, executor));
      } finally {
        tasks.forEach(task -> task.cancel(true)); // harmless if it has ended
      }
    }

    private List<Executed> run(List<FutureTask<Executed>> tasks, Executor executor) {
      Set<String> ofServers = new HashSet<>();
      for (ToolCallback tool : tools) {
        if (tool instanceof McpToolCallback) {
          ofServers.add(tool.getToolDefinition().name());
        }
      }
      List<FutureTask<Executed>> here = new ArrayList<>();
      for (int i = 0; i < tasks.size(); i++) {
        FutureTask<Executed> task = tasks.get(i);
        if (ofServers.contains(calls.get(i).name())) {
          executor.execute(withContext(task));
        } else {
          here.add(task);
        }
      }
      here.forEach(FutureTask::run);
      return tasks.stream().map(McpToolCallingManager::join).toList();
    }

    /** The responses before a call, for the limits of Spring AI. */
    private List<Message> counted(List<ToolCall> before) {
      List<ToolResponse> responses =
          before.stream().map(call -> new ToolResponse(call.id(), call.name(), "")).toList();
      return responses.isEmpty()
          ? List.of()
          : List.of(ToolResponseMessage.builder().responses(responses).build());
    }

    private ChatResponse only(List<ToolCall> toolCalls) {
      return new ChatResponse(
          List.of(
              new Generation(
                  AssistantMessage.builder()
                      .content(answer.getText())
                      .properties(answer.getMetadata())
                      .toolCalls(toolCalls)
                      .build())));
    }

    private Executed execute(List<Message> before, ChatResponse response) {
      List<Message> messages = new ArrayList<>(withoutMedia);
      messages.addAll(before);
      ToolMedia media = new ToolMedia(kinds, budget);
      ToolExecutionResult result =
          manager.executeToolCalls(new Prompt(messages, optionsFor(media)), response);
      List<Message> history = result.conversationHistory();
      return new Executed(
          history.subList(Math.min(messages.size(), history.size()), history.size()),
          result.returnDirect() && !media.hasFailure(), // the model can act on a failure
          media.messages());
    }

    /** The options for one execution, whose tools know the request and hand over their media. */
    private ToolCallingChatOptions optionsFor(ToolMedia media) {
      List<ToolCallback> callbacks =
          tools.stream()
              .map(tool -> tool instanceof McpToolCallback mcp ? of(mcp, media) : tool)
              .toList();
      ToolCallingChatOptions copy =
          ToolCallingChatOptions.builder()
              .toolCallbacks(callbacks)
              .toolContext(options.getToolContext())
              .build();
      NamedTools.copy(options, copy);
      return copy;
    }

    private ToolCallback of(McpToolCallback tool, ToolMedia media) {
      return tool.within(invocationId).collecting(media);
    }

    private ToolExecutionResult result(List<Executed> executed) {
      List<ToolResponse> responses = new ArrayList<>();
      List<Message> media = new ArrayList<>();
      for (Executed one : executed) {
        for (Message message : one.added) {
          if (message instanceof ToolResponseMessage some) {
            responses.addAll(some.getResponses());
          }
        }
        media.addAll(one.media);
      }
      return result(
          List.of(
              answer,
              renamed(
                  ToolResponseMessage.builder().responses(responses).build(),
                  names(answer.getToolCalls()))),
          executed.stream().allMatch(Executed::returnDirect),
          media);
    }

    private ToolExecutionResult result(
        List<Message> added, boolean returnDirect, List<Message> media) {
      List<Message> history = new ArrayList<>(prompt.getInstructions());
      added.forEach(message -> history.add(named(message)));
      if (!returnDirect) {
        history.addAll(media);
      }
      return ToolExecutionResult.builder()
          .conversationHistory(history)
          .returnDirect(returnDirect)
          .build();
    }

    /** The next round finds the request by the responses of this one. */
    private Message named(Message message) {
      if (!(message instanceof ToolResponseMessage results)) {
        return message;
      }
      Map<String, Object> metadata = new HashMap<>(results.getMetadata());
      metadata.put(INVOCATION, invocationId);
      metadata.put(CALLED_TOOLS, names(calls));
      return ToolResponseMessage.builder()
          .responses(results.getResponses())
          .metadata(metadata)
          .build();
    }
  }

  /**
   * The call that a call of {@code call_tool} stands for.
   *
   * @param tools get the tool, unless it is among them
   */
  private static ToolCall withoutSearch(ToolCall call, List<ToolCallback> tools) {
    if (!(find(call.name(), tools) instanceof McpToolCallback search)) {
      return call;
    }
    SearchTools.Target target = search.target(call.arguments());
    if (target == null) {
      return call;
    }
    String name = target.tool().modelName();
    ToolCallback offered = find(name, tools);
    if (offered == null) {
      tools.add(search.forTool(new ToolSet.MatchedTool(target.tools(), target.tool()), name));
    }
    return offered == null || offered instanceof McpToolCallback
        ? new ToolCall(call.id(), call.type(), name, target.argumentsJson())
        : call; // a tool of the application has that name
  }

  private static @Nullable ToolCallback find(String name, List<ToolCallback> tools) {
    for (ToolCallback tool : tools) {
      if (tool.getToolDefinition().name().equals(name)) {
        return tool;
      }
    }
    return null;
  }

  private static List<String> names(List<ToolCall> calls) {
    return calls.stream().map(ToolCall::name).toList();
  }

  /** Names responses after the tools that were called, as Spring AI counts them. */
  private static Message withCalledTools(Message message) {
    return message instanceof ToolResponseMessage results
            && results.getMetadata().get(CALLED_TOOLS) instanceof List<?> names
        ? renamed(results, names)
        : message;
  }

  private static ToolResponseMessage renamed(ToolResponseMessage results, List<?> names) {
    if (names.size() != results.getResponses().size()) {
      return results;
    }
    List<ToolResponse> responses = new ArrayList<>();
    for (ToolResponse response : results.getResponses()) {
      String name = String.valueOf(names.get(responses.size()));
      responses.add(new ToolResponse(response.id(), name, response.responseData()));
    }
    return ToolResponseMessage.builder()
        .responses(responses)
        .metadata(results.getMetadata())
        .build();
  }

  /** The request that the messages after the last one of the user belong to; a new one at first. */
  private static String invocationOf(List<Message> messages) {
    for (int i = messages.size() - 1; i >= 0 && !(messages.get(i) instanceof UserMessage); i--) {
      if (messages.get(i).getMetadata().get(INVOCATION) instanceof String known) {
        return known;
      }
    }
    return UUID.randomUUID().toString();
  }

  /** With the thread-bound values of this thread, among them the observation. */
  private static Runnable withContext(Runnable task) {
    ContextView reactive = ToolCallReactiveContextHolder.getContext();
    return ContextSnapshotFactory.builder()
        .build()
        .captureAll()
        .wrap(
            () -> {
              // The executor may run the task on the thread of the chat.
              ContextView before = ToolCallReactiveContextHolder.getContext();
              ToolCallReactiveContextHolder.setContext(reactive);
              try {
                task.run();
              } finally {
                ToolCallReactiveContextHolder.setContext(before);
              }
            });
  }

  private static Executed join(FutureTask<Executed> task) {
    try {
      return task.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException("interrupted while tools were called");
    }
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
