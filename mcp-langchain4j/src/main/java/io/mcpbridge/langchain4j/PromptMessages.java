package io.mcpbridge.langchain4j;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.AudioContent;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.Content;
import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.data.message.PdfFileContent;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.data.message.VideoContent;
import io.mcpbridge.catalog.internal.content.ContentMedia;
import io.mcpbridge.catalog.internal.content.ContentText;
import io.mcpbridge.model.ContentBlock;
import io.mcpbridge.model.GetPromptResult;
import io.mcpbridge.model.PromptMessage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Maps a prompt result to LangChain4j's messages.
 *
 * <pre>{@code
 * GetPromptResult review = catalog.prompts().get("git", "review", Map.of("branch", "main"));
 * ChatResponse response = model.chat(PromptMessages.of(review));
 * }</pre>
 */
public final class PromptMessages {

  private PromptMessages() {}

  /**
   * One message per prompt message, in order. User messages keep images, audio, videos and PDF
   * files, which not every model supports; assistant messages are text, because LangChain4j sends
   * nothing else. A short note replaces content that cannot be mapped. Servers cannot create system
   * messages: every role but the assistant's maps to the user.
   */
  public static List<ChatMessage> of(GetPromptResult prompt) {
    return prompt.messages().stream().map(PromptMessages::message).toList();
  }

  private static ChatMessage message(PromptMessage message) {
    return message.role().equals("assistant")
        ? AiMessage.from(ContentText.of(message.content()))
        : UserMessage.from(content(message.content()));
  }

  public static Content content(ContentBlock block) {
    ContentMedia media = ContentMedia.of(block);
    Content content = media == null ? null : content(media);
    return content == null ? TextContent.from(ContentText.of(block)) : content;
  }

  private static @Nullable Content content(ContentMedia media) {
    return switch (media.kind()) {
      case "image" -> ImageContent.from(media.base64(), media.mimeType());
      case "audio" -> AudioContent.from(media.base64(), media.mimeType());
      case "video" -> VideoContent.from(media.base64(), media.mimeType());
      default ->
          media.mimeType().equals("application/pdf")
              ? PdfFileContent.from(media.base64(), media.mimeType())
              : null;
    };
  }
}
