package io.mcpbridge.spring.ai;

import io.mcpbridge.catalog.CallerContext;
import io.mcpbridge.catalog.CatalogTool;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolSet;
import io.mcpbridge.schema.AdaptedSchema;
import io.mcpbridge.schema.SchemaProfile;
import io.mcpbridge.schema.SchemaReport;
import io.mcpbridge.schema.ToolOfferLog;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.ToolCallbackProvider;

/**
 * The tools of all servers of a {@link ToolCatalog} for Spring AI:
 *
 * <pre>{@code
 * chatClient.prompt(question).toolCallbacks(mcpToolCallbackProvider).call().content();
 * }</pre>
 *
 * <p>{@link #getToolCallbacks()} answers from memory: no I/O, no lock, no exception, and nothing
 * before the catalogue was started. Safe for any number of threads, and one instance serves them
 * all.
 */
public final class McpToolCallbackProvider implements ToolCallbackProvider {

  private final ToolSet tools;
  private final Predicate<CatalogTool> returnDirect;
  private final Function<CatalogTool, List<String>> toolContextMeta;
  private final Supplier<@Nullable ToolSet> moreTools;
  private final CallerContext callerContext;
  private final HeldUpThread thread = new HeldUpThread();
  private final @Nullable SchemaProfile schemaProfile;
  private final Supplier<? extends @Nullable Class<?>> chatModelType;
  private final ToolOfferLog offerLog = new ToolOfferLog();
  private final KnownCallbacks known = new KnownCallbacks(this::callback, offerLog);

  private McpToolCallbackProvider(Builder builder) {
    this.tools = builder.tools;
    this.returnDirect = builder.returnDirect;
    this.toolContextMeta = builder.toolContextMeta;
    this.moreTools = builder.moreTools;
    this.callerContext = builder.callerContext;
    this.schemaProfile = builder.schemaProfile;
    this.chatModelType = builder.chatModelType;
  }

  /**
   * The tools of a catalogue, or of a view of one, as they are at each moment. Starts and closes
   * nothing.
   */
  public static McpToolCallbackProvider of(ToolSet tools) {
    return builder(tools).build();
  }

  /**
   * Those of one agent, for instance, with all that was said of these: which results are returned
   * directly, what of the context is sent, what is captured, and the form of input schemas.
   *
   * @param view of the same catalogue
   * @throws IllegalArgumentException if it is of another catalogue
   */
  public McpToolCallbackProvider withTools(ToolSet view) {
    if (view.catalog() != catalog()) {
      throw new IllegalArgumentException(
          "withTools(...) takes a view of the catalogue whose tools these are");
    }
    Builder builder =
        builder(view)
            .returnDirect(returnDirect)
            .toolContextMeta(toolContextMeta)
            .callerContext(callerContext)
            .chatModelType(chatModelType);
    return (schemaProfile == null ? builder : builder.schemaProfile(schemaProfile)).build();
  }

  /** Begins with what {@link #of} does. */
  public static Builder builder(ToolSet tools) {
    return new Builder(tools);
  }

  /** The tools known now, in the form that the model takes; a new array for every caller. */
  @Override
  public ToolCallback[] getToolCallbacks() {
    ModelRules rules = rules();
    List<McpToolCallback> ofAll = known.of(tools, rules.profile());
    ToolSet more = moreTools.get();
    List<McpToolCallback> ofMore = more == null ? List.of() : known.of(more, rules.profile());
    if (rules.limit() != null) {
      offerLog.count(ofAll.size() + ofMore.size(), rules.limit());
    }
    CallerContext.Captured captured = callerContext.capture();
    return Stream.concat(ofAll.stream(), ofMore.stream())
        .map(one -> captured == CallerContext.NOTHING ? one : one.with(captured))
        .toArray(ToolCallback[]::new);
  }

  private ModelRules rules() {
    ModelRules rules = ModelRules.of(chatModelType.get());
    return schemaProfile == null ? rules : rules.with(schemaProfile);
  }

  /**
   * The tools that models are not offered, or with less than their input schemas say, of those that
   * were asked for last. Each is logged once, too.
   */
  public List<SchemaReport> schemaReports() {
    return known.reports();
  }

  /**
   * Waits until the first attempt at every server has come to something, be it a failure. For
   * programs that ask the model right after they started.
   *
   * @return whether that happened within the time, without an interruption
   */
  public boolean awaitReady(Duration atMost) {
    return catalog().awaitReady(atMost);
  }

  /** The catalogue whose tools are offered: the state of its servers, and their clients. */
  public ToolCatalog catalog() {
    return tools.catalog();
  }

  private McpToolCallback callback(ToolSet tools, CatalogTool tool, AdaptedSchema schema) {
    return new McpToolCallback(
        tools, tool, schema, returnDirect.test(tool), () -> toolContextMeta.apply(tool), thread);
  }

  /** Collects what is done with tools and their calls. Not thread-safe. */
  public static final class Builder {

    private final ToolSet tools;
    private Predicate<CatalogTool> returnDirect = tool -> false;
    private Function<CatalogTool, List<String>> toolContextMeta = tool -> List.of();
    private Supplier<@Nullable ToolSet> moreTools = () -> null;
    private CallerContext callerContext = () -> CallerContext.NOTHING;
    private @Nullable SchemaProfile schemaProfile;
    private Supplier<? extends @Nullable Class<?>> chatModelType = () -> null;

    private Builder(ToolSet tools) {
      this.tools = tools;
    }

    /** Tools whose results go to the caller and not to the model; default: none. */
    public Builder returnDirect(Predicate<CatalogTool> which) {
      this.returnDirect = which;
      return this;
    }

    /**
     * What of the {@link org.springframework.ai.chat.model.ToolContext} a tool's server gets in
     * {@code _meta} of each call; default: nothing. A value that is no text, number, truth value,
     * list or map is sent as its text form.
     *
     * @param names the names in the context, for each tool: {@link CatalogTool#server()} is its
     *     server; asked for each call
     */
    public Builder toolContextMeta(Function<CatalogTool, List<String>> names) {
      this.toolContextMeta = names;
      return this;
    }

    /**
     * Offers more tools, those of another catalogue, such as that of the user who asks. Their names
     * must be others; the names of servers see to that.
     *
     * @param more asked on the thread that asks for the tools; {@code null} for none
     */
    public Builder moreTools(Supplier<@Nullable ToolSet> more) {
      this.moreTools = more;
      return this;
    }

    /**
     * What of the thread that asks for the tools has to be there when one is called, on whichever
     * thread Spring AI does that; default: nothing.
     */
    public Builder callerContext(CallerContext context) {
      this.callerContext = context;
      return this;
    }

    /**
     * Sends input schemas in this form; by default in the one that the {@linkplain #chatModelType
     * model} takes.
     */
    public Builder schemaProfile(SchemaProfile profile) {
      this.schemaProfile = profile;
      return this;
    }

    /**
     * The class of the model that the tools are for, such as {@code OpenAiChatModel}: by it, the
     * form of input schemas is chosen, and more tools than its provider takes are warned of.
     * Without it, and for a class that is not known, references are replaced by what they refer to.
     *
     * @param type asked whenever the tools are; {@code null} if that is not known
     */
    public Builder chatModelType(Supplier<? extends @Nullable Class<?>> type) {
      this.chatModelType = type;
      return this;
    }

    /** The provider; does no I/O. */
    public McpToolCallbackProvider build() {
      return new McpToolCallbackProvider(this);
    }
  }
}
