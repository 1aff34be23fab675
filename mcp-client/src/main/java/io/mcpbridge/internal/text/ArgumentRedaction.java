package io.mcpbridge.internal.text;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Redacts command line arguments that look like secrets: the value after {@code --token} or in
 * {@code --api-key=...}, {@code PASSWORD=...} and {@code Authorization: ...}, every value of a
 * {@code --header}, the password of {@code --user name:password} and of {@code -u name -p
 * password}, the user and keys in a URL, and tokens of well-known shapes; also in the command line
 * of a shell. When in doubt, it redacts.
 */
public final class ArgumentRedaction {

  private static final Pattern HEADER_OPTION = Pattern.compile("-H|--headers?");

  private static final Pattern HEADER =
      Pattern.compile("(?s)((?:-H\\s*|--headers?=)?[\\w-]+\\s*[:=]\\s*)(.+)");

  private static final Pattern OPTION = Pattern.compile("--?[A-Za-z][\\w.-]*");

  /** A value that looks like an option, but is too long for one with a single hyphen. */
  private static final Pattern HYPHENATED = Pattern.compile("-(?!-)\\S{6,}");

  /** A word of a shell, which may have quoted parts. */
  private static final String WORD =
      "((?:[^\\s\"'\\\\]++|\"(?:[^\"\\\\]++|\\\\.)*+\"|'[^']*+'|\\\\.|[\"'\\\\])++)";

  /** An option with its value within the command line of a shell. */
  private static final Pattern OPTION_WITH_VALUE =
      Pattern.compile("(?<![\\w-])(--?[A-Za-z][\\w.-]*)(?:\\s+|=)(?!-(?!(?!-)\\S{6,}))" + WORD);

  /** The header of an option within the command line of a shell: with quotes or without. */
  private static final List<Pattern> HEADERS_IN_LINE =
      Stream.of(
              "(?:\"[\\w-]+\\s*[:=]\\s*)((?:[^\"\\\\]++|\\\\.)++)",
              "(?:'[\\w-]+\\s*[:=]\\s*)([^']++)",
              "(?:[\\w-]+[:=])([^\\s\"']++)")
          .map(value -> Pattern.compile("(?<![\\w-])(?:-H\\s*|--headers?(?:\\s+|=))" + value))
          .toList();

  /** Options for a user with a password. */
  private static final Pattern USER_OPTION =
      Pattern.compile("-u|--(proxy-?)?user|--basic(-?auth)?|--login|--userpwd");

  /** Same, with the user in the same argument. */
  private static final Pattern ATTACHED_USER =
      Pattern.compile("(?<![\\w-])-u(?!\\d+:\\d+(?!\\S))([^:\\s]+:(?!//)\\S+)");

  /** Before the password of an option {@code -p}, which is a port for other programs. */
  private static final Pattern USER_BEFORE = Pattern.compile("(?<!\\S)(?:-u|--user(?![\\w-]))");

  private static final Pattern PASSWORD_OPTION =
      Pattern.compile(
          "(?<!\\S)-p(?:\\s+(?!-))?(?!(?:[\\d.]+:){0,2}\\d{1,5}(?:/\\w+)?(?!\\S))" + WORD);

  /** The path of a URL. */
  private static final Pattern PATH = Pattern.compile("(?<=://)[^\\s?#\"'<>]+");

  /** A name and a password; the numbers of a user and a group are none. */
  private static final Pattern USER =
      Pattern.compile("[\"']?(?!\\d+:\\d+[\"']?$)[^:\\s]+:(?!//).+");

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
    boolean hasUser = false;
    for (String arg : args) {
      if (isSecretAfter(previous, arg)
          || (hasUser && previous.equals("-p") && PASSWORD_OPTION.matcher("-p " + arg).matches())) {
        keep(arg);
        shown.add(Secrets.MASK);
      } else if (isHeader(arg, previous)) {
        shown.add(blank(HEADER, 2, arg));
      } else {
        shown.add(redact(arg, hasUser));
      }
      previous = arg;
      hasUser |= USER_BEFORE.matcher(arg).lookingAt();
    }
  }

  private static boolean isSecretAfter(String option, String arg) {
    boolean isValue = !OPTION.matcher(arg).matches() || HYPHENATED.matcher(arg).matches();
    return isValue && OPTION.matcher(option).matches() && isSecret(option, arg);
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

  private String redact(String arg, boolean hasUser) {
    String text = blank(UrlCredentials.PATTERN, 1, arg);
    text = PATH.matcher(text).replaceAll(url -> Matcher.quoteReplacement(withoutKeys(url.group())));
    for (Pattern header : HEADERS_IN_LINE) {
      text = blank(header, 1, text);
    }
    text = blankValues(OPTION_WITH_VALUE, ArgumentRedaction::isSecret, text);
    text = blank(ATTACHED_USER, 1, text);
    Matcher user = USER_BEFORE.matcher(text);
    int from = hasUser ? 0 : user.find() ? user.end() : text.length();
    text = text.substring(0, from) + blank(PASSWORD_OPTION, 1, text.substring(from));
    text = blankValues(NAMED, (name, value) -> SecretName.is(name), text);
    return blank(WELL_KNOWN, 1, text);
  }

  private String withoutKeys(String url) {
    String[] segments = url.split("/", -1);
    for (int i = 1; i < segments.length; i++) { // the first one is the host
      if (UrlCredentials.isKey(segments[i])) {
        keep(segments[i]);
        segments[i] = Secrets.MASK;
      }
    }
    return String.join("/", segments);
  }

  /** Redacts the second group if it is a secret by the name in the first. */
  private String blankValues(Pattern pattern, BiPredicate<String, String> isSecret, String text) {
    StringBuilder redacted = new StringBuilder();
    Matcher matcher = pattern.matcher(text);
    int done = 0;
    int from = 0;
    while (matcher.find(from)) {
      if (isSecret.test(matcher.group(1), matcher.group(2))) {
        keep(matcher.group(2));
        redacted.append(text, done, matcher.start(2)).append(Secrets.MASK);
        done = matcher.end(2);
        from = done;
      } else {
        from = matcher.end(1); // what looks like a value may be an option
      }
    }
    return redacted.append(text, done, text.length()).toString();
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
