package io.mcpbridge.catalog.internal.result;

import io.mcpbridge.catalog.internal.content.ContentText;
import io.mcpbridge.model.AudioContent;
import io.mcpbridge.model.ContentBlock;
import io.mcpbridge.model.EmbeddedResource;
import io.mcpbridge.model.ImageContent;
import io.mcpbridge.model.ResourceContents;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The binary content of a result, which the model's text only mentions. */
final class BinaryContent {

  private static final String UNKNOWN_TYPE = "application/octet-stream";

  /** Types of text that servers also send as binary. */
  private static final Pattern TEXT =
      Pattern.compile("text/.*|application/(?:.*\\+)?(?:json|xml|yaml)\\b.*");

  private BinaryContent() {}

  /** The content to store; {@code null} if the block has none, or none for the model. */
  static @Nullable StoredResult of(ContentBlock block) {
    if (!ContentText.isForModel(block)) {
      return null;
    }
    if (block instanceof ImageContent image) {
      return StoredResult.binary(image.mimeType(), image.data());
    }
    if (block instanceof AudioContent audio) {
      return StoredResult.binary(audio.mimeType(), audio.data());
    }
    return block instanceof EmbeddedResource embedded ? of(embedded.resource()) : null;
  }

  private static @Nullable StoredResult of(ResourceContents resource) {
    String blob = resource.blob();
    if (blob == null || resource.text() != null) {
      return null;
    }
    String type = resource.mimeType() == null ? UNKNOWN_TYPE : resource.mimeType();
    String text = TEXT.matcher(type).matches() ? text(blob) : null;
    return text == null ? StoredResult.binary(type, blob) : StoredResult.text(List.of(text));
  }

  /** {@code null} if it is not UTF-8. */
  private static @Nullable String text(String base64) {
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
