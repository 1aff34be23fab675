package io.mcpbridge.oauth.internal.token;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.IDN;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The domains under which anyone can register names (https://publicsuffix.org/list). Read at the
 * first use, which is rare.
 */
final class PublicSuffixes {

  private static final Set<String> RULES = rules();

  private PublicSuffixes() {}

  /** The registrable domain of a host name; the name itself if it is a public suffix. */
  static String domain(String host) {
    for (String name = host; ; name = name.substring(name.indexOf('.') + 1)) {
      String parent = name.substring(name.indexOf('.') + 1);
      if (RULES.contains("!" + name) || (isSuffix(parent) && !isSuffix(name))) {
        return name;
      }
      if (parent.equals(name)) {
        return host;
      }
    }
  }

  /** A name without a rule is a public suffix if it is a top-level domain. */
  private static boolean isSuffix(String name) {
    int dot = name.indexOf('.');
    return dot < 0
        || RULES.contains(name)
        || (RULES.contains("*" + name.substring(dot)) && !RULES.contains("!" + name));
  }

  private static Set<String> rules() {
    String file = "effective_tld_names.dat";
    try (InputStream in = PublicSuffixes.class.getResourceAsStream(file);
        var lines =
            new BufferedReader(
                new InputStreamReader(Objects.requireNonNull(in, file), StandardCharsets.UTF_8))) {
      return lines
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("//"))
          .map(line -> IDN.toASCII(line.strip(), IDN.ALLOW_UNASSIGNED))
          .collect(Collectors.toUnmodifiableSet());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
