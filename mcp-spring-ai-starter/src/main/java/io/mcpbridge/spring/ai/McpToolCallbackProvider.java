package io.mcpbridge.spring.ai;

import io.mcpbridge.catalog.CallerContext;
import io.mcpbridge.catalog.CatalogTool;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolSet;
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
  private final KnownCallbacks known = new KnownCallbacks(this::callback);

  private McpToolCallbackProvider(Builder builder) {
    this.tools = builder.tools;
    this.returnDirect = builder.returnDirect;
    this.toolContextMeta = builder.toolContextMeta;
    this.moreTools = builder.moreTools;
    this.callerContext = builder.callerContext;
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
   * directly, what of the context is sent, and what is captured.
   *
   * @param view of the same catalogue
   * @throws IllegalArgumentException if it is of another catalogue
   */
  public McpToolCallbackProvider withTools(ToolSet view) {
    if (view.catalog() != catalog()) {
      throw new IllegalArgumentException(
          "withTools(...) takes a view of the catalogue whose tools these are");
    }
    return builder(view)
        .returnDirect(returnDirect)
        .toolContextMeta(toolContextMeta)
        .callerContext(callerContext)
        .build();
  }

  /** Begins with what {@link #of} does. */
  public static Builder builder(ToolSet tools) {
    return new Builder(tools);
  }

  /** The tools known now; a new array for every caller. */
  @Override
  public ToolCallback[] getToolCallbacks() {
    List<McpToolCallback> ofAll = known.of(tools);
    ToolSet more = moreTools.get();
    List<McpToolCallback> ofMore = more == null ? List.of() : known.of(more);
    CallerContext.Captured captured = callerContext.capture();
    return Stream.concat(ofAll.stream(), ofMore.stream())
        .map(one -> captured == CallerContext.NOTHING ? one : one.with(captured))
        .toArray(ToolCallback[]::new);
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

  private McpToolCallback callback(ToolSet tools, CatalogTool tool) {
    return new McpToolCallback(
        tools, tool, returnDirect.test(tool), () -> toolContextMeta.apply(tool), thread);
  }

  /** Collects what is done with tools and their calls. Not thread-safe. */
  public static final class Builder {

    private final ToolSet tools;
    private Predicate<CatalogTool> returnDirect = tool -> false;
    private Function<CatalogTool, List<String>> toolContextMeta = tool -> List.of();
    private Supplier<@Nullable ToolSet> moreTools = () -> null;
    private CallerContext callerContext = () -> CallerContext.NOTHING;

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

    /** The provider; does no I/O. */
    public McpToolCallbackProvider build() {
      return new McpToolCallbackProvider(this);
    }
  }
}
