package io.mcpbridge.internal.text;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
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

  /** Long enough for a key, in the alphabet of one (base64url, hexadecimal, UUID). */
  private static final Pattern LONG_RUN = Pattern.compile("[A-Za-z0-9_-]{20,}");

  private static final Pattern DIGIT = Pattern.compile("[0-9]");
  private static final Pattern LETTER = Pattern.compile("[A-Za-z]");

  /** A part of {@code weather-forecast-server-v2} or {@code release_2025-11-25}. */
  private static final Pattern WORD_OR_NUMBER =
      Pattern.compile("[A-Za-z]{0,15}[0-9]{0,2}|[0-9]{1,8}");

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

  /** Whether a segment of a path looks like a key. */
  public static boolean isKey(String segment) {
    return LONG_RUN.matcher(segment).results().anyMatch(run -> isMixed(run.group()));
  }

  /** Whether letters and digits mix more than in a name of words and numbers. */
  private static boolean isMixed(String run) {
    return DIGIT.matcher(run).find()
        && LETTER.matcher(run).find()
        && Arrays.stream(run.split("[_-]"))
            .anyMatch(part -> !WORD_OR_NUMBER.matcher(part).matches());
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
