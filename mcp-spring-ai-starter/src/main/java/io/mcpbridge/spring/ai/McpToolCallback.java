package io.mcpbridge.spring.ai;

import io.mcpbridge.catalog.CallerContext;
import io.mcpbridge.catalog.CallerContext.ContextSnapshot;
import io.mcpbridge.catalog.CatalogTool;
import io.mcpbridge.catalog.ToolOutput;
import io.mcpbridge.catalog.ToolSet;
import io.mcpbridge.client.CallOptions;
import io.mcpbridge.schema.AdaptedSchema;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.DefaultToolDefinition;
import org.springframework.ai.tool.definition.ToolDefinition;
import org.springframework.ai.tool.execution.ToolExecutionException;
import org.springframework.ai.tool.metadata.ToolMetadata;

/** One tool of the catalog. A call blocks the calling thread until the response arrives. */
final class McpToolCallback implements ToolCallback {

  private final ToolSet tools;
  private final String modelName;
  private final ToolDefinition definition;
  private final ToolMetadata metadata;
  private final Supplier<List<String>> toolContextMeta;
  private final BlockingCall thread;
  private final ContextSnapshot captured;

  /**
   * @param schema description and input schema for the model
   * @param toolContextMeta keys of the tool context to send to the server; called for each call
   * @param thread checks the calling thread of each call
   */
  McpToolCallback(
      ToolSet tools,
      CatalogTool tool,
      AdaptedSchema schema,
      boolean returnDirect,
      Supplier<List<String>> toolContextMeta,
      BlockingCall thread) {
    this.tools = tools;
    this.modelName = tool.modelName();
    this.definition =
        new DefaultToolDefinition(modelName, schema.description(), schema.inputSchemaJson());
    this.metadata = ToolMetadata.builder().returnDirect(returnDirect).build();
    this.toolContextMeta = toolContextMeta;
    this.thread = thread;
    this.captured = CallerContext.NOTHING;
  }

  private McpToolCallback(
      McpToolCallback other, ToolDefinition definition, ContextSnapshot captured) {
    this.tools = other.tools;
    this.modelName = other.modelName;
    this.definition = definition;
    this.metadata = other.metadata;
    this.toolContextMeta = other.toolContextMeta;
    this.thread = other.thread;
    this.captured = captured;
  }

  /** A copy that runs with the captured context of the thread that asked for the tools. */
  McpToolCallback with(ContextSnapshot fromThatThread) {
    return new McpToolCallback(this, definition, fromThatThread);
  }

  /** A copy with the name that a model wrote. */
  McpToolCallback calledAs(String name) {
    return new McpToolCallback(
        this,
        new UnknownToolDefinition(name, definition.description(), definition.inputSchema()),
        captured);
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
   * @throws ToolExecutionException if the call failed; by default, Spring AI returns its message to
   *     the model, and rethrows it with {@code spring.ai.tools.throw-exception-on-error}
   */
  @Override
  public String call(@Nullable String toolInput) {
    return call(toolInput, CallOptions.defaults());
  }

  /** Calls the tool and sends only the configured keys of the context to the server. */
  @Override
  public String call(@Nullable String toolInput, @Nullable ToolContext toolContext) {
    Map<String, @Nullable Object> meta = new LinkedHashMap<>();
    if (toolContext != null) {
      for (String name : toolContextMeta.get()) {
        Object value = toolContext.getContext().get(name);
        if (value != null) {
          meta.put(name, ToolContextValues.of(value));
        }
      }
    }
    return call(toolInput, CallOptions.defaults().withMeta(meta));
  }

  private String call(@Nullable String toolInput, CallOptions options) {
    thread.look(modelName);
    String arguments = toolInput == null || toolInput.isBlank() ? "{}" : toolInput;
    ToolOutput output =
        captured.call(
            () -> tools.call(modelName, arguments, options.withUser(captured.callingUser())));
    if (output.isError()) {
      throw new ToolExecutionException(definition, new McpToolCallException(output));
    }
    return output.text();
  }
}
