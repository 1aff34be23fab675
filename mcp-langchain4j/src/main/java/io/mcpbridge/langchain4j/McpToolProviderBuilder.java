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

/** The tools of a provider, and what LangChain4j is to do with them. Not thread-safe. */
public final class McpToolProviderBuilder {

  private final ToolCatalogBuilder catalog = ToolCatalog.builder();
  private boolean empty = true;
  private @Nullable ToolSet tools;
  private @Nullable Function<InvocationContext, ToolSet> toolsPerInvocation;
  private final List<OfferedAs.Returns> returns = new ArrayList<>();
  private final List<ToolPattern> alwaysVisible = new ArrayList<>();
  private boolean dynamic;
  private Supplier<@Nullable ToolSet> moreTools = () -> null;
  private CallerContext callerContext = () -> CallerContext.NOTHING;
  private CallOptionsPerInvocation callOptions = (tool, context) -> CallOptions.defaults();
  private Set<ModelProvider> imagesFor = ResultImages.BY_DEFAULT;
  private boolean throwErrors;
  private final SchemaProfiles schemaProfiles = new SchemaProfiles();

  McpToolProviderBuilder() {
    LangChain4jRelease.check();
  }

  /**
   * Adds a server of the provider's own, with {@link ServerOptions#defaults()}.
   *
   * @param name what it is called in names of tools, messages and settings
   * @throws IllegalArgumentException if there is one of that name
   */
  public McpToolProviderBuilder server(String name, Transport transport) {
    return server(name, transport, ServerOptions.defaults());
  }

  /**
   * Adds a server of the provider's own.
   *
   * @param name what it is called in names of tools, messages and settings
   * @throws IllegalArgumentException if there is one of that name
   */
  public McpToolProviderBuilder server(String name, Transport transport, ServerOptions options) {
    catalog.server(name, transport, options);
    empty = false;
    return this;
  }

  /**
   * Offers the tools of a catalogue instead, or those in a view of one, which others may use too.
   *
   * @param tools of a catalogue to be started and closed by whoever made it
   */
  public McpToolProviderBuilder tools(ToolSet tools) {
    this.tools = tools;
    return this;
  }

  /**
   * Decides for each request which tools there are: by role, by tenant, or those of a catalogue
   * that is the user's own. What is not among them cannot be called either. Who does not say for
   * whom, as LangChain4j's {@code McpAgent}, has no tools.
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
   * @param choice asked on the thread that makes the request; it should be quick, and give the same
   *     object for the same tools, because that is what they are remembered by. What it throws ends
   *     the AI service call, so that nobody gets what is not theirs
   */
  public McpToolProviderBuilder toolsPerInvocation(Function<InvocationContext, ToolSet> choice) {
    this.toolsPerInvocation = choice;
    return this;
  }

  /**
   * The results of these tools are the result of the AI service call; the model does not see them.
   * The method of the AI service has to return a {@code Result}, which has them in its tool
   * executions. An error still goes to the model.
   *
   * @param names of tools on their servers, with {@code *} and {@code ?}
   * @throws IllegalArgumentException if there is none
   */
  public McpToolProviderBuilder returnImmediately(String... names) {
    return returnBehavior(ReturnBehavior.IMMEDIATE, ToolPattern.named(names));
  }

  /** Where the results of some tools go; of several rules for a tool, the last counts. */
  public McpToolProviderBuilder returnBehavior(ReturnBehavior behavior, ToolPattern ofTools) {
    returns.add(new OfferedAs.Returns(ofTools, behavior));
    return this;
  }

  /**
   * The model sees these tools in each request, although it has to search for others because the AI
   * service has a {@code toolSearchStrategy}. Without one it sees all of them anyway.
   *
   * @param names of tools on their servers, with {@code *} and {@code ?}
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
   * Whether tools that appear while the AI service is at work are offered from the next round on;
   * default {@code false}. Tools that a server has announced by then are listed before, within five
   * seconds, so that a model can call what an earlier call of its own has added. LangChain4j only
   * ever adds tools then, and lets the model see all of them at once, whatever its tool search.
   */
  public McpToolProviderBuilder dynamic(boolean dynamic) {
    this.dynamic = dynamic;
    return this;
  }

  /**
   * What each call has of its own, such as the tenant in its {@code _meta} or a limit of time.
   * Nothing of an invocation reaches a server unless the application says so here, or in {@link
   * InvocationCredentials}.
   */
  public McpToolProviderBuilder callOptions(CallOptionsPerInvocation options) {
    this.callOptions = options;
    return this;
  }

  /**
   * Offers more tools, those of another catalogue, such as that of the user who asks. Their names
   * must be others; the names of servers see to that.
   *
   * @param more asked on the thread that makes the request; {@code null} for none. What it throws
   *     ends the AI service call
   */
  public McpToolProviderBuilder moreTools(Supplier<@Nullable ToolSet> more) {
    this.moreTools = Objects.requireNonNull(more, "more");
    return this;
  }

  /**
   * What of the thread that an AI service is called on has to be there when its tools are called,
   * on whichever thread LangChain4j does that; default: nothing. The user that it tells is who
   * calls are approved for ({@link io.mcpbridge.approval.ApprovalRequest#user}); without one it is
   * the AI service's {@code @MemoryId}, and {@link #callOptions} may say another.
   */
  public McpToolProviderBuilder callerContext(CallerContext context) {
    this.callerContext = Objects.requireNonNull(context, "context");
    return this;
  }

  /**
   * Models of these providers get the images in results, others a note that there was one; default:
   * {@code ANTHROPIC} and {@code GOOGLE_AI_GEMINI}. Most modules of LangChain4j refuse a request
   * with an image in a tool's result. Add {@code AMAZON_BEDROCK} only for models that take images
   * in tool results, as Claude and Nova do, and {@code OPEN_AI} only for the Responses API.
   *
   * @param providers none for no images at all
   */
  public McpToolProviderBuilder imagesFor(ModelProvider... providers) {
    this.imagesFor = Set.of(providers);
    return this;
  }

  /**
   * Throws an exception for each call that failed: a {@link McpToolArgumentsException} for the AI
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
   * Sends input schemas to all models in this form; by default, to each model in the form that its
   * provider takes.
   */
  public McpToolProviderBuilder schemaProfile(SchemaProfile profile) {
    schemaProfiles.forAll(profile);
    return this;
  }

  /** Sends input schemas to the models of one provider in this form, whatever holds for others. */
  public McpToolProviderBuilder schemaProfile(ModelProvider provider, SchemaProfile profile) {
    schemaProfiles.forProvider(provider, profile);
    return this;
  }

  /**
   * The provider. Own servers begin to be connected in the background; {@code build} waits for none
   * of them.
   *
   * @throws IllegalStateException if there are no tools to offer, or both own servers and others'
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

  Supplier<@Nullable ToolSet> moreTools() {
    return moreTools;
  }

  McpToolProvider.Manner manner() {
    return new McpToolProvider.Manner(
        callerContext,
        dynamic,
        new OfferedAs(returns, alwaysVisible),
        new ToolCaller(callOptions),
        new ResultMapping(new ResultImages(imagesFor), throwErrors),
        schemaProfiles.copy());
  }
}
