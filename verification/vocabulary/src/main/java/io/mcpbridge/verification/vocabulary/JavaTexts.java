package io.mcpbridge.verification.vocabulary;

import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Extracts comments and string literals from Java source. */
final class JavaTexts {

  /** Possessive, so that a long comment does not overflow the stack. */
  private static final Pattern TOKEN =
      Pattern.compile(
          "(?<block>\"\"\"[^\"\\\\]*+(?:(?:\\\\.|\"(?!\"\"))[^\"\\\\]*+)*+\"\"\")"
              + "|(?<string>\"[^\"\\\\\\n]*+(?:\\\\.[^\"\\\\\\n]*+)*+\")"
              + "|'(?:\\\\.|[^'\\\\\\n])++'"
              + "|(?<comment>/\\*[^*]*+(?:\\*(?!/)[^*]*+)*+\\*/|//[^\\n]*+)",
          Pattern.DOTALL);

  private JavaTexts() {}

  static void of(String source, BiConsumer<TextKind, String> texts) {
    Matcher tokens = TOKEN.matcher(source);
    while (tokens.find()) {
      if (tokens.group("comment") != null) {
        texts.accept(TextKind.COMMENTS, tokens.group());
      } else if (tokens.group("block") != null || tokens.group("string") != null) {
        texts.accept(TextKind.STRINGS, tokens.group());
      }
    }
  }
}
