package io.mcpbridge.internal.http.connection;

import io.mcpbridge.internal.text.Sha256;
import io.mcpbridge.internal.text.UrlCredentials;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A URL for display. Hosted servers often take an API key in the path or query; {@code #} and a
 * digest replace it, so that different URLs stay different.
 */
final class RedactedUrl {

  /** Long enough for a key, in the alphabet of one (base64url, hexadecimal, UUID). */
  private static final Pattern LONG_RUN = Pattern.compile("[A-Za-z0-9_-]{20,}");

  private static final Pattern DIGIT = Pattern.compile("[0-9]");
  private static final Pattern LETTER = Pattern.compile("[A-Za-z]");

  /** A part of {@code weather-forecast-server-v2} or {@code release_2025-11-25}. */
  private static final Pattern WORD_OR_NUMBER =
      Pattern.compile("[A-Za-z]{0,15}[0-9]{0,2}|[0-9]{1,8}");

  private static final int HASH_LENGTH = 8;

  private RedactedUrl() {}

  /**
   * @param origin scheme, host and port
   * @param path as it is sent
   * @param query as it is sent, or {@code null}
   */
  static String of(String origin, String path, @Nullable String query) {
    String shown =
        Arrays.stream(path.split("/", -1))
            .map(RedactedUrl::segment)
            .collect(Collectors.joining("/"));
    return origin + shown + (query == null ? "" : "?#" + digest(query));
  }

  /** What {@link #of} replaces: the values of the query, and keys in the path; also decoded. */
  static List<String> secrets(String path, @Nullable String query) {
    List<String> secrets = new ArrayList<>();
    Arrays.stream(path.split("/")).filter(RedactedUrl::hasKey).forEach(secrets::add);
    if (query != null) {
      for (String parameter : query.split("&")) {
        secrets.add(parameter.substring(parameter.indexOf('=') + 1));
      }
    }
    List.copyOf(secrets).forEach(secret -> secrets.add(UrlCredentials.decoded(secret)));
    return secrets;
  }

  private static String segment(String segment) {
    return hasKey(segment) ? "#" + digest(segment) : segment;
  }

  private static boolean hasKey(String segment) {
    return LONG_RUN.matcher(segment).results().anyMatch(run -> isKey(run.group()));
  }

  /** Whether letters and digits mix more than in a name of words and numbers. */
  private static boolean isKey(String run) {
    return DIGIT.matcher(run).find()
        && LETTER.matcher(run).find()
        && Arrays.stream(run.split("[_-]"))
            .anyMatch(part -> !WORD_OR_NUMBER.matcher(part).matches());
  }

  private static String digest(String secret) {
    return Sha256.of(secret).substring(0, HASH_LENGTH);
  }
}
