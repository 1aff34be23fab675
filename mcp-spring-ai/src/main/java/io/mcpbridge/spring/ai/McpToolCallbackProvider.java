package io.mcpbridge.spring.ai;

import io.mcpbridge.catalog.SearchToolSets;
import io.mcpbridge.catalog.SearchTools;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolCatalogBuilder;
import io.mcpbridge.catalog.ToolSet;
import io.mcpbridge.catalog.ToolViews;
import io.mcpbridge.catalog.internal.access.NameConflicts;
import io.mcpbridge.catalog.internal.access.ToolOfferLog;
import io.mcpbridge.catalog.internal.access.UnmatchedNames;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.context.ThreadContextProvider;
import io.mcpbridge.schema.AdaptedSchema;
import io.mcpbridge.schema.SchemaProfile;
import io.mcpbridge.schema.SchemaReport;
import io.mcpbridge.search.ToolSearch;
import io.mcpbridge.selection.ToolPattern;
import io.mcpbridge.selection.ToolSelection;
import io.mcpbridge.transport.Transport;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.ToolCallbackProvider;

/**
 * The tools of all servers of a {@link ToolCatalog} for Spring AI:
 *
 * <pre>{@code
 * chatClient.prompt(question).toolCallbacks(mcpToolCallbackProvider).call().content();
 * }</pre>
 *
 * <p>{@link #getToolCallbacks()} returns the tools in memory: no I/O, no lock, no exception, and no
 * tools before the catalog was started. Thread-safe; one instance serves all threads.
 */
public final class McpToolCallbackProvider implements ToolCallbackProvider, AutoCloseable {

  /** A copy that nothing changes. */
  private final Builder settings;

  private final Supplier<? extends ToolSet> tools;
  private final Runnable onClose;
  private final CallWarnings warnings = new CallWarnings();
  private final SearchToolSets search;
  private final NameConflicts nameConflicts = new NameConflicts();
  private final ToolOfferLog offerLog = new ToolOfferLog();
  private final CallbackCache callbackCache = new CallbackCache(this::callback, offerLog);

  private McpToolCallbackProvider(
      Builder settings, Supplier<? extends ToolSet> tools, Runnable onClose) {
    this.settings = settings;
    this.tools = tools;
    this.onClose = onClose;
    this.search = new SearchToolSets(settings.toolSearch, settings.returnDirect);
  }

  /** The current tools of a catalog or of a view of one. Does not start or close the catalog. */
  public static McpToolCallbackProvider of(ToolSet tools) {
    return builder().tools(tools).build();
  }

  /**
   * Returns a provider for other tools, such as those of one agent, with the settings of this one:
   * which results are returned directly, which keys of the context are sent, what is captured, and
   * the form of input schemas, but without {@linkplain Builder#additionalTools additional tools}.
   * It need not be closed.
   *
   * @param view a view of the same catalog
   * @throws IllegalArgumentException if it belongs to another catalog
   */
  public McpToolCallbackProvider forTools(ToolSet view) {
    if (view.catalog() != catalog()) {
      throw new IllegalArgumentException("forTools(...) needs a view of the same catalog");
    }
    return settings.copy().tools(view).additionalTools(() -> null).build();
  }

  /**
   * Returns a provider of the selected tools only, such as those of one agent, with the settings of
   * this one. It need not be closed. The selection also applies to {@linkplain
   * Builder#additionalTools additional tools}, such as those of the user.
   */
  public McpToolCallbackProvider forTools(ToolSelection selection) {
    ToolViews viewsOfSelection = new ToolViews(selection);
    return settings
        .copy()
        .tools(tools.get().view(selection))
        .additionalTools(() -> viewsOfSelection.of(settings.additionalTools.get()))
        .build();
  }

  /** Creates a builder, for a provider with its own servers or with an existing catalog. */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * The current tools, with schemas in the form that the model accepts; a new array for each call.
   */
  @Override
  public ToolCallback[] getToolCallbacks() {
    if (!settings.ready.getAsBoolean()) {
      return new ToolCallback[0];
    }
    ToolSet tools = this.tools.get();
    ModelConstraints rules = rules();
    ToolSet additional = settings.additionalTools.get();
    settings.unmatchedNames.check(
        additional == null
            ? List.of(tools.catalog())
            : List.of(tools.catalog(), additional.catalog()));
    SearchTools searchTools = search.instead(tools, additional, rules.limit());
    List<McpToolCallback> offered = offered(searchTools, tools, additional, rules.profile());
    if (searchTools == null) { // again, because a server may have listed more tools meanwhile
      searchTools = search.instead(tools, additional, rules.limit());
      offered =
          searchTools == null ? offered : offered(searchTools, tools, additional, rules.profile());
    }
    if (rules.limit() != null) {
      offerLog.count(offered.size(), rules.limit());
    }
    ThreadContextProvider.ContextSnapshot captured = settings.threadContext.capture();
    LoadedCallbacks loaded =
        searchTools == null || !searchTools.isLoading()
            ? null
            : new LoadedCallbacks(
                searchTools,
                search.foundTools(),
                captured,
                set -> callbackCache.of(set, rules.profile()));
    return offered.stream()
        .map(
            callback ->
                captured == ThreadContextProvider.NOTHING ? callback : callback.with(captured))
        .map(callback -> loaded == null ? callback : callback.loading(loaded))
        .toArray(ToolCallback[]::new);
  }

  private List<McpToolCallback> offered(
      @Nullable SearchTools searchTools,
      ToolSet tools,
      @Nullable ToolSet additional,
      SchemaProfile profile) {
    if (searchTools != null) {
      return callbackCache.of(searchTools, profile);
    }
    List<McpToolCallback> ofAll = callbackCache.of(tools, profile);
    if (additional == null) {
      return ofAll;
    }
    Stream<McpToolCallback> ofMore =
        callbackCache.of(additional, profile).stream()
            .filter(
                callback ->
                    nameConflicts.isFree(
                        callback.getToolDefinition().name(),
                        tools.snapshot(),
                        additional.snapshot()));
    return Stream.concat(ofAll.stream(), ofMore).toList();
  }

  private ModelConstraints rules() {
    ModelConstraints rules = ModelConstraints.of(settings.chatModelType.get());
    return settings.schemaProfile == null ? rules : rules.with(settings.schemaProfile);
  }

  /**
   * The tools of the last requests that are not offered to models, or with simplified input
   * schemas. Each is also logged once.
   */
  public List<SchemaReport> schemaReports() {
    return callbackCache.reports();
  }

  /**
   * Waits until the first connection attempt to every server has succeeded or failed. For programs
   * that ask the model right after startup.
   *
   * @return {@code false} if the time elapsed or the thread was interrupted
   */
  public boolean awaitReady(Duration atMost) {
    return catalog().awaitReady(atMost);
  }

  /** The catalog whose tools are offered: the state of its servers, and their clients. */
  public ToolCatalog catalog() {
    return tools.get().catalog();
  }

  /** Closes the connections to the provider's own servers; a shared catalog stays open. */
  @Override
  public void close() {
    onClose.run();
  }

  private McpToolCallback callback(ToolSet tools, CatalogTool tool, AdaptedSchema schema) {
    return new McpToolCallback(
        tools,
        tool,
        schema,
        settings.returnDirect.test(tool),
        settings.toolContextMeta,
        settings.conversationId,
        warnings);
  }

  /** Builds a provider: its tools, and how Spring AI handles them. Not thread-safe. */
  public static final class Builder implements Cloneable {

    private @Nullable ToolCatalogBuilder catalog;
    private @Nullable Supplier<? extends ToolSet> tools;
    private BooleanSupplier ready = () -> true;
    private Predicate<CatalogTool> returnDirect = tool -> false;
    private UnmatchedNames unmatchedNames = UnmatchedNames.in("", List.of());
    private Function<CatalogTool, List<String>> toolContextMeta = tool -> List.of();
    private Function<ToolContext, @Nullable Object> conversationId =
        context -> context.getContext().get(ChatMemory.CONVERSATION_ID);
    private Supplier<@Nullable ToolSet> additionalTools = () -> null;
    private ThreadContextProvider threadContext = () -> ThreadContextProvider.NOTHING;
    private @Nullable SchemaProfile schemaProfile;
    private Supplier<? extends @Nullable Class<?>> chatModelType = () -> null;
    private ToolSearch toolSearch = ToolSearch.defaults();

    private Builder() {}

    private Builder copy() {
      try {
        return (Builder) clone();
      } catch (CloneNotSupportedException e) {
        throw new AssertionError(e);
      }
    }

    /** Adds a server owned by the provider, with {@link ServerOptions#defaults()}. */
    public Builder server(String name, Transport transport) {
      return server(name, transport, ServerOptions.defaults());
    }

    /**
     * Adds a server owned by the provider.
     *
     * @param name the server's key in tool names, messages and settings
     * @throws IllegalArgumentException if there is one of that name
     */
    public Builder server(String name, Transport transport, ServerOptions options) {
      return catalog(builder -> builder.server(name, transport, options));
    }

    /**
     * Sets up the provider's own catalog: approval, call limits, a result store, interceptors and
     * so on.
     *
     * @param settings called at once
     */
    public Builder catalog(Consumer<? super ToolCatalogBuilder> settings) {
      ToolCatalogBuilder ownCatalog = catalog == null ? ToolCatalog.builder() : catalog;
      settings.accept(ownCatalog);
      catalog = ownCatalog; // not if the settings are invalid
      return this;
    }

    /**
     * Offers the tools of a shared catalog or of a view instead.
     *
     * @param tools of a catalog; the caller starts and closes the catalog
     */
    public Builder tools(ToolSet tools) {
      return tools(() -> tools, () -> true);
    }

    /**
     * Offers tools that may not exist yet, such as those of a catalog that is created on first use.
     *
     * @param tools called repeatedly
     * @param ready whether there may be tools; until then the provider offers none, and does not
     *     call {@code tools} for that
     */
    public Builder tools(Supplier<? extends ToolSet> tools, BooleanSupplier ready) {
      this.tools = tools;
      this.ready = ready;
      return this;
    }

    /** Tools whose results go to the caller instead of the model; default: none. */
    public Builder returnDirect(Predicate<CatalogTool> predicate) {
      this.returnDirect = predicate;
      this.unmatchedNames = UnmatchedNames.in("", List.of());
      return this;
    }

    /**
     * Tools whose results go to the caller instead of the model; default: none.
     *
     * @param names patterns ({@code *} and {@code ?} wildcards) of the names that models or servers
     *     use; a name that matches no tool is logged
     */
    public Builder returnDirect(String... names) {
      List<ToolPattern> patterns = Stream.of(names).map(name -> ToolPattern.named(name)).toList();
      this.returnDirect =
          tool ->
              patterns.stream()
                  .anyMatch(
                      pattern -> pattern.matches(tool.server(), tool.listed(), tool.modelName()));
      this.unmatchedNames = UnmatchedNames.in("spring-ai.return-direct", patterns);
      return this;
    }

    /**
     * Keys of the {@link ToolContext} whose values are sent to a tool's server in {@code _meta} of
     * each call; default: none. A value that is not a string, number, boolean, list or map is sent
     * as its string form.
     *
     * @param names the keys for each tool; called for each call
     */
    public Builder toolContextMeta(Function<CatalogTool, List<String>> names) {
      this.toolContextMeta = names;
      return this;
    }

    /**
     * Finds the conversation of a call, for {@link
     * io.mcpbridge.context.CallerContext#conversationId}. Default: the value of {@link
     * ChatMemory#CONVERSATION_ID} in the tool context. Without one, it is the advisor parameter of
     * this name, which a {@link McpAdvisor} passes on.
     *
     * @param ofContext called for each call with a tool context
     */
    public Builder conversationId(Function<ToolContext, @Nullable Object> ofContext) {
      this.conversationId = ofContext;
      return this;
    }

    /**
     * Also offers the tools of another catalog, such as that of the current user. A tool whose name
     * is in use is left out with a warning; different server names avoid that.
     *
     * @param additionalTools called on the thread that asks for the tools; may return {@code null}
     *     for none
     */
    public Builder additionalTools(Supplier<@Nullable ToolSet> additionalTools) {
      this.additionalTools = additionalTools;
      return this;
    }

    /**
     * State of the thread that asks for the tools to restore when one is called, on whichever
     * thread Spring AI calls it; default: none.
     */
    public Builder threadContext(ThreadContextProvider context) {
      this.threadContext = context;
      return this;
    }

    /**
     * Sends input schemas in this form; by default in the one that the {@linkplain #chatModelType
     * model} accepts.
     */
    public Builder schemaProfile(SchemaProfile profile) {
      this.schemaProfile = profile;
      return this;
    }

    /**
     * The class of the model that the tools are for, such as {@code OpenAiChatModel}. It selects
     * the form of input schemas and the number of tools above which a warning is logged. If it is
     * missing or unknown, references in schemas are inlined.
     *
     * @param type called whenever the tools are asked for; may return {@code null} if unknown
     */
    public Builder chatModelType(Supplier<? extends @Nullable Class<?>> type) {
      this.chatModelType = type;
      return this;
    }

    /**
     * Offers {@code search_tools}, {@code describe_tool} and {@code call_tool} instead of the
     * tools, where the search says so: always, or if the definitions are too many for the model.
     * The application's other tools stay beside them, and so do tools with {@link #returnDirect}.
     * Default: a search with {@link io.mcpbridge.search.ToolSearchMode#AUTO}, as with the starter.
     *
     * <p>With {@link io.mcpbridge.search.ToolSearchStyle#LOAD}, found tools are offered for the
     * conversation that the tool context names ({@link #conversationId}), or else until the request
     * of the {@code ChatClient} is answered. That needs an {@link McpToolCallingManager}, as the
     * starter's, and a {@code ChatClient} that has this provider: an array of its callbacks is one
     * request, however often it is used.
     */
    public Builder toolSearch(ToolSearch search) {
      this.toolSearch = search;
      return this;
    }

    /**
     * Builds the provider. Own servers connect in the background; {@code build} does not wait for
     * them.
     *
     * @throws IllegalStateException unless there are either own servers or a shared catalog's tools
     */
    public McpToolCallbackProvider build() {
      if (tools != null && catalog == null) {
        return new McpToolCallbackProvider(copy(), tools, () -> {});
      }
      if (tools != null || catalog == null) {
        throw new IllegalStateException(
            "an McpToolCallbackProvider needs either server(...) and catalog(...), or the"
                + " tools(...) of a catalog that is set up elsewhere");
      }
      ToolCatalog started = catalog.build();
      Builder settings = copy();
      settings.catalog = null; // forTools(...) sets the tools instead
      return new McpToolCallbackProvider(settings, () -> started, started::close);
    }
  }
}
