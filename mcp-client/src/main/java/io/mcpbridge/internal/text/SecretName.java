package io.mcpbridge.internal.text;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Detects names of options, variables and headers whose value is a secret. */
public final class SecretName {

  private static final Set<String> WORDS =
      Set.of(
          "auth",
          "authorization",
          "bearer",
          "cookie",
          "credential",
          "credentials",
          "key",
          "pass",
          "passphrase",
          "passwd",
          "password",
          "pat",
          "pwd",
          "secret",
          "token");
  private static final Pattern ENDING =
      Pattern.compile(".*(token|secret|password|passwd|apikey|accesskey|secretkey)s?");
  private static final Pattern BETWEEN_WORDS =
      Pattern.compile("[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])");

  private SecretName() {}

  public static boolean is(String name) {
    for (String part : BETWEEN_WORDS.split(name, -1)) {
      String word = part.toLowerCase(Locale.ROOT);
      if (WORDS.contains(word) || ENDING.matcher(word).matches()) {
        return true;
      }
    }
    return false;
  }
}
