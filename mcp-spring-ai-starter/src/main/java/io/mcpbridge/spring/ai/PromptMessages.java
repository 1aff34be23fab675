package io.mcpbridge.spring.ai;

import io.mcpbridge.catalog.BlockMedia;
import io.mcpbridge.catalog.BlockText;
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
 * A filled prompt as Spring AI's messages.
 *
 * <pre>{@code
 * GetPromptResult review = catalog.prompts().get("git", "review", Map.of("branch", "main"));
 * chatClient.prompt().messages(PromptMessages.of(review)).call().content();
 * }</pre>
 */
public final class PromptMessages {

  private static final Set<String> KINDS = Set.of("image", "audio");

  private PromptMessages() {}

  /**
   * One message for each of the prompt's, in order. Those of the user keep images, sounds and PDF
   * files as media, which not every model takes; those of the assistant are text, which is all that
   * most model providers are sent. What cannot be handed over is mentioned in a short note. No
   * server can write a system message: whatever is not the assistant's is the user's.
   */
  public static List<Message> of(GetPromptResult prompt) {
    return prompt.messages().stream().map(PromptMessages::message).toList();
  }

  private static Message message(PromptMessage message) {
    if (message.role().equals("assistant")) {
      return new AssistantMessage(BlockText.of(message.content()));
    }
    BlockMedia bytes = BlockMedia.of(message.content());
    Media media = bytes == null ? null : media(bytes);
    return bytes == null || media == null
        ? new UserMessage(BlockText.of(message.content()))
        // some model providers refuse a message that has no text
        : UserMessage.builder().text("[" + bytes.mimeType() + "]").media(media).build();
  }

  private static @Nullable Media media(BlockMedia bytes) {
    if (!KINDS.contains(bytes.kind()) && !bytes.mimeType().equals("application/pdf")) {
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
