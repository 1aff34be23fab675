package io.mcpbridge.catalog.internal.content;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.mcpbridge.model.ContentBlock;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The result of a call for a model that accepts images or audio. A block that a provider refuses
 * fails the request, and every later one of the conversation, since it stays there; so only blocks
 * that are certain to be accepted are passed on. The text has a note for each other block.
 *
 * @param text the text of the output, with a reference such as {@code [image 1]} for each media
 * @param media the media, with their actual types
 */
public record ResultMedia(String text, List<ContentMedia> media) {

  /** Maximum size of one block in bytes: the smallest limit of any provider (Amazon Bedrock). */
  public static final int MAX_BYTES = 3_750_000;

  /** Maximum size of the media in base64: a request to Gemini may have 20 MB. */
  private static final int MAX_BASE64_CHARACTERS = 16_000_000;

  /**
   * Maximum number per result: a message to Amazon Bedrock may have 20, and there may be several
   * results.
   */
  private static final int MAX_BLOCKS = 10;

  private static final Pattern WEBP = Pattern.compile("RIFF....WEBP", Pattern.DOTALL);
  private static final Pattern WAV = Pattern.compile("RIFF....WAVE", Pattern.DOTALL);

  /** Copies the list. */
  public ResultMedia {
    media = List.copyOf(media);
  }

  /**
   * Selects the media of a result for a request that may have other media, too.
   *
   * @param rendered the text of the result
   * @param content the blocks of the result
   * @param kinds what the model accepts: {@code image}, {@code audio}
   * @param otherCharacters size of the other media, in characters of base64
   */
  public static ResultMedia of(
      String rendered, List<ContentBlock> content, Set<String> kinds, long otherCharacters) {
    StringBuilder text = new StringBuilder(rendered);
    List<ContentMedia> media = new ArrayList<>();
    int from = 0;
    for (ContentBlock block : content) {
      ContentMedia accepted = accepted(block, kinds, media, otherCharacters);
      if (accepted != null) {
        media.add(accepted);
      }
      String note = ContentText.of(block);
      int at = text.indexOf(note, from);
      if (at >= 0) { // a shortened text may have none
        // the note of a media block says that it was left out
        String shown = accepted == null ? note : reference(accepted, media.size());
        text.replace(at, at + note.length(), shown);
        from = at + shown.length();
      }
    }
    return new ResultMedia(text.toString(), media);
  }

  /** The references to the media in the text, in order. */
  public List<String> references() {
    List<String> references = new ArrayList<>();
    for (ContentMedia item : media) {
      references.add(reference(item, references.size() + 1));
    }
    return references;
  }

  private static String reference(ContentMedia media, int number) {
    return "[" + media.kind() + " " + number + "]";
  }

  private static @Nullable ContentMedia accepted(
      ContentBlock block, Set<String> kinds, List<ContentMedia> before, long otherCharacters) {
    ContentMedia media = ContentMedia.of(block);
    if (media == null || !kinds.contains(media.kind()) || !isWhole(media.base64())) {
      return null;
    }
    String type = typeOf(media.base64());
    return type != null
            && type.startsWith(media.kind())
            && hasRoom(media.base64(), before, otherCharacters)
        ? new ContentMedia(type, media.base64())
        : null;
  }

  private static boolean hasRoom(String base64, List<ContentMedia> before, long otherCharacters) {
    long characters = otherCharacters + base64.length();
    for (ContentMedia media : before) {
      characters += media.base64().length();
    }
    return before.size() < MAX_BLOCKS && characters <= MAX_BASE64_CHARACTERS;
  }

  /** Whether the base64 is well-formed. Not decoded for that: it may have megabytes. */
  private static boolean isWhole(String base64) {
    int length = base64.length();
    if (length % 4 != 0 || length > MAX_BYTES / 3 * 4) {
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
    if (WEBP.matcher(bytes).matches()) {
      return "image/webp";
    }
    if (WAV.matcher(bytes).matches()) {
      return "audio/wav";
    }
    return bytes.startsWith("ID3") || isMp3Frame(bytes) ? "audio/mp3" : null;
  }

  /** ISO/IEC 11172-3: eleven set bits, and layer III. */
  private static boolean isMp3Frame(String bytes) {
    return bytes.length() > 1
        && bytes.charAt(0) == 0xFF
        && (bytes.charAt(1) & 0xE0) == 0xE0
        && (bytes.charAt(1) & 0x06) == 0x02;
  }
}
