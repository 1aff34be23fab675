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
import io.mcpbridge.catalog.BlockMedia;
import io.mcpbridge.catalog.BlockText;
import io.mcpbridge.model.ContentBlock;
import io.mcpbridge.model.GetPromptResult;
import io.mcpbridge.model.PromptMessage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A filled prompt as LangChain4j's messages.
 *
 * <pre>{@code
 * GetPromptResult review = catalog.prompts().get("git", "review", Map.of("branch", "main"));
 * ChatResponse response = model.chat(PromptMessages.of(review));
 * }</pre>
 */
public final class PromptMessages {

  private PromptMessages() {}

  /**
   * One message for each of the prompt's, in order. Those of the user keep images, sounds, videos
   * and PDF files as such, which not every model takes; those of the assistant are text, because
   * LangChain4j sends nothing else. What cannot be handed over is mentioned in a short note. No
   * server can write a system message: whatever is not the assistant's is the user's.
   */
  public static List<ChatMessage> of(GetPromptResult prompt) {
    return prompt.messages().stream().map(PromptMessages::message).toList();
  }

  private static ChatMessage message(PromptMessage message) {
    return message.role().equals("assistant")
        ? AiMessage.from(BlockText.of(message.content()))
        : UserMessage.from(content(message.content()));
  }

  static Content content(ContentBlock block) {
    BlockMedia media = BlockMedia.of(block);
    Content content = media == null ? null : content(media);
    return content == null ? TextContent.from(BlockText.of(block)) : content;
  }

  private static @Nullable Content content(BlockMedia media) {
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
