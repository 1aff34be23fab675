package io.mcpbridge.spring.ai;

import io.mcpbridge.catalog.ToolSet;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.model.tool.ToolCallingManager;
import org.springframework.ai.model.tool.ToolExecutionResult;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;

/**
 * Returns an error to the model when it calls an unknown tool, where Spring AI would end the chat.
 * Looks only at the tools of the request. If the name matches exactly one of them, because the
 * model wrote a dot for two underscores or omitted the server, that tool is called; otherwise the
 * model gets the list of available tools.
 *
 * <p>The starter wraps the manager that Spring AI creates. For a manager of your own, or a {@code
 * ChatClient} of Spring AI 2 that was not made by the {@code ChatClient.Builder} bean:
 *
 * <pre>{@code
 * ToolCallingAdvisor.builder().toolCallingManager(UnknownToolCallingManager.around(manager)).build()
 * }</pre>
 *
 * <p>Thread-safe if the manager is.
 */
public final class UnknownToolCallingManager implements ToolCallingManager {

  private final ToolCallingManager manager;
  private final Predicate<String> findsItself;
  private final Supplier<@Nullable ToolSet> offered;

  private UnknownToolCallingManager(
      ToolCallingManager manager,
      Predicate<String> findsItself,
      Supplier<@Nullable ToolSet> offered) {
    this.manager = manager;
    this.findsItself = findsItself;
    this.offered = offered;
  }

  /** Wraps a manager that runs only the tools of the request. */
  public static UnknownToolCallingManager around(ToolCallingManager manager) {
    return around(manager, name -> false);
  }

  /**
   * Wraps a manager that also runs tools which are not in the request.
   *
   * @param findsItself whether the manager can resolve a tool of this name
   */
  public static UnknownToolCallingManager around(
      ToolCallingManager manager, Predicate<String> findsItself) {
    return around(manager, findsItself, () -> null);
  }

  /**
   * Wraps a manager for requests with the tools of a set, such as a catalog. If the set is empty,
   * the model gets the state of its servers.
   *
   * @param findsItself whether the manager can resolve a tool of this name
   * @param offered called if a request has no tools; {@code null} for none
   */
  public static UnknownToolCallingManager around(
      ToolCallingManager manager,
      Predicate<String> findsItself,
      Supplier<@Nullable ToolSet> offered) {
    return new UnknownToolCallingManager(manager, findsItself, offered);
  }

  @Override
  public List<ToolDefinition> resolveToolDefinitions(ToolCallingChatOptions chatOptions) {
    return manager.resolveToolDefinitions(chatOptions);
  }

  @Override
  public ToolExecutionResult executeToolCalls(Prompt prompt, ChatResponse chatResponse) {
    return manager.executeToolCalls(withAnswers(prompt, chatResponse), chatResponse);
  }

  /**
   * Adds replacements for unknown tools, for this execution only: they are not offered to the
   * model.
   */
  private Prompt withAnswers(Prompt prompt, ChatResponse response) {
    if (!(prompt.getOptions() instanceof ToolCallingChatOptions options)) {
      return prompt;
    }
    List<ToolCallback> given =
        options.getToolCallbacks() == null ? List.of() : options.getToolCallbacks();
    Set<String> unknown = names(response);
    given.forEach(tool -> unknown.remove(tool.getToolDefinition().name()));
    unknown.removeIf(findsItself);
    if (unknown.isEmpty()) {
      return prompt;
    }
    List<ToolCallback> tools = new ArrayList<>(given);
    RequestTools known = RequestTools.of(given, NamedTools.areIn(options));
    ToolSet others = given.isEmpty() ? offered.get() : null;
    unknown.forEach(name -> tools.add(known.standIn(name, others)));
    return new Prompt(
        prompt.getInstructions(),
        ToolCallingChatOptions.builder()
            .toolCallbacks(tools)
            .toolContext(options.getToolContext())
            .build());
  }

  private static Set<String> names(ChatResponse response) {
    Set<String> names = new LinkedHashSet<>();
    response.getResults().stream()
        .flatMap(generation -> generation.getOutput().getToolCalls().stream())
        .map(AssistantMessage.ToolCall::name)
        .forEach(names::add);
    return names;
  }
}
