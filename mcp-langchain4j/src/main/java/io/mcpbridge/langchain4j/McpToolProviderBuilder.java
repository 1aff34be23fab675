package io.mcpbridge.langchain4j;

import dev.langchain4j.agent.tool.ReturnBehavior;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.model.ModelProvider;
import io.mcpbridge.catalog.SearchToolSets;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolCatalogBuilder;
import io.mcpbridge.catalog.ToolSet;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.context.ThreadContextProvider;
import io.mcpbridge.langchain4j.schema.SchemaProfiles;
import io.mcpbridge.schema.SchemaProfile;
import io.mcpbridge.search.ToolSearch;
import io.mcpbridge.selection.ToolPattern;
import io.mcpbridge.transport.Transport;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Builds an {@link McpToolProvider}: its tools, and how LangChain4j handles them. Not thread-safe.
 */
public final class McpToolProviderBuilder {

  private @Nullable ToolCatalogBuilder catalog;
  private @Nullable Supplier<? extends ToolSet> tools;
  private BooleanSupplier ready = () -> true;
  private @Nullable Function<InvocationContext, ToolSet> toolsPerInvocation;
  private final List<OfferSettings.ReturnRule> returnRules = new ArrayList<>();
  private final List<ToolPattern> alwaysVisible = new ArrayList<>();
  private boolean dynamic;
  private Supplier<@Nullable ToolSet> additionalTools = () -> null;
  private ThreadContextProvider threadContext = () -> ThreadContextProvider.NOTHING;
  private CallOptionsPerInvocation callOptions = (tool, context) -> CallOptions.defaults();
  private Set<ModelProvider> imagesFor = ImageRecipients.BY_DEFAULT;
  private boolean throwErrors;
  private boolean returnToolResultAttributes;
  private final SchemaProfiles schemaProfiles = new SchemaProfiles();
  private ToolSearch search = ToolSearch.defaults();

  McpToolProviderBuilder() {
    LangChain4jRelease.check();
  }

  /** Adds a server owned by the provider, with {@link ServerOptions#defaults()}. */
  public McpToolProviderBuilder server(String name, Transport transport) {
    return server(name, transport, ServerOptions.defaults());
  }

  /**
   * Adds a server owned by the provider.
   *
   * @param name the server's key in tool names, messages and settings
   * @throws IllegalArgumentException if there is one of that name
   */
  public McpToolProviderBuilder server(String name, Transport transport, ServerOptions options) {
    return catalog(builder -> builder.server(name, transport, options));
  }

  /**
   * Sets up the provider's own catalog: approval, call limits, a result store, interceptors and so
   * on.
   *
   * <pre>{@code
   * McpToolProvider.builder()
   *     .server("files", files)
   *     .catalog(catalog -> catalog.approval(policy).resultStore(InMemoryResultStore.create()))
   * }</pre>
   *
   * @param settings called at once
   */
  public McpToolProviderBuilder catalog(Consumer<? super ToolCatalogBuilder> settings) {
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
  public McpToolProviderBuilder tools(ToolSet tools) {
    return tools(() -> tools, () -> true);
  }

  /**
   * Offers tools that may not exist yet, such as those of a catalog that is created on first use.
   *
   * @param tools called repeatedly
   * @param ready whether there may be tools; until then the provider offers none, and does not call
   *     {@code tools} for that
   */
  public McpToolProviderBuilder tools(Supplier<? extends ToolSet> tools, BooleanSupplier ready) {
    this.tools = tools;
    this.ready = ready;
    return this;
  }

  /**
   * Selects the tools of each request: by role, by tenant, or from a user's own catalog. Other
   * tools cannot be called either. Requests without an invocation, as from LangChain4j's {@code
   * McpAgent}, get no tools.
   *
   * <pre>{@code
   * ToolView readers = catalog.view(
   *     ToolSelection.builder().include(ToolPattern.any().readOnly()).build());
   * ...
   * .tools(catalog)
   * .toolsPerInvocation(
   *     context -> context.invocationParameters().containsKey("admin") ? catalog : readers)
   * }</pre>
   *
   * @param choice called on the requesting thread; should be fast and return the same object for
   *     the same tools, because it is the key of a cache. An exception ends the AI service call, so
   *     that no user gets tools of another
   */
  public McpToolProviderBuilder toolsPerInvocation(Function<InvocationContext, ToolSet> choice) {
    this.toolsPerInvocation = choice;
    return this;
  }

  /**
   * Returns the results of these tools as the result of the AI service call; the model does not see
   * them. The AI service method must return a {@code Result}, whose tool executions contain them.
   * Errors still go to the model.
   *
   * @param names tool name patterns ({@code *} and {@code ?} wildcards)
   * @throws IllegalArgumentException if there is none
   */
  public McpToolProviderBuilder returnDirect(String... names) {
    return returnBehavior(ReturnBehavior.IMMEDIATE, ToolPattern.named(names));
  }

  /** Sets the return behavior of some tools; if several rules match, the last wins. */
  public McpToolProviderBuilder returnBehavior(ReturnBehavior behavior, ToolPattern ofTools) {
    returnRules.add(new OfferSettings.ReturnRule(ofTools, behavior));
    return this;
  }

  /**
   * Always includes these tools in requests, also with a {@linkplain #toolSearch tool search} or if
   * the AI service has a {@code toolSearchStrategy}.
   *
   * @param names tool name patterns ({@code *} and {@code ?} wildcards)
   * @throws IllegalArgumentException if there is none
   */
  public McpToolProviderBuilder alwaysVisible(String... names) {
    return alwaysVisible(ToolPattern.named(names));
  }

  /** As {@link #alwaysVisible(String...)}. */
  public McpToolProviderBuilder alwaysVisible(ToolPattern tools) {
    alwaysVisible.add(tools);
    return this;
  }

  /**
   * Whether tools that are added during an AI service call are offered from the next round on;
   * default {@code false}. Each round then waits up to five seconds for tools that a server has
   * announced, so that a model can call what one of its earlier calls has added. LangChain4j only
   * adds tools, and shows all of them at once, whatever its tool search.
   */
  public McpToolProviderBuilder dynamic(boolean dynamic) {
    this.dynamic = dynamic;
    return this;
  }

  /**
   * Options of each call, such as the tenant in its {@code _meta} or a timeout. Servers see nothing
   * of an invocation except what is set here or in {@link InvocationCredentials}.
   */
  public McpToolProviderBuilder callOptions(CallOptionsPerInvocation options) {
    this.callOptions = options;
    return this;
  }

  /**
   * Offers additional tools of another catalog, such as the requesting user's own. A tool whose
   * name is in use is left out with a warning; different server names avoid that.
   *
   * @param additionalTools called on the requesting thread; {@code null} for none. An exception
   *     ends the AI service call
   */
  public McpToolProviderBuilder additionalTools(Supplier<@Nullable ToolSet> additionalTools) {
    this.additionalTools = Objects.requireNonNull(additionalTools, "additionalTools");
    return this;
  }

  /**
   * Context captured on the thread that calls an AI service and restored on the threads of its tool
   * calls; default: none. Its user is the one that approvals apply to ({@link
   * io.mcpbridge.approval.ApprovalRequest#user}); without a user, the AI service's
   * {@code @MemoryId} is. {@link #callOptions} may override it.
   */
  public McpToolProviderBuilder threadContext(ThreadContextProvider context) {
    this.threadContext = Objects.requireNonNull(context, "context");
    return this;
  }

  /**
   * The providers whose models receive images in results; others receive a note about each image.
   * Default: {@code ANTHROPIC} and {@code GOOGLE_AI_GEMINI}. Most modules of LangChain4j refuse a
   * request with an image in a tool's result. Add {@code AMAZON_BEDROCK} only for models that
   * support images in tool results, such as Claude and Nova, and {@code OPEN_AI} only for the
   * Responses API.
   *
   * @param providers none for no images at all
   */
  public McpToolProviderBuilder imagesFor(ModelProvider... providers) {
    this.imagesFor = Set.of(providers);
    return this;
  }

  /**
   * Throws an exception for each failed call: a {@link McpToolArgumentsException} for the AI
   * service's {@code toolArgumentsErrorHandler} if the arguments were wrong, and otherwise a {@link
   * McpToolException} for its {@code toolExecutionErrorHandler}. Set both: without the first one,
   * LangChain4j rethrows, which ends the AI service call; without the second one the model reads
   * the same sentence, and the application finds less in the tool execution.
   */
  public McpToolProviderBuilder throwErrors() {
    this.throwErrors = true;
    return this;
  }

  /**
   * Whether results have their {@code _meta} and structured content as attributes ({@link
   * McpToolProvider#META_ATTRIBUTE}, {@link McpToolProvider#STRUCTURED_CONTENT_ATTRIBUTE}), which
   * LangChain4j keeps in the chat memory, and so in its store. Default false, as in LangChain4j's
   * own MCP client, because the server decides how large they are. {@link McpToolProvider#outputOf}
   * of a tool execution has both in any case, except structured content that is a single text.
   */
  public McpToolProviderBuilder returnToolResultAttributes(boolean attributes) {
    this.returnToolResultAttributes = attributes;
    return this;
  }

  /**
   * Uses this schema profile for all models; by default, each model gets the profile of its
   * provider.
   */
  public McpToolProviderBuilder schemaProfile(SchemaProfile profile) {
    schemaProfiles.forAll(profile);
    return this;
  }

  /** Uses this schema profile for the models of one provider, overriding all other settings. */
  public McpToolProviderBuilder schemaProfile(ModelProvider provider, SchemaProfile profile) {
    schemaProfiles.forProvider(provider, profile);
    return this;
  }

  /**
   * Offers {@code search_tools}, {@code describe_tool} and {@code call_tool} instead of the tools,
   * where the search says so: always, or if the definitions are too many for the model. The
   * application's other tools stay beside them, and so do the tools of {@link #returnDirect}.
   * Default: a search with {@link io.mcpbridge.search.ToolSearchMode#AUTO}, as with the starters.
   * An AI service with a {@code toolSearchStrategy} searches only the tools that are offered here,
   * so it needs {@link io.mcpbridge.search.ToolSearchMode#OFF}.
   *
   * <p>With {@link io.mcpbridge.search.ToolSearchStyle#LOAD}, found tools are offered to the
   * conversation of the {@code @MemoryId}, or else until the AI service call ends. LangChain4j only
   * adds tools: a tool that vanishes meanwhile stays offered until then.
   *
   * @see io.mcpbridge.catalog.SearchTools
   */
  public McpToolProviderBuilder toolSearch(ToolSearch search) {
    this.search = Objects.requireNonNull(search, "search");
    return this;
  }

  /**
   * Builds the provider. Own servers connect in the background; {@code build} does not wait for
   * them.
   *
   * @throws IllegalStateException unless there are either own servers or a shared catalog's tools
   */
  public McpToolProvider build() {
    if (tools != null && catalog == null) {
      return provider(tools, () -> {});
    }
    if (tools != null || catalog == null) {
      throw new IllegalStateException(
          "an McpToolProvider needs either server(...) and catalog(...), or the tools(...) of a"
              + " catalog that is set up elsewhere");
    }
    ToolCatalog started = catalog.build();
    return provider(() -> started, started::close);
  }

  private McpToolProvider provider(Supplier<? extends ToolSet> offered, Runnable onClose) {
    OfferSettings offerSettings = new OfferSettings(returnRules, alwaysVisible);
    SearchToolSets searchToolSets = new SearchToolSets(search, offerSettings::needsOwnDefinition);
    return new McpToolProvider(
        offered,
        toolsPerInvocation,
        additionalTools,
        new McpToolProvider.ProviderSettings(
            ready,
            threadContext,
            dynamic,
            offerSettings,
            new ToolCaller(callOptions, searchToolSets.foundTools()),
            new ResultMapping(
                new ImageRecipients(imagesFor), throwErrors, returnToolResultAttributes),
            schemaProfiles.copy(),
            searchToolSets),
        onClose);
  }
}
