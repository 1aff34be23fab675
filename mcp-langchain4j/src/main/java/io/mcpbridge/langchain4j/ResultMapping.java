package io.mcpbridge.langchain4j;

import dev.langchain4j.data.message.Content;
import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.exception.LangChain4jException;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.service.tool.ToolExecutionResult;
import io.mcpbridge.approval.McpApprovals;
import io.mcpbridge.catalog.internal.content.ContentMedia;
import io.mcpbridge.catalog.internal.content.ResultMedia;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.error.McpErrorResponseException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpInvalidArgumentsException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Maps the output of a call to LangChain4j's result: one text, because some model providers send
 * only the last of several, and the images that the model's provider accepts.
 *
 * @param throwErrors whether errors are thrown instead
 * @param returnAttributes whether chat memories keep {@code _meta} and structured content
 */
record ResultMapping(ImageRecipients images, boolean throwErrors, boolean returnAttributes) {

  /** JSON-RPC: invalid parameters. */
  private static final int INVALID_PARAMS = -32602;

  /** No LangChain4j module sends audio in tool results. */
  private static final Set<String> IMAGES = Set.of("image");

  /**
   * @throws McpToolException for an error, if errors are thrown
   * @throws McpToolArgumentsException for an error of the arguments, if errors are thrown
   */
  ToolExecutionResult of(ToolOutput output, @Nullable InvocationContext context) {
    if (throwErrors && output.isError()) {
      throw exception(output);
    }
    ToolExecutionResult.Builder result =
        ToolExecutionResult.builder()
            .isError(output.isError())
            .result(ResultObjects.of(output))
            .attributes(attributes(output));
    if (images.areTakenBy(context == null ? null : context.modelProvider())) {
      result.resultContents(contents(output));
    } else {
      result.resultText(output.text());
    }
    return result.build();
  }

  private static LangChain4jException exception(ToolOutput output) {
    McpException failure = output.failure();
    if (failure instanceof McpInvalidArgumentsException) {
      return McpToolArgumentsException.of(output, null);
    }
    return failure instanceof McpErrorResponseException refused && refused.code() == INVALID_PARAMS
        ? McpToolArgumentsException.of(output, INVALID_PARAMS)
        : McpToolException.of(output);
  }

  private static List<Content> contents(ToolOutput output) {
    ResultMedia result = ResultMedia.of(output.text(), output.content(), IMAGES, 0);
    List<Content> contents = new ArrayList<>();
    contents.add(TextContent.from(result.text()));
    for (ContentMedia image : result.media()) {
      contents.add(ImageContent.from(image.base64(), image.mimeType()));
    }
    return contents;
  }

  private Map<String, Object> attributes(ToolOutput output) {
    Map<String, Object> attributes = new LinkedHashMap<>();
    if (returnAttributes && !output.meta().isEmpty()) {
      attributes.put(McpToolProvider.META_ATTRIBUTE, output.meta());
    }
    // what is longer is a server's
    if (output.meta().get(McpApprovals.ID_META) instanceof String id && id.length() <= 36) {
      attributes.put(McpApprovals.ID_META, id);
    }
    Object structured =
        output.structuredContent() == null ? null : output.structuredContent().value();
    // a number is small, and unlike an object it cannot carry its output
    boolean isSmall = structured instanceof Number || structured instanceof Boolean;
    if (structured != null && (returnAttributes || isSmall)) {
      attributes.put(McpToolProvider.STRUCTURED_CONTENT_ATTRIBUTE, structured);
    }
    return attributes;
  }
}
