package io.mcpbridge.catalog.internal.truncation;

/**
 * Estimates tokens without a tokenizer: four characters of text are about one token, and three of
 * JSON, whose punctuation costs more. Models differ by up to a third.
 */
public final class TokenEstimate {

  private static final int CHARACTERS_OF_TEXT = 4;
  private static final int CHARACTERS_OF_JSON = 3;

  /** Text is JSON if it begins with a brace or bracket after at most this much whitespace. */
  private static final int MAX_LEADING_SPACE = 200;

  private TokenEstimate() {}

  /** About how many tokens a text has. */
  public static int of(String text) {
    int characters = charactersPerToken(isLikeJson(text));
    return (text.length() + characters - 1) / characters;
  }

  /**
   * About how many tokens the definition of a tool has: four characters are a token, although most
   * is JSON, because input schemas are words more than punctuation (801 tools have 4.3 characters
   * per token of {@code o200k_base}).
   *
   * @param name the tool's name
   * @param description the tool's description
   * @param inputSchema its input schema as JSON
   */
  public static int ofDefinition(String name, String description, String inputSchema) {
    long characters = (long) name.length() + description.length() + inputSchema.length();
    return (int)
        Math.min(Integer.MAX_VALUE, (characters + CHARACTERS_OF_TEXT - 1) / CHARACTERS_OF_TEXT);
  }

  /** How many characters of JSON, or of other text, have so many tokens. */
  public static int characters(int tokens, boolean isJson) {
    return (int) Math.min(Integer.MAX_VALUE, (long) tokens * charactersPerToken(isJson));
  }

  /** Whether a text begins as a JSON object or array. */
  public static boolean isLikeJson(String text) {
    String start = text.substring(0, Math.min(text.length(), MAX_LEADING_SPACE)).stripLeading();
    return start.startsWith("{") || start.startsWith("[");
  }

  private static int charactersPerToken(boolean isJson) {
    return isJson ? CHARACTERS_OF_JSON : CHARACTERS_OF_TEXT;
  }
}
