package io.mcpbridge.input;

import io.mcpbridge.internal.text.InvisibleCharacters;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Validates a URL that a server asks a user to visit (2026-07-28, client, elicitation, safe URL
 * handling). Other schemes could run programs or read local files.
 */
final class WebUrl {

  /** A host according to RFC 3986, in any script. */
  private static final Pattern ABSOLUTE =
      Pattern.compile(
          "(?i:https?)://(?:[^/?#@]*@)?(?:\\[[0-9A-Fa-f:.]+]|[^/?#@:\\[\\]]+)(?::\\d*)?(?:[/?#].*)?");

  private WebUrl() {}

  /** Why a URL is not safe for a browser, without quoting it; {@code null} if it is safe. */
  static @Nullable String problem(String url) {
    if (url.codePoints().anyMatch(WebUrl::isUnsafe)) {
      return "it contains spaces, backslashes, control characters or invisible characters";
    }
    Matcher absolute = ABSOLUTE.matcher(url);
    return absolute.matches() ? null : "it is not an absolute http or https URL with a host";
  }

  /** Browsers treat a backslash as a slash, so they would see another host than a human reader. */
  private static boolean isUnsafe(int codePoint) {
    return codePoint == '\\'
        || Character.isWhitespace(codePoint)
        || Character.isSpaceChar(codePoint)
        || InvisibleCharacters.isInvisible(codePoint);
  }
}
