package io.mcpbridge.internal.text;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Redacts command line arguments that look like secrets: the value after {@code --token} or in
 * {@code --api-key=...}, {@code PASSWORD=...} and {@code Authorization: ...}, every value of a
 * {@code --header}, the password of {@code --user name:password}, the user in a URL, and tokens of
 * well-known shapes; also in the command line of a shell. When in doubt, it redacts.
 */
public final class ArgumentRedaction {

  private static final Pattern HEADER_OPTION = Pattern.compile("-H|--headers?");

  private static final Pattern HEADER =
      Pattern.compile("(?s)((?:-H\\s*|--headers?=)?[\\w-]+\\s*[:=]\\s*)(.+)");

  private static final Pattern OPTION = Pattern.compile("--?[A-Za-z][\\w.-]*");

  /** An option with its value within the command line of a shell. */
  private static final Pattern OPTION_WITH_VALUE =
      Pattern.compile(
          "(?<![\\w-])(--?[A-Za-z][\\w.-]*)(?:\\s+|=)(\"[^\"]*\"|'[^']*'|[^\\s\"'-]\\S*)");

  /** Options for a user with a password. */
  private static final Pattern USER_OPTION =
      Pattern.compile("-u|--(proxy-?)?user|--basic(-?auth)?|--login|--userpwd");

  /** A name and a password; the numbers of a user and a group are none. */
  private static final Pattern USER =
      Pattern.compile("[\"']?(?!\\d+:\\d+[\"']?$)[^:\\s/]+:(?!//).+");

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
    String previous = "";
    for (String arg : args) {
      boolean option = OPTION.matcher(arg).matches();
      if (!option && OPTION.matcher(previous).matches() && isSecret(previous, arg)) {
        keep(arg);
        shown.add(Secrets.MASK);
      } else if (isHeader(arg, previous)) {
        shown.add(blank(HEADER, 2, arg));
      } else {
        shown.add(redact(arg));
      }
      previous = arg;
    }
  }

  private static boolean isSecret(String option, String value) {
    return SecretName.is(option)
        || (USER_OPTION.matcher(option).matches() && USER.matcher(value).matches());
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
    text = blankValues(OPTION_WITH_VALUE, ArgumentRedaction::isSecret, text);
    text = blankValues(NAMED, (name, value) -> SecretName.is(name), text);
    return blank(WELL_KNOWN, 1, text);
  }

  /** Redacts the second group if it is a secret by the name in the first. */
  private String blankValues(Pattern pattern, BiPredicate<String, String> isSecret, String text) {
    return pattern
        .matcher(text)
        .replaceAll(
            match ->
                Matcher.quoteReplacement(
                    isSecret.test(match.group(1), match.group(2))
                        ? masked(match, 2)
                        : match.group()));
  }

  private String blank(Pattern pattern, int group, String text) {
    return pattern
        .matcher(text)
        .replaceAll(match -> Matcher.quoteReplacement(masked(match, group)));
  }

  /** A program may repeat a value without its quotes, and a password without its user. */
  private void keep(String value) {
    String bare = value.replaceAll("^[\"']|[\"']$", "");
    secrets.addAll(List.of(value, bare, bare.substring(bare.indexOf(':') + 1)));
  }

  private String masked(MatchResult match, int group) {
    keep(match.group(group));
    String matched = match.group();
    int from = match.start(group) - match.start();
    int to = match.end(group) - match.start();
    return matched.substring(0, from) + Secrets.MASK + matched.substring(to);
  }
}
