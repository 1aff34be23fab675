package io.mcpbridge.langchain4j.mcp;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.mcp.client.McpToolMetadataKeys;
import dev.langchain4j.service.tool.AiServiceTool;
import dev.langchain4j.service.tool.ToolExecutionResult;
import dev.langchain4j.service.tool.ToolProviderRequest;
import io.mcpbridge.catalog.CatalogTool;
import io.mcpbridge.catalog.ServerState;
import io.mcpbridge.catalog.ServerStatus;
import io.mcpbridge.error.McpUnavailableException;
import io.mcpbridge.langchain4j.McpToolProvider;
import io.mcpbridge.model.ToolAnnotations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a provider offers of one server, under the names that the server gave it. */
record ServersTools(McpToolProvider provider, String server) {

  /** The most that is waited for the first attempt to connect. */
  private static final Duration FIRST_ATTEMPT = Duration.ofSeconds(30);

  /** A request has to have one, and while a tool is being called there may be none. */
  private static final UserMessage NOT_LOOKED_AT = UserMessage.from("-");

  List<ToolSpecification> list(@Nullable InvocationContext context) {
    provider.catalog().awaitReady(server, FIRST_ATTEMPT);
    Map<String, CatalogTool> own = own();
    List<ToolSpecification> specifications = new ArrayList<>();
    for (AiServiceTool offered : offered(context)) {
      CatalogTool tool = own.get(offered.name());
      if (tool != null) {
        specifications.add(own(offered.toolSpecification(), tool));
      }
    }
    if (specifications.isEmpty()) {
      mustBeThere();
    }
    return specifications;
  }

  ToolExecutionResult execute(ToolExecutionRequest request, @Nullable InvocationContext context) {
    String modelName = modelName(request.name());
    for (AiServiceTool offered : offered(context)) {
      if (offered.name().equals(modelName)) {
        return offered
            .toolExecutor()
            .executeWithContext(request.toBuilder().name(modelName).build(), context);
      }
    }
    return ToolExecutionResult.builder()
        .isError(true)
        .resultText(provider.catalog().unknownTool(modelName))
        .build();
  }

  private List<AiServiceTool> offered(@Nullable InvocationContext context) {
    ToolProviderRequest request =
        context == null
            ? null
            : ToolProviderRequest.builder()
                .invocationContext(context)
                .userMessage(NOT_LOOKED_AT)
                .build();
    return provider.provideTools(request).aiServiceTools();
  }

  /** Its tools by the names that the provider has for them. */
  private Map<String, CatalogTool> own() {
    Map<String, CatalogTool> own = new LinkedHashMap<>();
    for (CatalogTool tool : provider.catalog().snapshot().tools()) {
      if (tool.server().equals(server)) {
        own.put(tool.modelName(), tool);
      }
    }
    return own;
  }

  private String modelName(String name) {
    return own().values().stream()
        .filter(tool -> tool.name().equals(name))
        .map(CatalogTool::modelName)
        .findFirst()
        .orElse(name);
  }

  /** With the metadata that LangChain4j's own client adds, for those who choose by it. */
  private static ToolSpecification own(ToolSpecification specification, CatalogTool tool) {
    Map<String, Object> metadata = new LinkedHashMap<>(specification.metadata());
    ToolAnnotations hints = tool.listed().annotations();
    put(metadata, McpToolMetadataKeys.TITLE, tool.shown().title());
    put(metadata, McpToolMetadataKeys.TITLE_ANNOTATION, hints.title());
    put(metadata, McpToolMetadataKeys.READ_ONLY_HINT, hints.readOnlyHint());
    put(metadata, McpToolMetadataKeys.DESTRUCTIVE_HINT, hints.destructiveHint());
    put(metadata, McpToolMetadataKeys.IDEMPOTENT_HINT, hints.idempotentHint());
    put(metadata, McpToolMetadataKeys.OPEN_WORLD_HINT, hints.openWorldHint());
    put(metadata, McpToolMetadataKeys.OUTPUT_SCHEMA, tool.listed().outputSchema());
    return specification.toBuilder().name(tool.name()).metadata(metadata).build();
  }

  private static void put(Map<String, Object> metadata, String key, @Nullable Object value) {
    if (value != null) {
      metadata.put(key, value);
    }
  }

  /** How to use the server, if it says. */
  @Nullable String instructions() {
    for (ServerStatus status : provider.catalog().servers()) {
      if (status.name().equals(server) && status.info() != null) {
        return status.info().instructions();
      }
    }
    return null;
  }

  /** A server without tools is told from one whose tools are not known. */
  private void mustBeThere() {
    for (ServerStatus status : provider.catalog().servers()) {
      if (status.name().equals(server)
          && status.state() != ServerState.CONNECTED
          && status.state() != ServerState.DEGRADED) {
        String reason = status.reason() == null ? "" : ": " + status.reason();
        McpUnavailableException away =
            new McpUnavailableException(
                "its tools are not known, it is " + status.state() + reason, status.nextAttempt());
        away.during(server, "tools/list");
        throw away;
      }
    }
  }
}
