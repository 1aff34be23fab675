package io.mcpbridge.spring.ai;

import io.mcpbridge.catalog.internal.content.ContentMedia;
import io.mcpbridge.catalog.internal.content.ResultMedia;
import io.mcpbridge.catalog.server.ToolOutput;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.content.Media;
import org.springframework.ai.content.MediaContent;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.util.MimeType;

/**
 * Collects what a {@code ToolResponseMessage} of Spring AI cannot have, since it has only text: the
 * media of results as user messages, one per call, and whether a call failed. Not thread-safe.
 */
final class ToolMedia {

  private static final String METADATA_KEY = "io.mcpbridge.tool-media";

  private final Set<String> kinds;
  private final Budget budget;
  private final List<Message> messages = new ArrayList<>();
  private boolean hasFailure;

  /**
   * @param kinds what the model accepts: {@code image}, {@code audio}
   * @param budget that of the request
   */
  ToolMedia(Set<String> kinds, Budget budget) {
    this.kinds = kinds;
    this.budget = budget;
  }

  /**
   * The size of all media that the next request to the model has: those of the conversation, and of
   * the results of this round. Results that end first come first. Thread-safe.
   */
  static final class Budget {

    private long base64Characters;

    Budget(List<Message> conversation) {
      for (Message message : conversation) {
        if (message instanceof MediaContent content) {
          content.getMedia().forEach(media -> base64Characters += base64Characters(media));
        }
      }
    }

    synchronized ResultMedia select(ToolOutput output, Set<String> kinds) {
      ResultMedia result = ResultMedia.of(output.text(), output.content(), kinds, base64Characters);
      result.media().forEach(media -> base64Characters += media.base64().length());
      return result;
    }

    private static long base64Characters(Media media) {
      if (media.getData() instanceof byte[] bytes) {
        return (bytes.length + 2L) / 3 * 4;
      }
      return media.getData() instanceof String text ? text.length() : 0;
    }
  }

  /** Whether the message was made here, and did not come from the user. */
  static boolean isIn(Message message) {
    return message.getMetadata().containsKey(METADATA_KEY);
  }

  /** Keeps the media of a result, and returns the text that refers to them. */
  String add(String tool, ToolOutput output) {
    if (kinds.isEmpty()) {
      return output.text();
    }
    ResultMedia result = budget.select(output, kinds);
    if (!result.media().isEmpty()) {
      messages.add(
          UserMessage.builder()
              .text(
                  "Part of the result of the tool "
                      + tool
                      + ", not of the user's message: "
                      + String.join(", ", result.references()))
              .media(result.media().stream().map(ToolMedia::media).toList())
              .metadata(Map.of(METADATA_KEY, tool))
              .build());
    }
    return result.text();
  }

  void failed() {
    hasFailure = true;
  }

  boolean hasFailure() {
    return hasFailure;
  }

  List<Message> messages() {
    return messages;
  }

  private static Media media(ContentMedia bytes) {
    return new Media(
        MimeType.valueOf(bytes.mimeType()),
        new ByteArrayResource(Base64.getDecoder().decode(bytes.base64())));
  }
}
