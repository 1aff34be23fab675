package io.mcpbridge.internal.text;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The user, or user and password, of a URL: everything before the last {@code @} of its authority.
 * Passwords are often not encoded, so a slash, question mark or number sign counts as a part of
 * them, unless what precedes can only be a port.
 */
public final class UrlCredentials {

  /** Each match is one user info. */
  static final Pattern PATTERN =
      Pattern.compile(
          "(?<=://)([^\\s/?#]+|[^\\s/?#@:\\[]*:(?!\\d{1,5}\\b)[^\\s\"<>]{0,1000})(?=@)");

  private UrlCredentials() {}

  /** The text with all user infos redacted. */
  public static String mask(String text) {
    return text.contains("://") ? PATTERN.matcher(text).replaceAll(Secrets.MASK) : text;
  }

  /** The passwords in the URLs of a text, as written and decoded. */
  static List<String> passwordsIn(String text) {
    List<String> passwords = new ArrayList<>();
    Matcher matcher = PATTERN.matcher(text);
    while (matcher.find()) {
      String userInfo = matcher.group();
      String password = userInfo.substring(userInfo.indexOf(':') + 1);
      passwords.add(password);
      passwords.add(decoded(password));
    }
    return passwords;
  }

  private static String decoded(String password) {
    try {
      return URLDecoder.decode(password.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException notEncoded) {
      return password;
    }
  }
}
