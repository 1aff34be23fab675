package io.mcpbridge.internal.text;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Redacts command line arguments that look like secrets: the value after {@code --token} or in
 * {@code --api-key=...}, {@code PASSWORD=...} and {@code Authorization: ...}, every value of a
 * {@code --header}, the user in a URL, and tokens of well-known shapes. When in doubt, it redacts.
 */
public final class ArgumentRedaction {

  private static final Pattern HEADER_OPTION = Pattern.compile("-H|--headers?");

  private static final Pattern HEADER =
      Pattern.compile("(?s)((?:-H\\s*|--headers?=)?[\\w-]+\\s*[:=]\\s*)(.+)");

  private static final Pattern OPTION = Pattern.compile("--?[A-Za-z][\\w.-]*");

  /** A value may be several words, as in headers, up to the next name. */
  private static final Pattern NAMED =
      Pattern.compile(
          "(?<![\\w-])-{0,2}([A-Za-z][\\w.-]*)(?:=|:(?!//)\\s*)"
              + "([^&;\\s]+(?:\\s+(?!-{0,2}[A-Za-z][\\w.-]*(?:=[^=\\s]|:\\s))[^&;\\s]+)*+)");

  private static final Pattern WELL_KNOWN =
      Pattern.compile(
          "((?:sk|pk|rk)[-_][\\w-]{12,}|gh[a-z]_\\w{20,}|github_pat_\\w{20,}|glpat-[\\w-]{12,}"
              + "|xox[a-z]-[\\w-]{10,}|AKIA[0-9A-Z]{12,}|eyJ[\\w-]{8,}\\.[\\w.-]{8,})");

  private final List<String> shown = new ArrayList<>();
  private final List<String> secrets = new ArrayList<>();

  public ArgumentRedaction(List<String> args) {
    boolean valueIsSecret = false;
    String previous = "";
    for (String arg : args) {
      boolean option = OPTION.matcher(arg).matches();
      if (valueIsSecret && !option) {
        secrets.add(arg);
        shown.add(Secrets.MASK);
      } else if (isHeader(arg, previous)) {
        shown.add(blank(HEADER, 2, arg));
      } else {
        shown.add(redact(arg));
      }
      valueIsSecret = option && SecretName.is(arg);
      previous = arg;
    }
  }

  private static boolean isHeader(String arg, String previous) {
    return HEADER.matcher(arg).matches()
        && (HEADER_OPTION.matcher(previous).matches()
            || arg.startsWith("-H")
            || arg.startsWith("--header=")
            || arg.startsWith("--headers="));
  }

  /** The arguments for display. */
  public List<String> shown() {
    return shown;
  }

  /** The redacted values. */
  List<String> secrets() {
    return secrets;
  }

  private String redact(String arg) {
    String text = blank(UrlCredentials.PATTERN, 1, arg);
    text = blankNamed(text);
    return blank(WELL_KNOWN, 1, text);
  }

  private String blankNamed(String text) {
    Matcher matcher = NAMED.matcher(text);
    return matcher.replaceAll(
        match ->
            Matcher.quoteReplacement(
                SecretName.is(match.group(1)) ? masked(match, 2) : match.group()));
  }

  private String blank(Pattern pattern, int group, String text) {
    return pattern
        .matcher(text)
        .replaceAll(match -> Matcher.quoteReplacement(masked(match, group)));
  }

  private String masked(MatchResult match, int group) {
    secrets.add(match.group(group));
    String matched = match.group();
    int from = match.start(group) - match.start();
    int to = match.end(group) - match.start();
    return matched.substring(0, from) + Secrets.MASK + matched.substring(to);
  }
}
