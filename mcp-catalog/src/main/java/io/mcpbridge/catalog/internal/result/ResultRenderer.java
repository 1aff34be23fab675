package io.mcpbridge.catalog.internal.result;

import io.mcpbridge.catalog.internal.content.ContentText;
import io.mcpbridge.catalog.internal.truncation.ResultTruncation;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.model.AudioContent;
import io.mcpbridge.model.CallToolResult;
import io.mcpbridge.model.ContentBlock;
import io.mcpbridge.model.EmbeddedResource;
import io.mcpbridge.model.ImageContent;
import io.mcpbridge.model.ResourceContents;
import io.mcpbridge.model.StructuredContent;
import io.mcpbridge.model.TextContent;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Renders a result as text for the model: the text content, the structured content that the text
 * does not contain, and notes for other content, so that nothing is lost or repeated.
 */
public final class ResultRenderer {

  private static final String UNKNOWN_TYPE = "application/octet-stream";

  /** Types of text that servers also send as binary. */
  private static final Pattern TEXT =
      Pattern.compile("text/.*|application/(?:.*\\+)?(?:json|xml|yaml)\\b.*");

  private static final String ERROR = "error";

  private ResultRenderer() {}

  /** Notified of a truncation. */
  @FunctionalInterface
  public interface TruncationListener {

    /**
     * @param length of the whole text, in characters
     * @param maxCharacters how many of them the model may get
     */
    void truncated(int length, int maxCharacters);
  }

  /**
   * @param from a first line with the provenance; empty for none
   * @param options the server's result options
   * @param limit the maximum length for the model; only the text is shortened, the rest of the
   *     output stays complete
   * @param tooLong notified of the full length and the maximum if the text was shortened
   * @param keeper keeps what the model does not get
   */
  public static ToolOutput render(
      CallToolResult result,
      String from,
      ServerOptions options,
      ResultLimit limit,
      TruncationListener tooLong,
      StoredResults.Keeper keeper) {
    StructuredContent structured = result.structuredContent();
    List<String> parts = parts(result, structured, options.compactJson(), keeper);
    String mark = "";
    if (isBlank(parts)) {
      parts.clear();
      parts.add(
          result.isError() ? "The tool failed without saying why." : "The tool returned nothing.");
    } else if (result.isError()) {
      mark = mark(parts, options.errorPrefix());
    }
    List<String> unshortened = parts;
    if (!from.isEmpty()) {
      parts = new ArrayList<>(parts);
      parts.add(0, from);
    }
    int maxCharacters = limit.maxCharacters(unshortened);
    long length = mark.length() + ResultTruncation.length(parts);
    if (length > maxCharacters) {
      tooLong.truncated((int) Math.min(length, Integer.MAX_VALUE), maxCharacters);
    }
    String handle = length > maxCharacters ? keeper.keep(StoredResult.text(unshortened)) : null;
    // before shortening, so that JSON after the mark is recognized
    String text =
        handle == null
            ? mark + ResultTruncation.join(parts, maxCharacters - mark.length())
            : StoredResultNote.of(unshortened, keeper.reader(), handle, maxCharacters)
                .after(mark, parts, maxCharacters);
    return new ToolOutput(
        text, result.isError(), structured, result.content(), result.meta(), null, mark);
  }

  private static boolean isBlank(List<String> parts) {
    for (String part : parts) {
      if (!part.isBlank()) {
        return false;
      }
    }
    return true;
  }

  private static List<String> parts(
      CallToolResult result,
      @Nullable StructuredContent structured,
      boolean compactJson,
      StoredResults.Keeper keeper) {
    StructuredContentDeduplicator deduplicator =
        structured == null ? null : new StructuredContentDeduplicator(structured, result.content());
    List<String> parts = new ArrayList<>(result.content().size() + 2);
    for (ContentBlock block : result.content()) {
      boolean isCompacted =
          block instanceof TextContent
              && (compactJson || deduplicator != null && deduplicator.isSerialization(block));
      for (String part : ContentText.parts(block)) {
        parts.add(isCompacted ? ResultTruncation.withoutLayout(part) : part);
      }
      StoredResult binary = keeper == StoredResults.Keeper.NONE ? null : binary(block);
      String handle = binary == null ? null : keeper.keep(binary);
      if (handle != null) {
        parts.add("[" + keeper.reader() + " reads it with the handle " + handle + "]");
      }
    }
    String remainder = deduplicator == null ? null : deduplicator.remainder();
    if (remainder != null) {
      parts.removeIf(String::isEmpty);
      parts.add(remainder);
    }
    return parts;
  }

  /** Empty if the text already begins with the prefix or with "error". */
  private static String mark(List<String> parts, String prefix) {
    String first =
        parts.stream().filter(part -> !part.isBlank()).findFirst().orElse("").stripLeading();
    boolean isMarked =
        first.startsWith(prefix) || first.regionMatches(true, 0, ERROR, 0, ERROR.length());
    return isMarked ? "" : prefix + " ";
  }

  /** The content to store; {@code null} if the block has none, or none for the model. */
  private static @Nullable StoredResult binary(ContentBlock block) {
    if (!ContentText.isForModel(block)) {
      return null;
    }
    if (block instanceof ImageContent image) {
      return StoredResult.binary(image.mimeType(), image.data());
    }
    if (block instanceof AudioContent audio) {
      return StoredResult.binary(audio.mimeType(), audio.data());
    }
    return block instanceof EmbeddedResource embedded ? binary(embedded.resource()) : null;
  }

  private static @Nullable StoredResult binary(ResourceContents resource) {
    String blob = resource.blob();
    if (blob == null || resource.text() != null) {
      return null;
    }
    String type = resource.mimeType() == null ? UNKNOWN_TYPE : resource.mimeType();
    String text = TEXT.matcher(type).matches() ? decodedText(blob) : null;
    return text == null ? StoredResult.binary(type, blob) : StoredResult.text(List.of(text));
  }

  /** {@code null} if it is not UTF-8. */
  private static @Nullable String decodedText(String base64) {
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(Base64.getMimeDecoder().decode(base64)))
          .toString();
    } catch (CharacterCodingException | IllegalArgumentException e) {
      return null;
    }
  }
}
