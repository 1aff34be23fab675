package io.mcpbridge.internal.text;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Detects names of options, variables, members and headers whose value is a secret, by the words of
 * the name: {@code userPassword2} and {@code x-api-key}, but not {@code pinned} or {@code
 * maxTokens}.
 */
public final class SecretName {

  private static final Pattern BETWEEN_WORDS =
      Pattern.compile("[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z]{2})(?=[A-Z][a-z])");

  /** In names in lower case with an underscore before and after each word. */
  private static final Pattern SECRET =
      Pattern.compile(
          "(?<=_)(assertion|auth|authorization|bearer|connection_strings?|credentials?|csrf|dsn|jwt"
              + "|key|otp|pass|pat|pem|pin|pwd|session_ids?|totp|verifier|xsrf"
              + "|(access|api|private|secret|signing)_keys"
              + "|[a-z0-9]*(accesskey|apikey|connectionstring|cookie|passcode|passphrase|passwd"
              + "|password|privatekey|secret|secretkey|sessid|sessionid|token)s?)[0-9]*(?=_)");

  /** Of language models, not of authorization. */
  private static final Pattern TOKEN_COUNT =
      Pattern.compile(
          "_(cached|completion|input|limit|max|min|num|number|output|prompt|reasoning|remaining"
              + "|total|used)_([a-z0-9]+_)?tokens_"
              + "|_tokens?_(budget|count|limit|per|remaining|total|usage|used)_");

  private static final Pattern PLURAL = Pattern.compile(".*(cookie|key|password|secret|token)s");

  private static final Pattern SESSION = Pattern.compile("(?<=_)(session|sid)(?=_)");

  private SecretName() {}

  public static boolean is(String name) {
    String words = words(name);
    return SECRET.matcher(words).find() && !TOKEN_COUNT.matcher(words).find();
  }

  /** Whether the value of a header with this name is a secret. */
  public static boolean isHeader(String name) {
    return is(name) || SESSION.matcher(words(name)).find();
  }

  /** Whether a number with this name is a secret, not a count as in {@code tokens: 12}. */
  public static boolean isOfNumber(String name) {
    return is(name) && !PLURAL.matcher(name.toLowerCase(Locale.ROOT)).matches();
  }

  private static String words(String name) {
    return "_" + BETWEEN_WORDS.matcher(name).replaceAll("_").toLowerCase(Locale.ROOT) + "_";
  }
}
