package io.mcpbridge.langchain4j;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.model.ModelProvider;
import io.mcpbridge.catalog.ContentMedia;
import io.mcpbridge.model.ContentBlock;
import java.util.Base64;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Selects the images of results that the model receives. An image that a provider refuses fails the
 * request, and every later one of the conversation, since it stays in the chat memory; so only
 * images that are certain to be accepted are passed on.
 */
final class ResultImages {

  /** Maximum size of one image in bytes: the smallest limit of any provider (Amazon Bedrock). */
  static final int MOST_BYTES = 3_750_000;

  /** Maximum size of one result's images in base64: a request to Gemini may have 20 MB. */
  private static final int MOST_CHARACTERS = 16_000_000;

  /**
   * Maximum number per result: a message to Amazon Bedrock may have 20, and there may be several
   * results.
   */
  private static final int MOST_IMAGES = 10;

  /**
   * Providers whose LangChain4j module sends images in tool results, and whose models all accept
   * them.
   */
  static final Set<ModelProvider> BY_DEFAULT =
      Set.of(ModelProvider.ANTHROPIC, ModelProvider.GOOGLE_AI_GEMINI);

  private static final Pattern WEBP = Pattern.compile("RIFF....WEBP", Pattern.DOTALL);

  private final Set<ModelProvider> takenBy;

  ResultImages(Set<ModelProvider> takenBy) {
    this.takenBy = takenBy.isEmpty() ? Set.of() : EnumSet.copyOf(takenBy);
  }

  boolean areTakenBy(@Nullable ModelProvider provider) {
    return provider != null && takenBy.contains(provider);
  }

  /**
   * The image of a block; {@code null} if there is none, or it cannot be passed on.
   *
   * @param before the images of the same result so far
   */
  @Nullable ImageContent of(ContentBlock block, List<ImageContent> before) {
    ContentMedia media = ContentMedia.of(block);
    if (media == null || !media.kind().equals("image") || !isWhole(media.base64())) {
      return null;
    }
    String type = typeOf(media.base64());
    return type != null && hasRoom(media.base64(), before)
        ? ImageContent.from(media.base64(), type)
        : null;
  }

  private static boolean hasRoom(String base64, List<ImageContent> before) {
    long characters = base64.length();
    for (ImageContent image : before) {
      characters += image.image().base64Data().length();
    }
    return before.size() < MOST_IMAGES && characters <= MOST_CHARACTERS;
  }

  /** Whether the base64 is well-formed. Not decoded for that: it may have megabytes. */
  private static boolean isWhole(String base64) {
    int length = base64.length();
    if (length % 4 != 0 || length > MOST_BYTES / 3 * 4) {
      return false;
    }
    int end = base64.endsWith("==") ? length - 2 : base64.endsWith("=") ? length - 1 : length;
    for (int i = 0; i < end; i++) {
      char c = base64.charAt(i);
      boolean isLetter = c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z';
      if (!isLetter && !(c >= '0' && c <= '9') && c != '+' && c != '/') {
        return false;
      }
    }
    return true;
  }

  /**
   * The actual type, if all providers support it: servers also declare JPEG as PNG, which Anthropic
   * refuses.
   */
  private static @Nullable String typeOf(String base64) {
    String start = base64.substring(0, Math.min(16, base64.length()));
    String bytes = new String(Base64.getDecoder().decode(start), ISO_8859_1);
    if (bytes.startsWith("\u0089PNG\r\n\u001a\n")) {
      return "image/png";
    }
    if (bytes.startsWith("\u00ff\u00d8\u00ff")) {
      return "image/jpeg";
    }
    return WEBP.matcher(bytes).matches() ? "image/webp" : null;
  }
}
