package io.mcpbridge.input;

import io.mcpbridge.internal.text.InvisibleCharacters;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a server may ask a user to visit (2026-07-28, client, elicitation, safe URL handling).
 * Anything else would be run, or read from this machine, by what opens it.
 */
final class WebUrl {

  /** A host as RFC 3986 has it, in any alphabet. */
  private static final Pattern ABSOLUTE =
      Pattern.compile(
          "(?i:https?)://(?:[^/?#@]*@)?(?:\\[[0-9A-Fa-f:.]+]|[^/?#@:\\[\\]]+)(?::\\d*)?(?:[/?#].*)?");

  private WebUrl() {}

  /** Why a URL is not for a browser, without quoting it; {@code null} if it is. */
  static @Nullable String problem(String url) {
    if (url.codePoints().anyMatch(WebUrl::isUnsafe)) {
      return "it holds blanks, backslashes, control characters or others that cannot be seen";
    }
    Matcher absolute = ABSOLUTE.matcher(url);
    return absolute.matches() ? null : "it is no absolute http or https URL with a host";
  }

  /** Browsers take a backslash for a slash, and so find another host than readers do. */
  private static boolean isUnsafe(int codePoint) {
    return codePoint == '\\'
        || Character.isWhitespace(codePoint)
        || Character.isSpaceChar(codePoint)
        || InvisibleCharacters.isInvisible(codePoint);
  }
}
