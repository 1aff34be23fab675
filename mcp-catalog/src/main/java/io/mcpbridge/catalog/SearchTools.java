package io.mcpbridge.catalog;

import io.mcpbridge.arguments.ToolArguments;
import io.mcpbridge.catalog.internal.access.UnmatchedNames;
import io.mcpbridge.catalog.internal.call.UnknownToolMessage;
import io.mcpbridge.catalog.internal.tools.ReadResultTool;
import io.mcpbridge.catalog.server.CatalogSnapshot;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ServerInstructions;
import io.mcpbridge.catalog.server.ServerStatus;
import io.mcpbridge.catalog.server.ToolNames;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.context.ThreadContextProvider;
import io.mcpbridge.json.JsonException;
import io.mcpbridge.schema.ToolLimit;
import io.mcpbridge.search.ToolSearch;
import io.mcpbridge.search.ToolSearchDecision;
import io.mcpbridge.search.ToolSearchMode;
import io.mcpbridge.search.ToolSearchResult;
import io.mcpbridge.search.ToolSearchStyle;
import io.mcpbridge.selection.ToolSelection;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Offers three tools instead of hundreds: {@code search_tools} finds tools by what they do, {@code
 * describe_tool} returns their definitions, and {@code call_tool} calls one. Tools that are
 * {@linkplain ToolSearch.Builder#alwaysVisible always visible} are offered, too. The definitions of
 * the three stay the same when tools change, so that prompt caches of model providers stay valid;
 * only a new server adds a line to the first.
 *
 * <p>With {@link ToolSearchStyle#LOAD}, only {@code search_tools} is offered, and the adapter adds
 * the {@link FoundTools} of the conversation.
 *
 * <p>A call through {@code call_tool} is a call of the tool in it: arguments, approval, limits,
 * events and metrics are the same. Which tools can be found depends on the set that is searched, so
 * a view for a user finds nothing else.
 *
 * <p>With {@link ToolSearchMode#AUTO}, the search tools replace the others once the definitions are
 * larger than the token budget or more than the provider takes, and then stay. Thread-safe.
 */
public final class SearchTools implements ToolSet {

  /** The server of the search tools, in patterns and reports. */
  public static final String SERVER = ToolNames.SEARCH_TOOLS;

  private static final Logger log = LoggerFactory.getLogger(ToolSearch.class);

  private final List<ToolSet> sets;
  private final ToolSearch search;
  private final @Nullable ToolLimit limit;
  private final Predicate<? super CatalogTool> alwaysVisible;
  private final UnmatchedNames unmatched;
  private final AtomicReference<Searched> searched = new AtomicReference<>(Searched.NOTHING);

  /**
   * @param sets what is searched; their tools have different names
   * @param limit the provider's limit; {@code null} if none is known
   * @param alwaysVisible tools to offer beside those that the search names
   * @param unmatched checks the names that the search has for these
   */
  SearchTools(
      List<? extends ToolSet> sets,
      ToolSearch search,
      @Nullable ToolLimit limit,
      Predicate<? super CatalogTool> alwaysVisible,
      UnmatchedNames unmatched) {
    this.sets = List.copyOf(sets);
    this.search = search;
    this.limit = limit;
    this.alwaysVisible = alwaysVisible;
    this.unmatched = unmatched;
  }

  /** Checks the names of tools that the search has. */
  static UnmatchedNames unmatched(ToolSearch search) {
    return UnmatchedNames.in("tool-search.always-visible", search.alwaysVisible());
  }

  /**
   * What is searched and offered.
   *
   * @param findable all tools that can be found
   * @param isActive whether the search tools are offered instead
   */
  private record Searched(
      List<CatalogSnapshot> snapshots,
      CatalogSnapshot findable,
      CatalogSnapshot offered,
      ServerMap map,
      boolean isActive) {

    static final Searched NOTHING =
        new Searched(
            List.of(), CatalogSnapshot.EMPTY, CatalogSnapshot.EMPTY, ServerMap.EMPTY, false);

    boolean isOf(List<ToolSet> sets) {
      if (snapshots.size() != sets.size()) {
        return false;
      }
      for (int i = 0; i < sets.size(); i++) {
        if (sets.get(i).snapshot() != snapshots.get(i)) {
          return false;
        }
      }
      return true;
    }
  }

  /**
   * A call of a tool, as a model wrote it for {@code call_tool}.
   *
   * @param tools the set to call it in
   * @param argumentsJson the tool's own arguments
   */
  public record Target(ToolSet tools, CatalogTool tool, String argumentsJson) {}

  /**
   * The call that a call of {@code call_tool} stands for, for adapters that prepare calls by tool.
   *
   * @return {@code null} for any other tool, if there is no such tool, and if the adapter offers it
   */
  public static @Nullable Target target(
      ToolSet tools, CatalogTool tool, @Nullable String argumentsJson) {
    return tools instanceof SearchTools searchTools
            && tool.server().equals(SERVER)
            && tool.modelName().equals(SearchToolDefinitions.CALL)
        ? searchTools.target(argumentsJson)
        : null;
  }

  private @Nullable Target target(@Nullable String argumentsJson) {
    try {
      Map<String, @Nullable Object> arguments = ToolArguments.read(argumentsJson);
      if (!(arguments.get(SearchToolDefinitions.NAME) instanceof String name)) {
        return null;
      }
      MatchedTool matched = ToolSet.matchedTool(name, sets);
      return matched == null || alwaysVisible.test(matched.tool())
          ? null
          : new Target(
              matched.tools(), matched.tool(), SearchToolDefinitions.innerArguments(arguments));
    } catch (JsonException e) {
      return null;
    }
  }

  /**
   * The answer of {@code search_tools} for people: is not counted, and told no listener. No I/O.
   *
   * @param sets what is searched; their tools have different names
   */
  public static ToolOutput preview(ToolSearch search, List<? extends ToolSet> sets, String query) {
    CatalogSnapshot all = joined(sets.stream().map(ToolSet::snapshot).toList());
    return SearchToolAnswers.search(
        search,
        findable(all),
        name -> Stream.ofNullable(all.tool(name)).anyMatch(tool -> !search.isAlwaysVisible(tool)),
        Map.of(SearchToolDefinitions.QUERIES, List.of(query)));
  }

  /** Whether models call found tools by name ({@link ToolSearchStyle#LOAD}). */
  public boolean isLoading() {
    return search.style() == ToolSearchStyle.LOAD && isActive();
  }

  /**
   * A tool that can be found and is not offered.
   *
   * @param modelName its exact name
   * @return {@code null} if there is none
   */
  public @Nullable MatchedTool loadable(String modelName) {
    MatchedTool matched = ToolSet.matchedTool(modelName, sets);
    return matched != null
            && matched.tool().modelName().equals(modelName)
            && snapshot().tool(modelName) == null
        ? matched
        : null;
  }

  /** The tool to read on in long results of a found tool; {@code null} if there is none to load. */
  @Nullable MatchedTool resultReader(MatchedTool matched) {
    for (CatalogTool tool : matched.tools().snapshot().of(matched.tool().server())) {
      if (ReadResultTool.isAdded(tool)) {
        return loadable(tool.modelName());
      }
    }
    return null;
  }

  private boolean isOffered(CatalogTool tool) {
    return alwaysVisible.test(tool) || search.isAlwaysVisible(tool);
  }

  /** Whether the search tools are offered, instead of all tools. */
  public boolean isActive() {
    return current().isActive;
  }

  @Override
  public CatalogSnapshot snapshot() {
    return current().offered;
  }

  /** Searches the tools that can be found, instead of the search tools. */
  @Override
  public ToolSearchResult search(String query, int limit) {
    return search.search(current().findable, query, limit);
  }

  /** The instructions of the servers whose tools can be found or are offered, by server. */
  public Map<String, String> instructionsByServer() {
    return current().findable.instructions();
  }

  @Override
  public String instructions(String... trustedServers) {
    return ServerInstructions.trusting(List.of(trustedServers)).of(instructionsByServer());
  }

  private Searched current() {
    Searched before = Objects.requireNonNull(searched.get());
    if (before.isOf(sets)) {
      return before;
    }
    List<CatalogSnapshot> now = sets.stream().map(ToolSet::snapshot).toList();
    CatalogSnapshot all = joined(now);
    CatalogSnapshot findable = findable(all);
    ToolSearchDecision decision = search.decide(all, findable, limit);
    boolean isActive = before.isActive || decision.active();
    ServerMap map =
        isActive ? before.map.with(findable, servers(), search::isTrustedServer) : before.map;
    CatalogSnapshot offered = isActive ? offered(all, map) : all;
    Searched updated =
        new Searched(
            now,
            findable,
            offered.isLike(before.offered) ? before.offered : offered,
            map,
            isActive);
    if (searched.compareAndSet(before, updated)) {
      unmatched.check(sets.stream().map(ToolSet::catalog).toList());
      if (decision.active() == isActive) { // else the search stays, for an earlier reason
        report(decision);
      }
      return updated;
    }
    return Objects.requireNonNull(searched.get()).isOf(sets)
        ? Objects.requireNonNull(searched.get())
        : updated;
  }

  /** Without the tools that are of use only with a handle: the note of a result names them. */
  private static CatalogSnapshot findable(CatalogSnapshot all) {
    List<CatalogTool> findableTools =
        all.all().stream().filter(tool -> !ReadResultTool.isAdded(tool)).toList();
    return findableTools.size() == all.all().size() ? all : all.with(findableTools);
  }

  private void report(ToolSearchDecision decision) {
    if (search.mode() == ToolSearchMode.OFF || decision.tools() == 0 || !search.record(decision)) {
      return;
    }
    // That a few tools are sent as they are is nothing to report.
    LoggingEventBuilder line = log.atLevel(decision.active() ? Level.INFO : Level.DEBUG);
    line.log(
        "Models get {} {} tools with about {} tokens: {} (budget: {} tokens{};"
            + " mcp.client.tool-search.mode={})",
        !decision.active()
            ? "all"
            : search.style() == ToolSearchStyle.LOAD
                ? "search_tools instead of"
                : "search_tools, describe_tool and call_tool instead of",
        decision.tools(),
        decision.tokens(),
        decision.reason(),
        decision.tokenBudget(),
        limit == null
            ? ", no known limit of tools"
            : ", limit of " + limit.provider() + ": " + limit.maxTools() + " tools",
        search.mode().name().toLowerCase(Locale.ROOT));
  }

  private static CatalogSnapshot joined(List<CatalogSnapshot> snapshots) {
    if (snapshots.size() == 1) {
      return snapshots.get(0);
    }
    List<CatalogTool> all = new ArrayList<>();
    Map<String, String> instructions = new LinkedHashMap<>();
    for (CatalogSnapshot snapshot : snapshots) {
      all.addAll(snapshot.all());
      instructions.putAll(snapshot.instructions());
    }
    return new CatalogSnapshot(all, instructions, snapshots.get(0).serverNames());
  }

  private CatalogSnapshot offered(CatalogSnapshot all, ServerMap map) {
    List<CatalogTool> offered =
        new ArrayList<>(SearchToolDefinitions.tools(search.style(), map.text()));
    all.tools().stream().filter(this::isOffered).forEach(offered::add);
    if (search.style() == ToolSearchStyle.LOAD) { // there is no call_tool for it
      Set<String> servers = offered.stream().map(CatalogTool::server).collect(Collectors.toSet());
      all.tools().stream()
          .filter(tool -> servers.contains(tool.server()) && ReadResultTool.isAdded(tool))
          .filter(tool -> !isOffered(tool))
          .forEach(offered::add);
    }
    return all.with(offered);
  }

  @Override
  public ToolOutput call(String modelName, String argumentsJson, CallOptions options) {
    return call(modelName, null, argumentsJson, options);
  }

  /**
   * @param prepared the tool that the call was prepared for; {@code null} if only its name is known
   */
  ToolOutput call(
      String modelName, @Nullable CatalogTool prepared, String argumentsJson, CallOptions options) {
    CatalogTool tool = searchTool(modelName);
    if (tool == null) {
      ToolSet holding = holding(modelName);
      return holding == null
          ? catalog().callUnknownTool(modelName, argumentsJson, options, () -> unknown(modelName))
          : prepared == null
              ? holding.call(modelName, argumentsJson, options)
              : new MatchedTool(holding, prepared).call(argumentsJson, options);
    }
    Target target = target(this, tool, argumentsJson);
    return target == null
        ? catalog()
            .calls()
            .answer(
                snapshot(),
                tool.modelName(),
                argumentsJson,
                options,
                () -> answer(tool, argumentsJson))
        : new MatchedTool(target.tools, target.tool).call(target.argumentsJson, options);
  }

  @Override
  public CompletableFuture<ToolOutput> callAsync(
      String modelName,
      String argumentsJson,
      CallOptions options,
      ThreadContextProvider.ContextSnapshot context) {
    return callAsync(modelName, null, argumentsJson, options, context);
  }

  CompletableFuture<ToolOutput> callAsync(
      String modelName,
      @Nullable CatalogTool prepared,
      String argumentsJson,
      CallOptions options,
      ThreadContextProvider.ContextSnapshot context) {
    CatalogTool tool = searchTool(modelName);
    if (tool == null) {
      ToolSet holding = holding(modelName);
      return holding == null
          ? catalog()
              .calls()
              .unknownAsync(
                  modelName,
                  argumentsJson,
                  options,
                  () -> unknown(modelName),
                  catalog().workers(),
                  context)
          : prepared == null
              ? holding.callAsync(modelName, argumentsJson, options, context)
              : new MatchedTool(holding, prepared).callAsync(argumentsJson, options, context);
    }
    Target target = target(this, tool, argumentsJson);
    return target == null
        ? catalog()
            .calls()
            .answerAsync(
                snapshot(),
                tool.modelName(),
                argumentsJson,
                options,
                () -> answer(tool, argumentsJson),
                catalog().workers(),
                context)
        : new MatchedTool(target.tools, target.tool)
            .callAsync(target.argumentsJson, options, context);
  }

  /** The search tool that the model means; {@code null} if it means another tool. */
  @Nullable CatalogTool searchTool(String modelName) {
    CatalogTool tool = snapshot().resolveAny(modelName);
    return tool != null && tool.server().equals(SERVER) ? tool : null;
  }

  /** What is searched. */
  List<ToolSet> sets() {
    return sets;
  }

  /**
   * The set that has a tool which the caller calls by its own name, also one that is hidden from
   * models; {@code null} if there is none.
   */
  private @Nullable ToolSet holding(String modelName) {
    MatchedTool matched = ToolSet.matchedTool(modelName, sets);
    return matched == null
        ? sets.stream()
            .filter(set -> set.snapshot().tool(modelName) != null)
            .findFirst()
            .orElse(null)
        : matched.tools();
  }

  private ToolOutput answer(CatalogTool tool, @Nullable String argumentsJson) {
    Map<String, @Nullable Object> arguments;
    try {
      arguments = ToolArguments.read(argumentsJson);
    } catch (JsonException e) {
      return ToolOutput.refusal(
          tool.modelName() + " did not run: its arguments are not valid JSON: " + e.getMessage());
    }
    return switch (tool.modelName()) {
      case SearchToolDefinitions.SEARCH ->
          SearchToolAnswers.search(
              search, current().findable, name -> loadable(name) != null, arguments);
      case SearchToolDefinitions.DESCRIBE ->
          SearchToolAnswers.describe(arguments, this::find, this::unknown);
      default ->
          ToolOutput.refusal(
              arguments.get(SearchToolDefinitions.NAME) instanceof String name
                  ? notCalled(name)
                  : "The argument name is missing: the name of a tool, as found.");
    };
  }

  /** The adapter treats the result of an offered tool in its own way, such as returning it. */
  private String notCalled(String name) {
    CatalogTool tool = find(name);
    return tool == null
        ? unknown(name)
        : name + " did not run. Call it directly, as " + tool.modelName() + ".";
  }

  private @Nullable CatalogTool find(String name) {
    MatchedTool matched = ToolSet.matchedTool(name, sets);
    return matched == null ? null : matched.tool();
  }

  /** The sentence for a model that calls a tool that cannot be found. */
  String unknown(String name) {
    String sentence = ToolSet.unknownTool(name, sets, isActive() && sets.size() > 1);
    return isActive()
        ? sentence.replace(
            UnknownToolMessage.USE_ANOTHER, "Find one with " + SearchToolDefinitions.SEARCH + ".")
        : sentence;
  }

  /** The servers that the caller may know of. */
  List<ServerStatus> servers() {
    return sets.stream().flatMap(set -> ToolView.serversOf(set).stream()).toList();
  }

  /** The catalog of the last of the sets. */
  @Override
  public ToolCatalog catalog() {
    return sets.get(sets.size() - 1).catalog();
  }

  /** A view of the tools of the first set, without search tools. */
  @Override
  public ToolView view(ToolSelection selection) {
    return sets.get(0).view(selection);
  }

  /** A view of the tools of the first set, without search tools. */
  @Override
  public ToolView view(Predicate<? super CatalogTool> accepted) {
    return sets.get(0).view(accepted);
  }
}
