package io.mcpbridge.langchain4j.mcp;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.mcp.client.McpClient;
import dev.langchain4j.mcp.client.McpGetPromptResult;
import dev.langchain4j.mcp.client.McpPrompt;
import dev.langchain4j.mcp.client.McpReadResourceResult;
import dev.langchain4j.mcp.client.McpResource;
import dev.langchain4j.mcp.client.McpResourceTemplate;
import dev.langchain4j.mcp.client.McpRoot;
import dev.langchain4j.service.tool.ToolExecutionResult;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.error.McpUnsupportedException;
import io.mcpbridge.langchain4j.CurrentInvocation;
import io.mcpbridge.langchain4j.McpToolProvider;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One server of a catalog as LangChain4j's own {@code McpClient}, for APIs that require one: {@code
 * McpAgent}, {@code @McpClientSupplier}, LangChain4j's {@code McpToolProvider}.
 *
 * <pre>{@code
 * UntypedAgent forecast = McpAgent.builder(CatalogMcpClient.of(tools, "weather"))
 *     .toolName("forecast")
 *     .outputKey("weather")
 *     .build();
 * }</pre>
 *
 * <p>Tools have the names that their server gave them. Everything else is as in the {@link
 * McpToolProvider}: the same selection, schemas, identity, limits and error messages. A failed call
 * is an error result. {@code McpAgent} provides no invocation: it gets no tools if {@link
 * io.mcpbridge.langchain4j.McpToolProviderBuilder#toolsPerInvocation} is set; give it a provider of
 * a view instead.
 *
 * <p>Thread-safe. Closing it leaves the catalog open; methods that use the server throw an {@link
 * IllegalStateException} then.
 */
public final class CatalogMcpClient implements McpClient {

  private final ServerToolList tools;
  private final ToolCatalog catalog;
  private final String server;
  private final ResourceSubscriptions subscriptions;
  private volatile boolean closed;

  private CatalogMcpClient(
      McpToolProvider tools, String server, Consumer<String> onResourceUpdated) {
    this.tools = new ServerToolList(tools, server);
    this.catalog = tools.catalog();
    this.server = server;
    this.subscriptions = new ResourceSubscriptions(catalog, server, onResourceUpdated);
  }

  /**
   * A client of a server of the provider's catalog.
   *
   * @param server the key that it was configured under
   * @throws io.mcpbridge.langchain4j.IncompatibleLangChain4jException if {@code langchain4j-mcp} on
   *     the class path is too old
   */
  public static CatalogMcpClient of(McpToolProvider tools, String server) {
    return of(tools, server, uri -> {});
  }

  /**
   * The same, with a listener for changes of subscribed resources.
   *
   * @param onResourceUpdated receives the URI, on a worker thread, one call at a time; also called
   *     when an update may have been missed
   * @throws io.mcpbridge.langchain4j.IncompatibleLangChain4jException if {@code langchain4j-mcp} on
   *     the class path is too old
   */
  public static CatalogMcpClient of(
      McpToolProvider tools, String server, Consumer<String> onResourceUpdated) {
    LangChain4jTypes.check();
    return new CatalogMcpClient(tools, server, onResourceUpdated);
  }

  /** The key that the server was configured under. */
  @Override
  public String key() {
    return server;
  }

  /** The server's instructions; {@code null} if there are none, or none yet. */
  @Override
  public @Nullable String instructions() {
    return tools.instructions();
  }

  @Override
  public List<ToolSpecification> listTools() {
    return listTools(null);
  }

  /**
   * The tools that the provider offers of this server. Returns from memory, after waiting up to 30
   * seconds for the first connection attempt, and up to five for a list that the server announced.
   *
   * @throws io.mcpbridge.error.McpUnavailableException if there are none because the server is
   *     unavailable; LangChain4j's provider then continues without it
   */
  @Override
  public List<ToolSpecification> listTools(@Nullable InvocationContext context) {
    requireOpen();
    return tools.list(context);
  }

  @Override
  public ToolExecutionResult executeTool(ToolExecutionRequest request) {
    return executeTool(request, null);
  }

  /**
   * Calls a tool by the server's name for it, within an invocation if there is one. For a name that
   * is not in memory it waits up to five seconds for a list of tools that the server announced.
   */
  @Override
  public ToolExecutionResult executeTool(
      ToolExecutionRequest request, @Nullable InvocationContext context) {
    requireOpen();
    return tools.execute(request, context);
  }

  /**
   * The same without blocking a thread while the server works on it. The tools are looked up on the
   * calling thread. Part of LangChain4j's type from 1.20 on.
   *
   * @return completed as {@link #executeTool} returns or throws; canceling it cancels the request
   *     at the server
   */
  public CompletableFuture<ToolExecutionResult> executeToolAsync(
      ToolExecutionRequest request, @Nullable InvocationContext context) {
    try {
      requireOpen();
      return tools.executeAsync(request, context);
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  @Override
  public List<McpResource> listResources() {
    return listResources(null);
  }

  /**
   * {@inheritDoc}
   *
   * @throws io.mcpbridge.error.McpException if the request fails
   */
  @Override
  public List<McpResource> listResources(@Nullable InvocationContext context) {
    requireOpen();
    return CurrentInvocation.callDuring(
        context,
        () -> offered(() -> catalog.client(server).listResources(), LangChain4jTypes::resource));
  }

  @Override
  public List<McpResourceTemplate> listResourceTemplates() {
    return listResourceTemplates(null);
  }

  /**
   * {@inheritDoc}
   *
   * @throws io.mcpbridge.error.McpException if the request fails
   */
  @Override
  public List<McpResourceTemplate> listResourceTemplates(@Nullable InvocationContext context) {
    requireOpen();
    return CurrentInvocation.callDuring(
        context,
        () ->
            offered(
                () -> catalog.client(server).listResourceTemplates(),
                LangChain4jTypes::resourceTemplate));
  }

  @Override
  public McpReadResourceResult readResource(String uri) {
    return readResource(uri, null);
  }

  /**
   * {@inheritDoc}
   *
   * @throws dev.langchain4j.mcp.client.McpException if the server returns an error, as for a
   *     resource that it does not have
   * @throws io.mcpbridge.error.McpException if the server is unavailable
   */
  @Override
  public McpReadResourceResult readResource(String uri, @Nullable InvocationContext context) {
    requireOpen();
    requireArgument(uri, "readResource", "URI");
    return CurrentInvocation.callDuring(
        context,
        () ->
            LangChain4jTypes.answered(
                () -> LangChain4jTypes.contents(catalog.resources().read(server, uri))));
  }

  /**
   * Subscribes {@code onResourceUpdated} to the resource until it is unsubscribed; if the server is
   * unavailable, as soon as it is connected.
   *
   * @throws dev.langchain4j.mcp.client.McpException if the server returns an error, as for a
   *     resource that it does not have
   * @throws McpUnsupportedException if the server does not support subscriptions to this resource
   */
  @Override
  public void subscribeToResource(String uri) {
    requireOpen();
    requireArgument(uri, "subscribeToResource", "URI");
    subscriptions.subscribe(uri);
  }

  @Override
  public void unsubscribeFromResource(String uri) {
    requireOpen();
    requireArgument(uri, "unsubscribeFromResource", "URI");
    subscriptions.unsubscribe(uri);
  }

  /**
   * The same for several resources, whatever the server's revision. Part of LangChain4j's type from
   * 1.19 on.
   *
   * @return the id to unsubscribe with
   */
  public long subscribeToResources(List<String> uris) {
    requireOpen();
    requireArgument(uris, "subscribeToResources", "list of URIs");
    return subscriptions.subscribe(uris);
  }

  /** Ends a subscription of {@link #subscribeToResources}. */
  public void unsubscribeFromResources(long subscriptionId) {
    requireOpen();
    subscriptions.unsubscribe(subscriptionId);
  }

  /**
   * {@inheritDoc}
   *
   * @throws io.mcpbridge.error.McpException if the request fails
   */
  @Override
  public List<McpPrompt> listPrompts() {
    requireOpen();
    return offered(() -> catalog.client(server).listPrompts(), LangChain4jTypes::prompt);
  }

  /** Empty if the server lacks the capability. */
  private static <T, R> List<R> offered(Supplier<List<T>> list, Function<T, R> ownType) {
    try {
      return list.get().stream().map(ownType).toList();
    } catch (McpUnsupportedException e) {
      return List.of();
    }
  }

  /**
   * {@inheritDoc}
   *
   * @param arguments sent as text; {@code null} values are omitted
   * @throws dev.langchain4j.mcp.client.McpException if the server returns an error, as for missing
   *     arguments
   * @throws io.mcpbridge.error.McpException if the request fails
   */
  @Override
  public McpGetPromptResult getPrompt(String name, @Nullable Map<String, Object> arguments) {
    requireOpen();
    requireArgument(name, "getPrompt", "name");
    Map<String, String> texts = new LinkedHashMap<>();
    if (arguments != null) {
      arguments.forEach(
          (argument, value) -> {
            if (value != null) {
              texts.put(argument, value.toString());
            }
          });
    }
    return LangChain4jTypes.answered(
        () -> LangChain4jTypes.prompt(catalog.prompts().get(server, name, texts)));
  }

  /**
   * Pings the server.
   *
   * @throws io.mcpbridge.error.McpException if it does not respond
   */
  @Override
  public void checkHealth() {
    requireOpen();
    catalog.client(server).ping();
  }

  /**
   * Not supported, because roots are settings of the catalog: {@code
   * InputHandlers.builder().listRoots(...)} provides them, and {@code
   * catalog.client(server).rootsChanged()} announces changes.
   *
   * @throws UnsupportedOperationException always
   */
  @Override
  public void setRoots(List<McpRoot> roots) {
    throw new UnsupportedOperationException(
        "the roots of the server \""
            + server
            + "\" are those of the catalog's InputHandlers: listRoots(...); catalog.client(\""
            + server
            + "\").rootsChanged() announces a change of them");
  }

  /** Ends the subscriptions to resources and closes this client. Idempotent. */
  @Override
  public void close() {
    closed = true;
    subscriptions.close();
  }

  /** Same behavior as LangChain4j's own client. */
  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException(
          "The McpClient of the MCP server \"" + server + "\" is closed; its catalog is not");
    }
  }

  private void requireArgument(@Nullable Object argument, String method, String argumentName) {
    if (argument == null) {
      throw new IllegalArgumentException(
          method
              + " of the MCP server \""
              + server
              + "\" needs a "
              + argumentName
              + ", and got null");
    }
  }
}
