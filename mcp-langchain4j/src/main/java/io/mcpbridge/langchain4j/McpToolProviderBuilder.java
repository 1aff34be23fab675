package io.mcpbridge.langchain4j;

import dev.langchain4j.agent.tool.ReturnBehavior;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.model.ModelProvider;
import io.mcpbridge.catalog.CallerContext;
import io.mcpbridge.catalog.ServerOptions;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolCatalogBuilder;
import io.mcpbridge.catalog.ToolSet;
import io.mcpbridge.client.CallOptions;
import io.mcpbridge.schema.SchemaProfile;
import io.mcpbridge.selection.ToolPattern;
import io.mcpbridge.transport.Transport;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Builds a provider: its tools, and how LangChain4j handles them. Not thread-safe. */
public final class McpToolProviderBuilder {

  private final ToolCatalogBuilder catalog = ToolCatalog.builder();
  private boolean empty = true;
  private @Nullable ToolSet tools;
  private @Nullable Function<InvocationContext, ToolSet> toolsPerInvocation;
  private final List<OfferSettings.ReturnRule> returnRules = new ArrayList<>();
  private final List<ToolPattern> alwaysVisible = new ArrayList<>();
  private boolean dynamic;
  private Supplier<@Nullable ToolSet> additionalTools = () -> null;
  private CallerContext callerContext = () -> CallerContext.NOTHING;
  private CallOptionsPerInvocation callOptions = (tool, context) -> CallOptions.defaults();
  private Set<ModelProvider> imagesFor = ResultImages.BY_DEFAULT;
  private boolean throwErrors;
  private final SchemaProfiles schemaProfiles = new SchemaProfiles();

  McpToolProviderBuilder() {
    LangChain4jRelease.check();
  }

  /**
   * Adds a server owned by the provider, with {@link ServerOptions#defaults()}.
   *
   * @param name the server's key in tool names, messages and settings
   * @throws IllegalArgumentException if there is one of that name
   */
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
    catalog.server(name, transport, options);
    empty = false;
    return this;
  }

  /**
   * Offers the tools of a shared catalog or of a view instead.
   *
   * @param tools of a catalog; the caller starts and closes the catalog
   */
  public McpToolProviderBuilder tools(ToolSet tools) {
    this.tools = tools;
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
  public McpToolProviderBuilder returnImmediately(String... names) {
    return returnBehavior(ReturnBehavior.IMMEDIATE, ToolPattern.named(names));
  }

  /** Sets the return behavior of some tools; if several rules match, the last wins. */
  public McpToolProviderBuilder returnBehavior(ReturnBehavior behavior, ToolPattern ofTools) {
    returnRules.add(new OfferSettings.ReturnRule(ofTools, behavior));
    return this;
  }

  /**
   * Always includes these tools in requests if the AI service has a {@code toolSearchStrategy}.
   * Without one the model sees all tools anyway.
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
   * Offers additional tools of another catalog, such as the requesting user's own. Their names must
   * differ; the server part of the names ensures that.
   *
   * @param more called on the requesting thread; {@code null} for none. An exception ends the AI
   *     service call
   */
  public McpToolProviderBuilder additionalTools(Supplier<@Nullable ToolSet> more) {
    this.additionalTools = Objects.requireNonNull(more, "more");
    return this;
  }

  /**
   * Context captured on the thread that calls an AI service and restored on the threads of its tool
   * calls; default: none. Its user is the one that approvals apply to ({@link
   * io.mcpbridge.approval.ApprovalRequest#user}); without a user, the AI service's
   * {@code @MemoryId} is. {@link #callOptions} may override it.
   */
  public McpToolProviderBuilder callerContext(CallerContext context) {
    this.callerContext = Objects.requireNonNull(context, "context");
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
   * Builds the provider. Own servers connect in the background; {@code build} does not wait for
   * them.
   *
   * @throws IllegalStateException if there are no tools to offer, or both own servers and a shared
   *     catalog
   */
  public McpToolProvider build() {
    if (tools == null) {
      if (empty) {
        throw new IllegalStateException(
            "an McpToolProvider needs at least one server(...), or tools(...)");
      }
      ToolCatalog started = catalog.build();
      return new McpToolProvider(started, this, started::close);
    }
    if (!empty) {
      throw new IllegalStateException(
          "an McpToolProvider has either servers of its own, server(...), or tools(...)");
    }
    return new McpToolProvider(tools, this, () -> {});
  }

  @Nullable Function<InvocationContext, ToolSet> toolsPerInvocation() {
    return toolsPerInvocation;
  }

  Supplier<@Nullable ToolSet> additionalTools() {
    return additionalTools;
  }

  McpToolProvider.ProviderSettings providerSettings() {
    return new McpToolProvider.ProviderSettings(
        callerContext,
        dynamic,
        new OfferSettings(returnRules, alwaysVisible),
        new ToolCaller(callOptions),
        new ResultMapping(new ResultImages(imagesFor), throwErrors),
        schemaProfiles.copy());
  }
}
