package io.mcpbridge.catalog.internal.tools;

import io.mcpbridge.client.call.Interceptor;
import io.mcpbridge.error.McpErrorResponseException;
import io.mcpbridge.error.McpUnsupportedException;
import io.mcpbridge.model.Annotations;
import io.mcpbridge.model.CallToolRequest;
import io.mcpbridge.model.CallToolResult;
import io.mcpbridge.model.ContentBlock;
import io.mcpbridge.model.EmbeddedResource;
import io.mcpbridge.model.ListResourceTemplatesRequest;
import io.mcpbridge.model.ListResourceTemplatesResult;
import io.mcpbridge.model.ListResourcesRequest;
import io.mcpbridge.model.ListResourcesResult;
import io.mcpbridge.model.McpResult;
import io.mcpbridge.model.ReadResourceRequest;
import io.mcpbridge.model.ReadResourceResult;
import io.mcpbridge.model.Resource;
import io.mcpbridge.model.ResourceLink;
import io.mcpbridge.model.ResourceTemplate;
import io.mcpbridge.model.TextContent;
import java.util.ArrayList;
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
          : pageAsResult(chain, call.arguments().get(ResourceToolDefinitions.CURSOR), readable);
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

  /**
   * One page of a server's resources as a tool result. The model requests further pages itself,
   * since lists may be long and its context is limited.
   */
  private static CallToolResult pageAsResult(
      Interceptor.Chain chain, @Nullable Object cursor, UriPatterns readable) {
    String from = cursor instanceof String text ? text : null;
    ListResourcesResult page = (ListResourcesResult) chain.proceed(new ListResourcesRequest(from));
    List<ContentBlock> blocks = new ArrayList<>();
    page.resources().stream()
        .filter(resource -> readable.match(resource.uri()))
        .forEach(resource -> blocks.add(link(resource)));
    if (from == null) {
      templates(chain).stream()
          .filter(template -> readable.mayMatchOneOf(template.uriTemplate()))
          .forEach(template -> blocks.add(TextContent.of(line(template))));
    }
    if (page.nextCursor() != null) {
      blocks.add(TextContent.of("There are more: list again with the cursor " + page.nextCursor()));
    }
    if (blocks.isEmpty()) {
      blocks.add(TextContent.of("There are no resources."));
    }
    return new CallToolResult(blocks, null, false, page.meta());
  }

  /** Few servers have templates, and some with resources do not support the request. */
  private static List<ResourceTemplate> templates(Interceptor.Chain chain) {
    try {
      return ((ListResourceTemplatesResult) chain.proceed(ListResourceTemplatesRequest.first()))
          .resourceTemplates();
    } catch (McpUnsupportedException | McpErrorResponseException e) {
      return List.of();
    }
  }

  private static ResourceLink link(Resource resource) {
    return new ResourceLink(
        resource.uri(),
        resource.name(),
        resource.title(),
        resource.description(),
        resource.mimeType(),
        resource.size(),
        resource.annotations(),
        resource.icons(),
        resource.meta());
  }

  private static String line(ResourceTemplate template) {
    String description = template.description() == null ? "" : ": " + template.description();
    return "[resources "
        + template.name()
        + " at "
        + template.uriTemplate()
        + "; replace the parts in braces"
        + description
        + "]";
  }
}
