package io.mcpbridge.spring.ai;

import io.mcpbridge.catalog.FoundTools;
import io.mcpbridge.catalog.SearchTools;
import io.mcpbridge.catalog.ToolSet;
import io.mcpbridge.catalog.ToolSet.MatchedTool;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.context.ThreadContextProvider.ContextSnapshot;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.tool.ToolCallback;

/**
 * The tools that a model found, of the conversation of the request, or else of one request to the
 * {@code ChatClient}. Carried by the callbacks of the request, since Spring AI tells its manager
 * only the options when it asks for definitions. Thread-safe.
 */
final class LoadedCallbacks {

  private final SearchTools search;
  private final FoundTools foundTools;
  private final ContextSnapshot captured;
  private final Function<ToolSet, List<McpToolCallback>> callbacks;
  private final Object request = new Object();

  /** The key of a conversation. */
  private record Conversation(@Nullable Object user, Object id) {}

  /**
   * @param captured the context of the request, with its user
   * @param callbacks those of all tools of a set, without a context
   */
  LoadedCallbacks(
      SearchTools search,
      FoundTools foundTools,
      ContextSnapshot captured,
      Function<ToolSet, List<McpToolCallback>> callbacks) {
    this.search = search;
    this.foundTools = foundTools;
    this.captured = captured;
    this.callbacks = callbacks;
  }

  /** The callbacks of the tools found so far, after the tools of the options. */
  static List<ToolCallback> forOptions(ToolCallingChatOptions options) {
    return forOptions(options, Set.of());
  }

  /**
   * As {@link #forOptions(ToolCallingChatOptions)}, with those that the model calls by exact name
   * although they are not offered anymore.
   */
  static List<ToolCallback> forOptions(ToolCallingChatOptions options, Set<String> called) {
    List<ToolCallback> offered =
        options.getToolCallbacks() == null ? List.of() : options.getToolCallbacks();
    List<ToolCallback> loaded = new ArrayList<>();
    Set<String> names = new HashSet<>();
    offered.forEach(tool -> names.add(tool.getToolDefinition().name()));
    Map<LoadedCallbacks, McpToolCallback> providers = new LinkedHashMap<>(); // one tool of each
    for (ToolCallback tool : offered) {
      if (tool instanceof McpToolCallback mcp && mcp.loaded() != null) {
        providers.putIfAbsent(mcp.loaded(), mcp);
      }
    }
    Map<String, Object> context =
        options.getToolContext() == null ? Map.of() : options.getToolContext();
    for (Map.Entry<LoadedCallbacks, McpToolCallback> provider : providers.entrySet()) {
      for (McpToolCallback callback : provider.getKey().of(provider.getValue(), context, called)) {
        if (names.add(callback.getToolDefinition().name())) {
          loaded.add(callback);
        }
      }
    }
    return loaded;
  }

  private List<McpToolCallback> of(
      McpToolCallback offered, Map<String, Object> context, Set<String> called) {
    List<MatchedTool> tools =
        new ArrayList<>(foundTools.of(conversation(offered.conversationId(context)), search));
    for (String name : called) {
      MatchedTool tool = search.loadable(name);
      if (tool != null) {
        tools.add(tool);
      }
    }
    List<McpToolCallback> loaded = new ArrayList<>();
    for (MatchedTool tool : tools) {
      for (McpToolCallback callback : callbacks.apply(tool.tools())) {
        if (callback.getToolDefinition().name().equals(tool.tool().modelName())) {
          loaded.add(callback.with(captured).loading(this).advised(offered.request()));
        }
      }
    }
    return loaded;
  }

  void record(@Nullable Object conversationId, CatalogTool called, ToolOutput output) {
    Object conversation = conversation(conversationId);
    foundTools.record(conversation, called, output);
    if (search.loadable(called.modelName()) != null) {
      foundTools.add(conversation, List.of(called.modelName())); // it may have been forgotten
    }
  }

  private Object conversation(@Nullable Object id) {
    return id == null ? request : new Conversation(captured.user(), id);
  }
}
