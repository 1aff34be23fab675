package io.mcpbridge.catalog.internal.tools;

import io.mcpbridge.client.call.Interceptor;
import io.mcpbridge.model.Annotations;
import io.mcpbridge.model.CallToolRequest;
import io.mcpbridge.model.CallToolResult;
import io.mcpbridge.model.ContentBlock;
import io.mcpbridge.model.EmbeddedResource;
import io.mcpbridge.model.McpResult;
import io.mcpbridge.model.ReadResourceRequest;
import io.mcpbridge.model.ReadResourceResult;
import io.mcpbridge.model.TextContent;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Implements the tools by which a model reads a server's resources, with resource requests to the
 * server. Limits, visibility and interceptors apply as for the server's own tools.
 */
public final class ResourceTools implements Interceptor {

  private final UriPatterns readable;
  private final Predicate<String> areOurs;

  /**
   * @param readable which resources may be listed and read
   * @param areOurs whether a tool of that name is one of these, not the server's own
   */
  public ResourceTools(UriPatterns readable, Predicate<String> areOurs) {
    this.readable = readable;
    this.areOurs = areOurs;
  }

  @Override
  public McpResult intercept(Chain chain) {
    if (chain.request() instanceof CallToolRequest call && areOurs.test(call.name())) {
      return call.name().equals(ResourceToolDefinitions.READ)
          ? read(chain, call.arguments().get(ResourceToolDefinitions.URI))
          : ResourcePage.asResult(
              chain, call.arguments().get(ResourceToolDefinitions.CURSOR), readable);
    }
    return chain.proceed(chain.request());
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
