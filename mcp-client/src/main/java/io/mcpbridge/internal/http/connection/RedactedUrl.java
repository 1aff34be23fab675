package io.mcpbridge.internal.http.connection;

import io.mcpbridge.internal.text.Sha256;
import io.mcpbridge.internal.text.UrlCredentials;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A URL for display. Hosted servers often take an API key in the path or query; {@code #} and a
 * digest replace it, so that different URLs stay different.
 */
final class RedactedUrl {

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
    Arrays.stream(path.split("/")).filter(UrlCredentials::isKey).forEach(secrets::add);
    if (query != null) {
      for (String parameter : query.split("&")) {
        secrets.add(parameter.substring(parameter.indexOf('=') + 1));
      }
    }
    List.copyOf(secrets).forEach(secret -> secrets.add(UrlCredentials.decoded(secret)));
    return secrets;
  }

  private static String segment(String segment) {
    return UrlCredentials.isKey(segment) ? "#" + digest(segment) : segment;
  }

  private static String digest(String secret) {
    return Sha256.of(secret).substring(0, HASH_LENGTH);
  }
}
