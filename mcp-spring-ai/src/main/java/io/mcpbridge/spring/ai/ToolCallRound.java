package io.mcpbridge.spring.ai;

import io.mcpbridge.catalog.SearchTools;
import io.mcpbridge.catalog.ToolSet;
import io.micrometer.context.ContextSnapshotFactory;
import java.util.ArrayList;
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
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
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
import org.springframework.util.ClassUtils;
import reactor.util.context.ContextView;

/** The execution of the calls of one response, by another manager. */
final class ToolCallRound {

  /** Since 2.0.1, Spring AI counts the calls of a turn by the responses in the prompt. */
  private static final boolean COUNTS_CALLS =
      ClassUtils.isPresent(
          "org.springframework.ai.model.tool.ToolCallLimits", ToolCallRound.class.getClassLoader());

  /** Names the request in the metadata of tool responses, which are not sent to models. */
  private static final String INVOCATION = "io.mcpbridge.invocation";

  /** The names of the tools that the responses come from, in their metadata. */
  private static final String CALLED_TOOLS = "io.mcpbridge.called-tools";

  private final ToolCallingManager manager;
  private final Prompt prompt;
  private final ToolCallingChatOptions options;
  private final AssistantMessage answer;
  private final List<ToolCall> calls;
  private final List<ToolCallback> tools;
  private final Set<String> kinds;
  private final ToolMedia.Budget budget;
  private final List<Message> withoutMedia;
  private final String invocationId;

  /** What was executed: the messages that follow the prompt, and whether to return directly. */
  private record Executed(List<Message> added, boolean returnDirect, List<Message> media) {}

  /**
   * @param manager executes the calls
   * @param answer has the calls
   * @param kinds what the model accepts in results: {@code image}, {@code audio}
   */
  ToolCallRound(
      ToolCallingManager manager,
      Prompt prompt,
      ToolCallingChatOptions options,
      AssistantMessage answer,
      Set<String> kinds) {
    this.manager = manager;
    this.prompt = prompt;
    this.options = options;
    this.answer = answer;
    this.tools = new ArrayList<>(tools(options));
    tools.addAll(
        LoadedCallbacks.forOptions(
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
      ChatResponse response = only(List.of(calls.get(i)));
      List<Message> before = COUNTS_CALLS ? counted(calls.subList(0, i)) : List.of();
      tasks.add(new FutureTask<>(() -> execute(before, response)));
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
    List<FutureTask<Executed>> tasksOfThisThread = new ArrayList<>();
    for (int i = 0; i < tasks.size(); i++) {
      FutureTask<Executed> task = tasks.get(i);
      if (ofServers.contains(calls.get(i).name())) {
        executor.execute(withContext(task));
      } else {
        tasksOfThisThread.add(task);
      }
    }
    tasksOfThisThread.forEach(FutureTask::run);
    return tasks.stream().map(ToolCallRound::join).toList();
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
            .map(
                tool ->
                    tool instanceof McpToolCallback mcp
                        ? mcp.withInvocationId(invocationId).collecting(media)
                        : tool)
            .toList();
    ToolCallingChatOptions copy =
        ToolCallingChatOptions.builder()
            .toolCallbacks(callbacks)
            .toolContext(options.getToolContext())
            .build();
    NamedTools.copy(options, copy);
    return copy;
  }

  private ToolExecutionResult result(List<Executed> executed) {
    List<ToolResponse> responses = new ArrayList<>();
    List<Message> media = new ArrayList<>();
    for (Executed execution : executed) {
      for (Message message : execution.added) {
        if (message instanceof ToolResponseMessage toolResponses) {
          responses.addAll(toolResponses.getResponses());
        }
      }
      media.addAll(execution.media);
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

  /** The tools in the options. */
  static List<ToolCallback> tools(ToolCallingChatOptions options) {
    return options.getToolCallbacks() == null ? List.of() : options.getToolCallbacks();
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
      if (messages.get(i).getMetadata().get(INVOCATION) instanceof String id) {
        return id;
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
}
