package io.mcpbridge.spring.ai;

import io.mcpbridge.catalog.internal.content.ContentMedia;
import io.mcpbridge.catalog.internal.content.ContentText;
import io.mcpbridge.model.ContentBlock;
import io.mcpbridge.model.GetPromptResult;
import io.mcpbridge.model.PromptMessage;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.content.Media;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.util.MimeType;

/**
 * Converts the result of {@code prompts/get} to Spring AI's messages.
 *
 * <pre>{@code
 * GetPromptResult review = catalog.prompts().get("git", "review", Map.of("branch", "main"));
 * chatClient.prompt().messages(SpringAiPromptMessages.of(review)).call().content();
 * }</pre>
 */
public final class SpringAiPromptMessages {

  private static final Set<String> KINDS = Set.of("image", "audio");

  private SpringAiPromptMessages() {}

  /**
   * Converts each message of the prompt, in order. User messages keep images, audio and PDF files
   * as media, which not every model accepts. Assistant messages become text, since most model
   * providers accept nothing else there. Content that cannot be converted is replaced by a short
   * note. A server cannot create a system message: each message whose role is not {@code assistant}
   * becomes a user message.
   */
  public static List<Message> of(GetPromptResult prompt) {
    return prompt.messages().stream().map(SpringAiPromptMessages::message).toList();
  }

  private static Message message(PromptMessage message) {
    if (message.role().equals("assistant")) {
      return new AssistantMessage(ContentText.of(message.content()));
    }
    Media media = media(message.content());
    return media == null
        ? new UserMessage(ContentText.of(message.content()))
        // some model providers refuse a message that has no text
        : UserMessage.builder().text("[" + media.getMimeType() + "]").media(media).build();
  }

  /** An image, audio or PDF file; {@code null} for other content. */
  static @Nullable Media media(ContentBlock block) {
    ContentMedia bytes = ContentMedia.of(block);
    if (bytes == null
        || (!KINDS.contains(bytes.kind()) && !bytes.mimeType().equals("application/pdf"))) {
      return null;
    }
    try {
      return new Media(
          MimeType.valueOf(bytes.mimeType()),
          new ByteArrayResource(Base64.getDecoder().decode(bytes.base64())));
    } catch (IllegalArgumentException unreadable) {
      return null;
    }
  }
}
