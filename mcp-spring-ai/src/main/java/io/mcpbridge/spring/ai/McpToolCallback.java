package io.mcpbridge.spring.ai;

import io.mcpbridge.approval.McpApprovals;
import io.mcpbridge.approval.PendingApproval;
import io.mcpbridge.catalog.SearchTools;
import io.mcpbridge.catalog.ToolSet;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.context.ThreadContextProvider;
import io.mcpbridge.context.ThreadContextProvider.ContextSnapshot;
import io.mcpbridge.schema.AdaptedSchema;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.DefaultToolDefinition;
import org.springframework.ai.tool.definition.ToolDefinition;
import org.springframework.ai.tool.execution.ToolExecutionException;
import org.springframework.ai.tool.metadata.ToolMetadata;

/** One tool of the catalog. A call blocks the calling thread until the response arrives. */
final class McpToolCallback implements ToolCallback, Cloneable {

  private final ToolMetadata metadata;
  private final Function<CatalogTool, List<String>> toolContextMeta;
  private final Function<ToolContext, @Nullable Object> conversationId;
  private final CallWarnings warnings;

  // Not final for copies, which alone differ in them; copies are published safely.
  private ToolSet tools;
  private CatalogTool tool;
  private ToolDefinition definition;
  private ContextSnapshot captured = ThreadContextProvider.NOTHING;
  private @Nullable ToolMedia media;
  private @Nullable String invocationId;
  private @Nullable LoadedCallbacks loaded;
  private @Nullable AdvisedRequest request;

  /**
   * @param schema description and input schema for the model
   * @param toolContextMeta keys of the tool context to send to the server; called for each call
   * @param conversationId finds the conversation in the tool context
   * @param warnings of all tools of the provider
   */
  McpToolCallback(
      ToolSet tools,
      CatalogTool tool,
      AdaptedSchema schema,
      boolean returnDirect,
      Function<CatalogTool, List<String>> toolContextMeta,
      Function<ToolContext, @Nullable Object> conversationId,
      CallWarnings warnings) {
    this.tools = tools;
    this.tool = tool;
    this.definition =
        new DefaultToolDefinition(tool.modelName(), schema.description(), schema.inputSchemaJson());
    this.metadata = ToolMetadata.builder().returnDirect(returnDirect).build();
    this.toolContextMeta = toolContextMeta;
    this.conversationId = conversationId;
    this.warnings = warnings;
  }

  private McpToolCallback copy(Consumer<McpToolCallback> change) {
    try {
      McpToolCallback copy = (McpToolCallback) clone();
      change.accept(copy);
      return copy;
    } catch (CloneNotSupportedException e) {
      throw new AssertionError(e);
    }
  }

  /** A copy that runs with the captured context of the thread that asked for the tools. */
  McpToolCallback with(ContextSnapshot fromThatThread) {
    return copy(callback -> callback.captured = fromThatThread);
  }

  /** A copy with the name that a model wrote. */
  McpToolCallback calledAs(String name) {
    ToolDefinition called =
        new UnknownToolDefinition(name, definition.description(), definition.inputSchema());
    return copy(callback -> callback.definition = called);
  }

  /** A copy for a tool that the model found with this one, and calls by its own name. */
  McpToolCallback forTool(ToolSet.MatchedTool matched, String name) {
    return copy(
        callback -> {
          callback.tools = matched.tools();
          callback.tool = matched.tool();
          callback.definition =
              new UnknownToolDefinition(
                  name, matched.tool().description(), "{\"type\":\"object\"}");
        });
  }

  /** Answers a call of a tool that does not exist, in the same request to the model. */
  ToolOutput unknown(Function<CallOptions, ToolOutput> call, @Nullable ToolContext toolContext) {
    Object conversation = conversationId(toolContext == null ? Map.of() : toolContext.getContext());
    return captured.call(() -> call.apply(options(CallOptions.builder(), conversation)));
  }

  private CallOptions options(CallOptions.Builder options, @Nullable Object conversation) {
    return options
        .conversationId(conversation)
        .user(captured.callingUser())
        .invocationId(
            invocationId == null && request != null ? request.invocationId() : invocationId)
        .build();
  }

  /** A copy that hands over its failures, and the media of results that go to the model. */
  McpToolCallback collecting(ToolMedia media) {
    return copy(callback -> callback.media = media);
  }

  /** A copy whose calls belong to this request to the model, with all its rounds of calls. */
  McpToolCallback withInvocationId(String invocationId) {
    return copy(callback -> callback.invocationId = invocationId);
  }

  /** A copy that records what the model finds and calls. */
  McpToolCallback loading(LoadedCallbacks loaded) {
    return copy(callback -> callback.loaded = loaded);
  }

  /** A copy that belongs to a request of a {@code ChatClient}. */
  McpToolCallback advised(@Nullable AdvisedRequest request) {
    return copy(callback -> callback.request = request);
  }

  /** The request that this tool belongs to; {@code null} without a {@link McpAdvisor}. */
  @Nullable AdvisedRequest request() {
    return request;
  }

  /**
   * The conversation of a call: as the tool context says, or else the request.
   *
   * @return {@code null} if unknown
   */
  @Nullable Object conversationId(Map<String, Object> toolContext) {
    Object id = conversationId.apply(new ToolContext(toolContext));
    return id == null && request != null ? request.conversationId() : id;
  }

  /** The tools that the model finds with this one; {@code null} if found tools are not loaded. */
  @Nullable LoadedCallbacks loaded() {
    return loaded;
  }

  /** The key of the tool's server. */
  String server() {
    return tool.server();
  }

  /** The set that this tool belongs to. */
  ToolSet tools() {
    return tools;
  }

  @Override
  public ToolDefinition getToolDefinition() {
    return definition;
  }

  @Override
  public ToolMetadata getToolMetadata() {
    return metadata;
  }

  /**
   * Calls the tool and returns the text for the model.
   *
   * @throws io.mcpbridge.error.McpException if a limit of the catalog's {@code CallGuards} or its
   *     {@code ToolErrorHandler} ends the chat
   * @throws ToolExecutionException if the call failed; by default, Spring AI returns its message to
   *     the model, and rethrows it with {@code spring.ai.tools.throw-exception-on-error}
   */
  @Override
  public String call(@Nullable String toolInput) {
    return call(toolInput, null);
  }

  /**
   * Calls the tool and sends only the configured keys of the context to the server. The complete
   * result goes to the {@link McpToolResults} of the request or the context, which also name the
   * conversation ({@link org.springframework.ai.chat.memory.ChatMemory#CONVERSATION_ID}), in which
   * stored results can be read.
   */
  @Override
  public String call(@Nullable String toolInput, @Nullable ToolContext toolContext) {
    Map<String, Object> context = toolContext == null ? Map.of() : toolContext.getContext();
    Called called = called(toolInput);
    Object conversation = conversationId(context);
    McpToolResults results = McpToolResults.of(context);
    if (toolContext != null && request == null && invocationId == null && conversation == null) {
      warnings.missingAdvisor(called.tool.modelName());
    }
    ToolOutput output =
        call(
            called,
            CallOptions.builder().meta(meta(called.tool, context)),
            results == null && request != null ? request.results() : results,
            conversation);
    if (output.isError()) {
      if (media != null) {
        media.failed();
      }
      throw new ToolExecutionException(definition, new McpToolCallException(output));
    }
    return media == null || metadata.returnDirect()
        ? output.text()
        : media.add(definition.name(), output);
  }

  private Map<String, @Nullable Object> meta(CatalogTool called, Map<String, Object> context) {
    Map<String, @Nullable Object> meta = new LinkedHashMap<>();
    for (String name : toolContextMeta.apply(called)) {
      Object value = context.get(name);
      if (value != null) {
        meta.put(name, ToolContextValues.of(value));
      }
    }
    return meta;
  }

  /**
   * Makes an approved call of an earlier request, on behalf of this one's user and conversation.
   *
   * @param matched the tool, which need not be this one
   */
  void resume(
      ToolSet.MatchedTool matched,
      PendingApproval approval,
      McpToolResults results,
      Map<String, Object> toolContext) {
    Called called = new Called(matched.tools(), matched.tool(), approval.argumentsJson());
    call(
        called,
        CallOptions.builder().meta(meta(called.tool, toolContext)).approvalId(approval.id()),
        results,
        conversationId(toolContext));
  }

  /** The user on whose behalf this tool is called; {@code null} if unknown. */
  @Nullable Object user() {
    return captured.call(captured::callingUser);
  }

  /** What is called: this tool, or the one that a call of {@code call_tool} names. */
  private record Called(ToolSet tools, CatalogTool tool, String arguments) {}

  /** The call that a call of {@code call_tool} stands for; {@code null} for any other. */
  SearchTools.@Nullable Target target(@Nullable String arguments) {
    return SearchTools.target(tools, tool, arguments);
  }

  private Called called(@Nullable String toolInput) {
    String arguments = toolInput == null || toolInput.isBlank() ? "{}" : toolInput;
    SearchTools.Target target = target(arguments);
    return target == null
        ? new Called(tools, tool, arguments)
        : new Called(target.tools(), target.tool(), target.argumentsJson());
  }

  private ToolOutput call(
      Called called,
      CallOptions.Builder options,
      @Nullable McpToolResults results,
      @Nullable Object conversation) {
    warnings.checkThread(called.tool.modelName());
    Instant startedAt = Instant.now();
    long start = System.nanoTime();
    ToolOutput output =
        captured.call(
            () ->
                new ToolSet.MatchedTool(called.tools, called.tool)
                    .call(called.arguments, options(options, conversation)));
    if (conversation == null && output.meta().containsKey(McpApprovals.ID_META)) {
      warnings.suspendedWithoutConversation(called.tool.modelName());
    }
    if (results != null) {
      Duration duration = Duration.ofNanos(System.nanoTime() - start);
      results.add(new McpToolResult(called.tool, called.arguments, output, startedAt, duration));
    }
    if (loaded != null) {
      loaded.record(conversation, called.tool, output);
    }
    return output;
  }
}
