package io.mcpbridge.spring.ai;

import io.mcpbridge.catalog.ToolSet;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
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
import org.springframework.ai.tool.resolution.ToolCallbackResolver;

/**
 * Returns an error to the model when it calls an unknown tool, where Spring AI would end the chat.
 * A request whose tools are all of the application is left to Spring AI. Looks only at the tools of
 * the request. If the name matches exactly one of them, because the model wrote a dot for two
 * underscores or omitted the server, that tool is called; otherwise the model gets the list of
 * available tools.
 *
 * <p>The starter wraps the manager that Spring AI creates. For a manager of your own, or a {@code
 * ChatClient} of Spring AI 2 that was not made by the {@code ChatClient.Builder} bean:
 *
 * <pre>{@code
 * ToolCallingAdvisor.builder().toolCallingManager(UnknownToolCallingManager.of(manager)).build()
 * }</pre>
 *
 * <p>Thread-safe if the manager is.
 */
public final class UnknownToolCallingManager implements ToolCallingManager {

  private final ToolCallingManager manager;
  private final ToolCallbackResolver resolver;
  private final Supplier<@Nullable ToolSet> offered;

  private UnknownToolCallingManager(
      ToolCallingManager manager,
      ToolCallbackResolver resolver,
      Supplier<@Nullable ToolSet> offered) {
    this.manager = manager;
    this.resolver = resolver;
    this.offered = offered;
  }

  /** Wraps a manager that runs only the tools of the request. */
  public static UnknownToolCallingManager of(ToolCallingManager manager) {
    return of(manager, name -> null);
  }

  /**
   * Wraps a manager that also runs tools which are not in the request.
   *
   * @param resolver resolves these tools; one of an MCP server runs only if the request names it,
   *     because it may belong to another agent
   */
  public static UnknownToolCallingManager of(
      ToolCallingManager manager, ToolCallbackResolver resolver) {
    return of(manager, resolver, () -> null);
  }

  /**
   * Wraps a manager for requests with the tools of a set, such as a catalog. If the set is empty,
   * the model gets the state of its servers.
   *
   * @param resolver resolves tools that are not in the request; one of an MCP server runs only if
   *     the request names it, because it may belong to another agent
   * @param offered called if a request has no tools; {@code null} for none
   */
  public static UnknownToolCallingManager of(
      ToolCallingManager manager,
      ToolCallbackResolver resolver,
      Supplier<@Nullable ToolSet> offered) {
    return new UnknownToolCallingManager(manager, resolver, offered);
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
    List<ToolCallback> callbacks =
        options.getToolCallbacks() == null ? List.of() : options.getToolCallbacks();
    Set<String> unknown = names(response);
    callbacks.forEach(tool -> unknown.remove(tool.getToolDefinition().name()));
    Set<String> named = NamedTools.toolNames(options);
    unknown.removeIf(name -> isRunByManager(name, named));
    if (unknown.isEmpty() || hasOnlyToolsOfApplication(callbacks, named)) {
      return prompt;
    }
    List<ToolCallback> tools = new ArrayList<>(callbacks);
    RequestTools requestTools = RequestTools.of(callbacks, !named.isEmpty());
    ToolSet offeredTools = callbacks.isEmpty() ? offered.get() : null;
    unknown.forEach(name -> tools.add(requestTools.standIn(name, offeredTools)));
    return new Prompt(
        prompt.getInstructions(),
        ToolCallingChatOptions.builder()
            .toolCallbacks(tools)
            .toolContext(options.getToolContext())
            .build());
  }

  /** Such a request fails or continues as it would without this manager. */
  private boolean hasOnlyToolsOfApplication(List<ToolCallback> callbacks, Set<String> named) {
    return !callbacks.isEmpty()
        && callbacks.stream().noneMatch(McpToolCallback.class::isInstance)
        && named.stream().map(resolver::resolve).noneMatch(McpToolCallback.class::isInstance);
  }

  /**
   * Spring AI resolves a name among the tools of all providers, also a name that the model was not
   * offered.
   */
  private boolean isRunByManager(String name, Set<String> named) {
    ToolCallback resolved = resolver.resolve(name);
    return resolved != null && (named.contains(name) || !(resolved instanceof McpToolCallback));
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
