package io.mcpbridge.langchain4j.mcp;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.mcp.client.McpToolMetadataKeys;
import dev.langchain4j.service.tool.AiServiceTool;
import dev.langchain4j.service.tool.ToolExecutionResult;
import dev.langchain4j.service.tool.ToolProviderRequest;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolSet;
import io.mcpbridge.catalog.internal.access.CatalogInternals;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ServerState;
import io.mcpbridge.catalog.server.ServerStatus;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.error.McpUnavailableException;
import io.mcpbridge.internal.text.ServerText;
import io.mcpbridge.langchain4j.AsyncToolExecutor;
import io.mcpbridge.langchain4j.McpToolProvider;
import io.mcpbridge.model.ToolAnnotations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A provider's tools of one server, under the names that the server gave them. */
record ServerToolList(McpToolProvider provider, String server) {

  /** Maximum wait for the first connection attempt. */
  private static final Duration INITIAL_CONNECT_TIMEOUT = Duration.ofSeconds(30);

  /** How long to wait for the list of tools that the server announced. */
  private static final Duration REFRESH_TIMEOUT = Duration.ofSeconds(5);

  private static final int MAX_NAME_LENGTH = 100;
  private static final int MAX_NAMED_TOOLS = 10;

  /** A request requires a message, and during a tool call there may be none. */
  private static final UserMessage PLACEHOLDER_MESSAGE = UserMessage.from("-");

  List<ToolSpecification> list(@Nullable InvocationContext context) {
    ToolSet tools = provider.toolsFor(context);
    ToolCatalog catalog = tools.catalog();
    if (catalog != provider.catalog() && status(catalog) == null) {
      return List.of(); // a user's own catalog need not have every server
    }
    catalog.awaitReady(server, INITIAL_CONNECT_TIMEOUT);
    refreshAnnounced(catalog);
    Map<String, CatalogTool> byModelName = new HashMap<>();
    toolsOfServer(tools).forEach(tool -> byModelName.put(tool.modelName(), tool));
    List<ToolSpecification> specifications = new ArrayList<>();
    for (AiServiceTool offered : offered(context)) {
      CatalogTool tool = byModelName.get(offered.name());
      if (tool != null) {
        specifications.add(withMetadata(offered.toolSpecification(), tool));
      }
    }
    if (specifications.isEmpty()) {
      requireServer(catalog);
    }
    return specifications;
  }

  ToolExecutionResult execute(ToolExecutionRequest request, @Nullable InvocationContext context) {
    ToolSet tools = provider.toolsFor(context);
    AiServiceTool called = called(tools, request.name(), context);
    return called == null
        ? unknownTool(tools, request, context)
        : called.toolExecutor().executeWithContext(request, context);
  }

  CompletableFuture<ToolExecutionResult> executeAsync(
      ToolExecutionRequest request, @Nullable InvocationContext context) {
    ToolSet tools = provider.toolsFor(context);
    AiServiceTool called = called(tools, request.name(), context);
    return called == null
        ? CompletableFuture.completedFuture(unknownTool(tools, request, context))
        : ((AsyncToolExecutor) called.toolExecutor()).executeAsync(request, context);
  }

  private ToolExecutionResult unknownTool(
      ToolSet tools, ToolExecutionRequest request, @Nullable InvocationContext context) {
    UUID invocation = context == null ? null : context.invocationId();
    ToolOutput output =
        tools
            .catalog()
            .callUnknownTool(
                String.valueOf(request.name()),
                request.arguments(),
                CallOptions.builder()
                    .invocationId(invocation == null ? null : invocation.toString())
                    .build(),
                () -> unknown(tools, request.name()));
    return ToolExecutionResult.builder().isError(true).resultText(output.text()).build();
  }

  /**
   * Looks only at this server's names, whatever other servers call their tools. An unknown tool may
   * be one that the server has announced.
   */
  private @Nullable AiServiceTool called(
      ToolSet tools, @Nullable String name, @Nullable InvocationContext context) {
    CatalogTool tool = find(tools, name);
    if (tool == null && status(tools.catalog()) != null) {
      refreshAnnounced(tools.catalog());
      tool = find(tools, name);
    }
    return tool == null ? null : offered(tool, context);
  }

  private void refreshAnnounced(ToolCatalog catalog) {
    CatalogInternals.of(catalog).refreshAnnounced(server, REFRESH_TIMEOUT);
  }

  private @Nullable CatalogTool find(ToolSet tools, @Nullable String name) {
    return Stream.<Predicate<CatalogTool>>of(
            tool -> tool.name().equals(name), tool -> offeredName(tool).equals(name))
        .flatMap(isCalled -> toolsOfServer(tools).filter(isCalled))
        .findFirst()
        .orElse(null);
  }

  private @Nullable AiServiceTool offered(CatalogTool tool, @Nullable InvocationContext context) {
    return offered(context).stream()
        .filter(offered -> offered.name().equals(tool.modelName()))
        .findFirst()
        .orElse(null);
  }

  /**
   * The error for the model, with the names valid here; tools of other servers are not mentioned.
   */
  private String unknown(ToolSet tools, @Nullable String name) {
    List<String> names = toolsOfServer(tools).map(ServerToolList::offeredName).toList();
    ServerStatus status = status(tools.catalog());
    if (names.isEmpty() && status != null && !isThere(status)) {
      return "The server "
          + server
          + " is not connected at present. Go on without it or try later.";
    }
    String missing =
        name == null
            ? "The call names no tool"
            : "The server " + server + " has no tool named " + start(name);
    return names.isEmpty()
        ? missing + ". Go on without it."
        : names.size() <= MAX_NAMED_TOOLS
            ? missing + ". Available tools: " + String.join(", ", names) + "."
            : missing + ". Use a name from the list of tools.";
  }

  private static String start(String name) {
    return ServerText.line(name.substring(0, Math.min(name.length(), MAX_NAME_LENGTH)));
  }

  private List<AiServiceTool> offered(@Nullable InvocationContext context) {
    ToolProviderRequest request =
        context == null
            ? null
            : ToolProviderRequest.builder()
                .invocationContext(context)
                .userMessage(PLACEHOLDER_MESSAGE)
                .build();
    return provider.provideTools(request).aiServiceTools();
  }

  private Stream<CatalogTool> toolsOfServer(ToolSet tools) {
    return tools.tools().stream().filter(tool -> tool.server().equals(server));
  }

  /** With the metadata that LangChain4j's own client adds, for filters that use it. */
  private static ToolSpecification withMetadata(ToolSpecification specification, CatalogTool tool) {
    Map<String, Object> metadata = new LinkedHashMap<>(tool.shown().meta());
    metadata.remove(ToolSpecification.METADATA_SEARCH_BEHAVIOR); // the application's metadata wins
    metadata.putAll(specification.metadata());
    ToolAnnotations hints = tool.shown().annotations();
    put(metadata, McpToolMetadataKeys.TITLE, tool.shown().title());
    put(metadata, McpToolMetadataKeys.TITLE_ANNOTATION, hints.title());
    put(metadata, McpToolMetadataKeys.READ_ONLY_HINT, hints.readOnlyHint());
    put(metadata, McpToolMetadataKeys.DESTRUCTIVE_HINT, hints.destructiveHint());
    put(metadata, McpToolMetadataKeys.IDEMPOTENT_HINT, hints.idempotentHint());
    put(metadata, McpToolMetadataKeys.OPEN_WORLD_HINT, hints.openWorldHint());
    put(metadata, McpToolMetadataKeys.OUTPUT_SCHEMA, tool.shown().outputSchema());
    if (!tool.shown().icons().isEmpty()) {
      metadata.put(McpToolMetadataKeys.ICONS, LangChain4jTypes.icons(tool.shown().icons()));
    }
    return specification.toBuilder().name(offeredName(tool)).metadata(metadata).build();
  }

  /** The server's name; if characters had to be removed from it, made unique. */
  private static String offeredName(CatalogTool tool) {
    return tool.shown().name().equals(tool.name()) ? tool.name() : tool.modelName();
  }

  private static void put(Map<String, Object> metadata, String key, @Nullable Object value) {
    if (value != null) {
      metadata.put(key, value);
    }
  }

  /** The server's instructions, if any. */
  @Nullable String instructions() {
    ServerStatus status = status(provider.catalog());
    return status == null ? null : status.instructions();
  }

  /** Distinguishes a server without tools from one whose tools are unknown. */
  private void requireServer(ToolCatalog catalog) {
    ServerStatus status = status(catalog);
    if (status != null && !isThere(status)) {
      String reason = status.reason() == null ? "" : ": " + status.reason();
      throw new McpUnavailableException(
              "its tools are unknown, it is " + status.state() + reason, status.nextAttempt())
          .withOperation(server, "tools/list");
    }
  }

  private static boolean isThere(ServerStatus status) {
    return status.state() == ServerState.CONNECTED || status.state() == ServerState.DEGRADED;
  }

  private @Nullable ServerStatus status(ToolCatalog catalog) {
    return catalog.servers().stream()
        .filter(status -> status.name().equals(server))
        .findFirst()
        .orElse(null);
  }
}
