package io.mcpbridge.langchain4j.mcp;

import dev.langchain4j.mcp.client.McpBlobResourceContents;
import dev.langchain4j.mcp.client.McpEmbeddedResource;
import dev.langchain4j.mcp.client.McpException;
import dev.langchain4j.mcp.client.McpGetPromptResult;
import dev.langchain4j.mcp.client.McpIcon;
import dev.langchain4j.mcp.client.McpIconTheme;
import dev.langchain4j.mcp.client.McpImageContent;
import dev.langchain4j.mcp.client.McpPrompt;
import dev.langchain4j.mcp.client.McpPromptArgument;
import dev.langchain4j.mcp.client.McpPromptContent;
import dev.langchain4j.mcp.client.McpPromptMessage;
import dev.langchain4j.mcp.client.McpReadResourceResult;
import dev.langchain4j.mcp.client.McpResource;
import dev.langchain4j.mcp.client.McpResourceContents;
import dev.langchain4j.mcp.client.McpResourceTemplate;
import dev.langchain4j.mcp.client.McpRole;
import dev.langchain4j.mcp.client.McpTextContent;
import dev.langchain4j.mcp.client.McpTextResourceContents;
import io.mcpbridge.catalog.internal.content.ContentText;
import io.mcpbridge.error.McpErrorResponseException;
import io.mcpbridge.langchain4j.IncompatibleLangChain4jException;
import io.mcpbridge.model.ContentBlock;
import io.mcpbridge.model.EmbeddedResource;
import io.mcpbridge.model.GetPromptResult;
import io.mcpbridge.model.Icon;
import io.mcpbridge.model.ImageContent;
import io.mcpbridge.model.Prompt;
import io.mcpbridge.model.PromptMessage;
import io.mcpbridge.model.ReadResourceResult;
import io.mcpbridge.model.Resource;
import io.mcpbridge.model.ResourceContents;
import io.mcpbridge.model.ResourceTemplate;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Maps to the types of LangChain4j's own client. */
final class LangChain4jTypes {

  private static final String REQUIRED = "1.18.1-beta28";

  private LangChain4jTypes() {}

  /**
   * Looks for the newest of these types.
   *
   * @throws IncompatibleLangChain4jException if the release on the class path lacks it
   */
  static void check() {
    try {
      Class<?> unused = McpIcon.class;
    } catch (LinkageError e) {
      throw new IncompatibleLangChain4jException("langchain4j-mcp", REQUIRED, e);
    }
  }

  /**
   * Converts a server's error to the exception of LangChain4j's own client, with the original as
   * its cause.
   */
  static <T> T answered(Supplier<T> asking) {
    try {
      return asking.get();
    } catch (McpErrorResponseException refused) {
      McpException mapped = new McpException(refused.code(), refused.reason());
      mapped.initCause(refused);
      throw mapped;
    }
  }

  static McpResource resource(Resource resource) {
    return new McpResource(
        resource.uri(),
        resource.name(),
        resource.description(),
        resource.mimeType(),
        resource.meta(),
        icons(resource.icons()));
  }

  static McpResourceTemplate resourceTemplate(ResourceTemplate template) {
    return new McpResourceTemplate(
        template.uriTemplate(),
        template.name(),
        template.description(),
        template.mimeType(),
        template.meta(),
        icons(template.icons()));
  }

  static McpReadResourceResult contents(ReadResourceResult result) {
    return new McpReadResourceResult(
        result.contents().stream().map(LangChain4jTypes::contents).toList());
  }

  static McpPrompt prompt(Prompt prompt) {
    return new McpPrompt(
        prompt.name(),
        prompt.description(),
        prompt.arguments().stream()
            .map(
                argument ->
                    new McpPromptArgument(
                        argument.name(), argument.description(), argument.required()))
            .toList(),
        prompt.meta(),
        icons(prompt.icons()));
  }

  static McpGetPromptResult prompt(GetPromptResult result) {
    return new McpGetPromptResult(
        result.description(), result.messages().stream().map(LangChain4jTypes::message).toList());
  }

  private static McpPromptMessage message(PromptMessage message) {
    boolean assistants = message.role().equals("assistant");
    // LangChain4j creates assistant messages from texts only.
    return assistants
        ? new McpPromptMessage(McpRole.ASSISTANT, text(message.content()))
        : new McpPromptMessage(McpRole.USER, content(message.content()));
  }

  private static McpPromptContent content(ContentBlock block) {
    if (block instanceof ImageContent image && !image.data().isEmpty()) {
      return new McpImageContent(image.data(), image.mimeType());
    }
    return block instanceof EmbeddedResource embedded
            && (embedded.resource().text() != null || embedded.resource().blob() != null)
        ? new McpEmbeddedResource(contents(embedded.resource()))
        : text(block);
  }

  /** A short note, for blocks without a type there. */
  private static McpTextContent text(ContentBlock block) {
    return new McpTextContent(ContentText.of(block));
  }

  private static McpResourceContents contents(ResourceContents contents) {
    return contents.blob() != null
        ? new McpBlobResourceContents(contents.uri(), contents.blob(), contents.mimeType())
        : new McpTextResourceContents(
            contents.uri(), contents.text() == null ? "" : contents.text(), contents.mimeType());
  }

  static List<McpIcon> icons(List<Icon> icons) {
    return icons.stream()
        .map(icon -> new McpIcon(icon.mimeType(), icon.sizes(), icon.src(), theme(icon.theme())))
        .toList();
  }

  private static @Nullable McpIconTheme theme(@Nullable String theme) {
    return theme == null
        ? null
        : switch (theme) {
          case "dark" -> McpIconTheme.DARK;
          case "light" -> McpIconTheme.LIGHT;
          default -> null;
        };
  }
}
