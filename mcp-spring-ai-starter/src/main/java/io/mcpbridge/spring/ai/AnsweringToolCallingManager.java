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
 * Has a model told that a tool does not exist, where Spring AI would end the chat. The tools of the
 * request are all that there are to it: where only one of them can be meant, because the model
 * wrote a dot for two underscores or left the server out, that one is called; otherwise the model
 * reads which there are.
 *
 * <p>The starter puts it around the manager that Spring AI makes. With a manager of your own, or a
 * {@code ChatClient} of Spring AI 2 that was not made by the {@code ChatClient.Builder} bean:
 *
 * <pre>{@code
 * ToolCallingAdvisor.builder().toolCallingManager(AnsweringToolCallingManager.around(manager)).build()
 * }</pre>
 *
 * <p>Thread-safe if the manager is.
 */
public final class AnsweringToolCallingManager implements ToolCallingManager {

  private final ToolCallingManager manager;
  private final Predicate<String> findsItself;
  private final Supplier<@Nullable ToolSet> offered;

  private AnsweringToolCallingManager(
      ToolCallingManager manager,
      Predicate<String> findsItself,
      Supplier<@Nullable ToolSet> offered) {
    this.manager = manager;
    this.findsItself = findsItself;
    this.offered = offered;
  }

  /** Around a manager that runs the tools of the request and no others. */
  public static AnsweringToolCallingManager around(ToolCallingManager manager) {
    return around(manager, name -> false);
  }

  /**
   * Around a manager that also runs tools which are not in the request.
   *
   * @param findsItself whether it knows a tool by this name
   */
  public static AnsweringToolCallingManager around(
      ToolCallingManager manager, Predicate<String> findsItself) {
    return around(manager, findsItself, () -> null);
  }

  /**
   * The same where requests have the tools of a set, such as a catalogue: while it has none, the
   * model reads what is the matter with its servers.
   *
   * @param offered asked where a request has no tools; {@code null} for none
   */
  public static AnsweringToolCallingManager around(
      ToolCallingManager manager,
      Predicate<String> findsItself,
      Supplier<@Nullable ToolSet> offered) {
    return new AnsweringToolCallingManager(manager, findsItself, offered);
  }

  @Override
  public List<ToolDefinition> resolveToolDefinitions(ToolCallingChatOptions chatOptions) {
    return manager.resolveToolDefinitions(chatOptions);
  }

  @Override
  public ToolExecutionResult executeToolCalls(Prompt prompt, ChatResponse chatResponse) {
    return manager.executeToolCalls(withAnswers(prompt, chatResponse), chatResponse);
  }

  /** What stands in for tools that are not there is for this one round: no model is offered it. */
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
    GivenTools known = GivenTools.of(given, NamedTools.areIn(options));
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
