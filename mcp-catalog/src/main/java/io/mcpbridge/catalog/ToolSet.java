package io.mcpbridge.catalog;

import static java.util.Objects.requireNonNullElse;

import io.mcpbridge.approval.McpApprovals;
import io.mcpbridge.approval.ResumedCall;
import io.mcpbridge.catalog.internal.call.ResolveToolStep;
import io.mcpbridge.catalog.internal.call.UnknownToolMessage;
import io.mcpbridge.catalog.server.CatalogSnapshot;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ServerInstructions;
import io.mcpbridge.catalog.server.ServerNames;
import io.mcpbridge.catalog.server.ServerStatus;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.context.ThreadContextProvider;
import io.mcpbridge.json.Json;
import io.mcpbridge.search.ToolSearch;
import io.mcpbridge.search.ToolSearchResult;
import io.mcpbridge.selection.ToolSelection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Tools to offer to a model: all of a {@link ToolCatalog}, or those in a {@link ToolView} of one.
 * Thread-safe.
 */
public sealed interface ToolSet permits ToolCatalog, ToolView, SearchTools {

  /** The currently known tools: no I/O, no lock, the same instance until a change. */
  CatalogSnapshot snapshot();

  /** The tools of the current {@link #snapshot()} to offer to a model. */
  default List<CatalogTool> tools() {
    return snapshot().tools();
  }

  /**
   * Finds tools by what they do, by the words of their definitions; {@link ToolSearch} has further
   * settings.
   *
   * @param query such as {@code open a pull request}
   * @param limit the maximum number of hits; there are none if it is not positive
   */
  default ToolSearchResult search(String query, int limit) {
    return catalog().search().search(snapshot(), query, limit);
  }

  /**
   * Calls a tool on behalf of a model. Does not throw if the call fails: the output has a short
   * sentence for the model, and the exception. A tool that is not in this set is answered as
   * unknown. Blocks the calling thread.
   *
   * @param modelName the name that the model used; a mangled name is resolved if the match is
   *     unambiguous
   * @param argumentsJson the arguments as the model wrote them; empty counts as {@code {}}.
   *     Arguments that violate the tool's schema are repaired or rejected ({@link
   *     io.mcpbridge.catalog.server.ServerOptions#argumentPolicy()})
   */
  ToolOutput call(String modelName, String argumentsJson, CallOptions options);

  /** As {@link #call(String, String, CallOptions)}, with the default options. */
  default ToolOutput call(String modelName, String argumentsJson) {
    return call(modelName, argumentsJson, CallOptions.defaults());
  }

  /** As {@link #call(String, String)}, without arguments. */
  default ToolOutput call(String modelName) {
    return call(modelName, "{}");
  }

  /** As {@link #call(String, Map, CallOptions)}, with the default options. */
  default ToolOutput call(String modelName, Map<String, ?> arguments) {
    return call(modelName, arguments, CallOptions.defaults());
  }

  /**
   * As {@link #call(String, String, CallOptions)}, with plain Java values as arguments.
   *
   * @throws io.mcpbridge.json.JsonException if the arguments contain something that has no JSON
   *     form; nothing is called
   */
  default ToolOutput call(String modelName, Map<String, ?> arguments, CallOptions options) {
    return call(modelName, Json.write(arguments), options);
  }

  /**
   * As {@link #call(String, String, CallOptions)}, without blocking any thread while the server
   * works on the call, a user decides about its approval, or it waits for a permit, {@code
   * Retry-After} or a retry. Two cases need one thread per call, a virtual one on Java 21 and
   * later: Streamable HTTP, and a catalog with interceptors or {@link
   * io.mcpbridge.catalog.server.ServerOptions#resourceTools() resource tools}.
   *
   * <p>The application's code in the call, such as credentials suppliers, runs on the catalog's
   * threads. Canceling the future cancels the request at the server.
   *
   * @param context restored on those threads; {@link ThreadContextProvider#NOTHING} for none
   * @return completes as {@link #call(String, String, CallOptions)} returns
   */
  CompletableFuture<ToolOutput> callAsync(
      String modelName,
      String argumentsJson,
      CallOptions options,
      ThreadContextProvider.ContextSnapshot context);

  /**
   * As {@link #callAsync(String, String, CallOptions, ThreadContextProvider.ContextSnapshot)}, with
   * the calling thread's context as the catalog's {@link ToolCatalogBuilder#threadContext} captures
   * it; without one, or if capturing fails, with none.
   */
  default CompletableFuture<ToolOutput> callAsync(
      String modelName, String argumentsJson, CallOptions options) {
    return callAsync(modelName, argumentsJson, options, catalog().calls().capture());
  }

  /** As {@link #callAsync(String, String, CallOptions)}, with the default options. */
  default CompletableFuture<ToolOutput> callAsync(String modelName, String argumentsJson) {
    return callAsync(modelName, argumentsJson, CallOptions.defaults());
  }

  /**
   * As {@link #callAsync(String, String)}, with plain Java values as arguments.
   *
   * @throws io.mcpbridge.json.JsonException if the arguments contain something that has no JSON
   *     form; nothing is called
   */
  default CompletableFuture<ToolOutput> callAsync(String modelName, Map<String, ?> arguments) {
    return callAsync(modelName, Json.write(arguments));
  }

  /**
   * Makes the suspended calls of a conversation that are allowed, see {@link McpApprovals#resume}.
   *
   * @param options names the user and the conversation
   */
  default List<ResumedCall> resume(McpApprovals approvals, CallOptions options) {
    return approvals.resume(
        options.user(),
        options.conversationId(),
        call ->
            call(
                call.modelName(),
                call.argumentsJson(),
                options.toBuilder().approvalId(call.id()).build()));
  }

  /**
   * The instructions of trusted servers with tools in this set, as text for a system prompt. Does
   * no I/O. Changes with the offered tools: a server whose tools stay listed while it is
   * disconnected keeps its instructions.
   *
   * @param trustedServers keys of servers, with {@code *} and {@code ?} wildcards
   * @return empty if there are none; limited by {@link ServerInstructions#MAX_LENGTH}
   * @throws IllegalArgumentException if a key is empty
   */
  default String instructions(String... trustedServers) {
    return ServerInstructions.trusting(List.of(trustedServers)).of(snapshot().instructions());
  }

  /**
   * The sentence for a model that called a tool that none of the sets has, where tools of several
   * sets or other tools are offered together: the problem of its server, or the most similar names
   * if the sets are all that the model has. {@link ToolCatalog#callUnknownTool} answers the call.
   *
   * @param modelName the name that the model used
   * @param hasOtherTools whether the model also has tools of another kind
   */
  static String unknownTool(String modelName, List<? extends ToolSet> sets, boolean hasOtherTools) {
    boolean hasNoTools =
        !hasOtherTools && sets.stream().allMatch(set -> set.snapshot().tools().isEmpty());
    if (!hasOtherTools && !sets.isEmpty() && (hasNoTools || sets.size() == 1)) {
      ToolSet set = sets.get(0);
      return set instanceof SearchTools searchTools
          ? searchTools.unknown(modelName)
          : ResolveToolStep.unknown(set.snapshot(), () -> ToolView.serversOf(set), modelName);
    }
    List<ServerStatus> servers =
        sets.stream().flatMap(set -> ToolView.serversOf(set).stream()).toList();
    String away = UnknownToolMessage.serverIsAway(modelName, serverNames(sets), servers);
    if (away != null) {
      return away;
    }
    return hasNoTools ? UnknownToolMessage.NOR_OTHERS : UnknownToolMessage.AMONG_OTHERS;
  }

  /**
   * Resolves a name from the model, exact or mangled, where tools of several sets are offered
   * together. Returns a tool only if the match is unambiguous and the name may refer to its server.
   * Among searched sets, the search tools come first, and then all tools that can be found: models
   * call found tools by their own names, too.
   *
   * @return {@code null} if there is no match, or several
   */
  static @Nullable MatchedTool matchedTool(String written, List<? extends ToolSet> sets) {
    List<ServerNames> serverNames = serverNames(sets);
    Map<String, MatchedTool> matchedTools = new HashMap<>();
    for (ToolSet offered : sets) {
      CatalogTool search = offered instanceof SearchTools s ? s.searchTool(written) : null;
      if (search != null) {
        return new MatchedTool(offered, search);
      }
      for (ToolSet set : offered instanceof SearchTools s ? s.sets() : List.of(offered)) {
        CatalogTool tool = set.snapshot().resolve(written, serverNames);
        if (tool != null) {
          matchedTools.putIfAbsent(tool.modelName(), new MatchedTool(set, tool));
        }
      }
    }
    return matchedTools.size() == 1 ? matchedTools.values().iterator().next() : null;
  }

  /**
   * A tool of one of several sets.
   *
   * @param tools the set to call it in
   */
  record MatchedTool(ToolSet tools, CatalogTool tool) {

    /**
     * As {@link ToolSet#call(String, String, CallOptions)}, for options that were prepared for this
     * tool: if a tool of another server has the name now, nothing is sent.
     */
    public ToolOutput call(@Nullable String argumentsJson, CallOptions options) {
      return tools instanceof SearchTools searchTools
          ? searchTools.call(
              tool.modelName(), tool, requireNonNullElse(argumentsJson, "{}"), options)
          : tools
              .catalog()
              .calls()
              .call(
                  tools.snapshot(),
                  () -> ToolView.serversOf(tools),
                  tool.modelName(),
                  tool,
                  argumentsJson,
                  options);
    }

    /** As {@link #call}, without blocking a thread; see {@link ToolSet#callAsync}. */
    public CompletableFuture<ToolOutput> callAsync(
        @Nullable String argumentsJson,
        CallOptions options,
        ThreadContextProvider.ContextSnapshot context) {
      return tools instanceof SearchTools searchTools
          ? searchTools.callAsync(
              tool.modelName(), tool, requireNonNullElse(argumentsJson, "{}"), options, context)
          : tools
              .catalog()
              .calls()
              .callAsync(
                  tools.snapshot(),
                  () -> ToolView.serversOf(tools),
                  tool.modelName(),
                  tool,
                  argumentsJson,
                  options,
                  tools.catalog().workers(),
                  context);
    }
  }

  private static List<ServerNames> serverNames(List<? extends ToolSet> sets) {
    return sets.stream().map(set -> set.snapshot().serverNames()).distinct().toList();
  }

  /** The catalog of these tools: the state of the servers, and their clients. */
  ToolCatalog catalog();

  /**
   * A subset of these tools, such as for one of several agents. Server patterns select among
   * servers.
   *
   * <pre>{@code
   * ToolView reviewer =
   *     catalog.view(
   *         ToolSelection.builder()
   *             .include(ToolPattern.any().ofServers("github").readOnly())
   *             .build());
   * }</pre>
   *
   * <p>A view needs no closing and follows the catalog's changes.
   */
  default ToolView view(ToolSelection selection) {
    return new ToolView(this, selection);
  }

  /**
   * The tools that match a predicate. It runs once per tool after each change of the tools, on the
   * next thread that requests them, so it should be fast. A tool for which it throws is omitted
   * with a log message.
   */
  default ToolView view(Predicate<? super CatalogTool> accepted) {
    return new ToolView(this, accepted);
  }

  /**
   * These tools behind a search: a model gets three tools to find and call the others with, instead
   * of all definitions.
   *
   * <pre>{@code
   * ToolSet few = catalog.searchable(ToolSearch.builder().alwaysVisible("read_file").build());
   * }</pre>
   *
   * <p>Needs no closing and follows the catalog's changes. LangChain4j's {@code McpToolProvider}
   * and Spring AI's {@code McpToolCallbackProvider} take the search in their builders, and know the
   * provider's limit.
   */
  default SearchTools searchable(ToolSearch search) {
    return new SearchTools(
        List.of(this), search, null, tool -> false, SearchTools.unmatched(search));
  }
}
