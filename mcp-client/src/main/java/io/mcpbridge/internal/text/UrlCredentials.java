package io.mcpbridge.internal.text;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The user, or user and password, of a URL, which is everything before the last {@code @} of its
 * authority, and the values of query parameters with the name of a secret. Passwords are often not
 * encoded, so a slash, question mark or number sign counts as a part of them, unless what precedes
 * can only be a port.
 */
public final class UrlCredentials {

  /** Each match is one user info. */
  static final Pattern PATTERN =
      Pattern.compile(
          "(?<=://)([^\\s/?#]+|[^\\s/?#@:\\[]*:(?!\\d{1,5}\\b)[^\\s\"<>]{0,1000})(?=@)");

  private static final Pattern PARAMETER =
      Pattern.compile("(?<=[?&#])([\\w.-]{1,100})=([^&#\\s\"'<>\\\\]+)");

  private static final Pattern QUERY = Pattern.compile("(://[^\\s?#\"<>]*)[?#][^\\s\"<>]+");

  private UrlCredentials() {}

  /** The text with all user infos, and secrets in queries, redacted. */
  public static String mask(String text) {
    if (!text.contains("://")) {
      return text;
    }
    return PARAMETER
        .matcher(PATTERN.matcher(text).replaceAll(Secrets.MASK))
        .replaceAll(
            parameter ->
                SecretName.is(parameter.group(1)) || parameter.group(1).equals("sig")
                    ? parameter.group(1) + "=" + Secrets.MASK
                    : Matcher.quoteReplacement(parameter.group()));
  }

  /** The text with all user infos, and all queries and fragments of URLs, redacted. */
  public static String maskQueries(String text) {
    return QUERY.matcher(mask(text)).replaceAll("$1?" + Secrets.MASK);
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

  /** A part of a URL without its percent-encoding; as it is if that is wrong. */
  public static String decoded(String part) {
    try {
      return URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException notEncoded) {
      return part;
    }
  }
}
