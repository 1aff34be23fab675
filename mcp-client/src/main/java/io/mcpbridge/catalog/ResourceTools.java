package io.mcpbridge.catalog;

import io.mcpbridge.client.Interceptor;
import io.mcpbridge.client.McpClient;
import io.mcpbridge.client.McpClientBuilder;
import io.mcpbridge.error.McpErrorResponseException;
import io.mcpbridge.error.McpUnsupportedException;
import io.mcpbridge.jsonrpc.JsonRpcError;
import io.mcpbridge.model.Annotations;
import io.mcpbridge.model.CallToolRequest;
import io.mcpbridge.model.CallToolResult;
import io.mcpbridge.model.ContentBlock;
import io.mcpbridge.model.EmbeddedResource;
import io.mcpbridge.model.ListToolsRequest;
import io.mcpbridge.model.ListToolsResult;
import io.mcpbridge.model.McpResult;
import io.mcpbridge.model.ReadResourceRequest;
import io.mcpbridge.model.ReadResourceResult;
import io.mcpbridge.model.TextContent;
import io.mcpbridge.model.Tool;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Lets a model look at a server's resources: adds two tools to those of the server, and answers
 * their calls by asking for resources. To everything else they are tools of the server like any
 * other, with the same limits, choices and interceptors. A tool of the server itself that has the
 * name of one of them takes its place.
 */
final class ResourceTools implements Interceptor {

  private final UriPatterns readable;
  private final Set<String> theirs = ConcurrentHashMap.newKeySet();
  private volatile @Nullable McpClient client;

  private ResourceTools(UriPatterns readable) {
    this.readable = readable;
  }

  /**
   * A client whose calls this stands in the way of.
   *
   * @param readable which resources are listed and read
   */
  static McpClient client(McpClientBuilder builder, UriPatterns readable) {
    ResourceTools tools = new ResourceTools(readable);
    McpClient client = builder.addCallInterceptor(tools).build();
    tools.client = client;
    return client;
  }

  @Override
  public McpResult intercept(Chain chain) {
    if (chain.request() instanceof ListToolsRequest) {
      return withOurs(tools(chain), chain.server());
    }
    if (chain.request() instanceof CallToolRequest call && !theirs.contains(call.name())) {
      switch (call.name()) {
        case ResourceToolKit.LIST -> {
          return ResourcePage.asResult(
              chain, call.arguments().get(ResourceToolKit.CURSOR), readable);
        }
        case ResourceToolKit.READ -> {
          return read(chain, call.arguments().get(ResourceToolKit.URI));
        }
        default -> {}
      }
    }
    return chain.proceed(chain.request());
  }

  /** A page of the server's own. */
  private static ListToolsResult tools(Chain chain) {
    try {
      return (ListToolsResult) chain.proceed(chain.request());
    } catch (McpUnsupportedException e) {
      return NO_TOOLS;
    } catch (McpErrorResponseException e) {
      if (e.code() == JsonRpcError.METHOD_NOT_FOUND) {
        return NO_TOOLS;
      }
      throw e;
    }
  }

  private static final ListToolsResult NO_TOOLS =
      new ListToolsResult(List.of(), null, List.of(), Map.of());

  /** Ours come last, so that it is known by then what the server has itself. */
  private ListToolsResult withOurs(ListToolsResult page, String server) {
    page.tools().forEach(tool -> theirs.add(tool.name()));
    if (page.nextCursor() != null || !hasResources()) {
      return page;
    }
    List<Tool> tools = new ArrayList<>(page.tools());
    ResourceToolKit.tools(server).stream()
        .filter(tool -> !theirs.contains(tool.name()))
        .forEach(tools::add);
    return new ListToolsResult(tools, null, page.omitted(), page.meta());
  }

  private boolean hasResources() {
    return Objects.requireNonNull(client).server().offers("resources");
  }

  private CallToolResult read(Chain chain, @Nullable Object uri) {
    if (!(uri instanceof String text) || text.isBlank()) {
      return refusal("The argument uri is missing: the URI of a resource.");
    }
    if (!readable.match(text)) {
      return refusal("This application does not allow you to read that resource.");
    }
    ReadResourceResult read = (ReadResourceResult) chain.proceed(new ReadResourceRequest(text));
    List<ContentBlock> contents =
        read.contents().stream()
            .<ContentBlock>map(part -> new EmbeddedResource(part, Annotations.none(), Map.of()))
            .toList();
    return new CallToolResult(contents, null, false, read.meta());
  }

  private static CallToolResult refusal(String sentence) {
    return new CallToolResult(List.of(TextContent.of(sentence)), null, true, Map.of());
  }
}
