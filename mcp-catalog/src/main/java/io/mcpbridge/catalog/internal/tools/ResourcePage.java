package io.mcpbridge.catalog.internal.tools;

import io.mcpbridge.client.call.Interceptor;
import io.mcpbridge.error.McpErrorResponseException;
import io.mcpbridge.error.McpUnsupportedException;
import io.mcpbridge.model.CallToolResult;
import io.mcpbridge.model.ContentBlock;
import io.mcpbridge.model.ListResourceTemplatesRequest;
import io.mcpbridge.model.ListResourceTemplatesResult;
import io.mcpbridge.model.ListResourcesRequest;
import io.mcpbridge.model.ListResourcesResult;
import io.mcpbridge.model.Resource;
import io.mcpbridge.model.ResourceLink;
import io.mcpbridge.model.ResourceTemplate;
import io.mcpbridge.model.TextContent;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of a server's resources as a tool result. The model requests further pages itself, since
 * lists may be long and its context is limited.
 */
final class ResourcePage {

  private ResourcePage() {}

  static CallToolResult asResult(
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
