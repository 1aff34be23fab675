package io.mcpbridge.langchain4j;

import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.model.ModelProvider;
import io.mcpbridge.catalog.BlockMedia;
import io.mcpbridge.model.ContentBlock;
import java.util.Base64;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which images of results are handed to the model. An image that a model provider refuses fails the
 * request, and every later one of the conversation, since it stays in the chat memory; so only what
 * is certain to be taken is.
 */
final class ResultImages {

  /** The most bytes of one image: the least that a provider allows (Amazon Bedrock). */
  static final int MOST_BYTES = 3_750_000;

  /** What all of them take. */
  private static final Set<String> TYPES = Set.of("image/png", "image/jpeg", "image/webp");

  /** Those whose LangChain4j module sends images in tool results. */
  static final Set<ModelProvider> BY_DEFAULT =
      Set.of(ModelProvider.ANTHROPIC, ModelProvider.AMAZON_BEDROCK, ModelProvider.GOOGLE_AI_GEMINI);

  private final Set<ModelProvider> takenBy;

  ResultImages(Set<ModelProvider> takenBy) {
    this.takenBy = takenBy.isEmpty() ? Set.of() : EnumSet.copyOf(takenBy);
  }

  boolean areTakenBy(@Nullable ModelProvider provider) {
    return provider != null && takenBy.contains(provider);
  }

  /** The image in a block; {@code null} if there is none, or none that can be handed over. */
  @Nullable ImageContent of(ContentBlock block) {
    BlockMedia media = BlockMedia.of(block);
    return media != null && TYPES.contains(media.mimeType()) && isWhole(media.base64())
        ? ImageContent.from(media.base64(), media.mimeType())
        : null;
  }

  private static boolean isWhole(String base64) {
    if (base64.length() > MOST_BYTES / 3 * 4) {
      return false;
    }
    try {
      Base64.getDecoder().decode(base64);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
