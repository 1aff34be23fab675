package io.mcpbridge.config.internal.entry;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Recognizes {@code npx mcp-remote <url>}, a process that bridges stdio to an HTTP server for
 * clients without HTTP or OAuth. The client connects to the URL directly instead, without the
 * process and without Node.
 *
 * @param url the server's URL
 * @param type the transport type; {@code null} if unspecified
 * @param headers from {@code --header}
 * @param ignoredTools from {@code --ignore-tool}
 * @param login the OAuth login that the process would perform; {@code null} if an {@code
 *     Authorization} header replaces it
 * @param withoutEffect the options that mean nothing without the process
 * @param processReason why only the process can do what the options ask for; {@code null} if the
 *     direct connection can
 */
public record RemoteBridge(
    String url,
    @Nullable TransportType type,
    Map<String, String> headers,
    List<String> ignoredTools,
    @Nullable EntryLogin login,
    List<String> withoutEffect,
    @Nullable String processReason) {

  private static final Pattern PACKAGE = Pattern.compile("mcp-remote(@[\\w.^~-]+)?");
  private static final Set<String> RUNNERS = Set.of("npx", "bunx", "pnpx");
  private static final Set<String> RUNNERS_WITH_VERB = Set.of("npm", "pnpm", "yarn", "bun");
  private static final Set<String> VERBS = Set.of("exec", "dlx", "x");

  /**
   * Parses a command line.
   *
   * @return {@code null} if it does not start this bridge
   */
  public static @Nullable RemoteBridge of(String command, List<String> args) {
    List<String> words = new ArrayList<>();
    words.add(command);
    words.addAll(args);
    if (program(command).equals("cmd") && words.size() > 2) {
      words = words.subList(2, words.size()); // cmd /c npx ...
    }
    Iterator<String> rest = words.iterator();
    return skipToPackage(rest) ? new Options().read(rest) : null;
  }

  private static boolean skipToPackage(Iterator<String> words) {
    String program = program(words.next());
    if (PACKAGE.matcher(program).matches()) {
      return true;
    }
    if (RUNNERS_WITH_VERB.contains(program)) {
      if (!words.hasNext() || !VERBS.contains(words.next())) {
        return false;
      }
    } else if (!RUNNERS.contains(program)) {
      return false;
    }
    while (words.hasNext()) {
      String word = words.next();
      if (!word.startsWith("-")) {
        return PACKAGE.matcher(word).matches();
      }
    }
    return false;
  }

  /** Reads the arguments after the package's name. */
  private static final class Options {

    private @Nullable String url;
    private @Nullable TransportType type;
    private final Map<String, String> headers = new LinkedHashMap<>();
    private final List<String> ignoredTools = new ArrayList<>();
    private final List<String> withoutEffect = new ArrayList<>();
    private final BridgeLogin login = new BridgeLogin();
    private @Nullable String problem;

    @Nullable RemoteBridge read(Iterator<String> words) {
      while (words.hasNext()) {
        String word = words.next();
        if (word.startsWith("--") && word.length() > 2) {
          option(word, words);
        } else if (url == null && word.matches("(?i)https?://.*")) {
          url = word;
        } else if (url != null && word.matches("\\d{1,5}")) {
          login.port(Integer.parseInt(word));
        } else if (!word.equals("--") && !(url == null && PACKAGE.matcher(word).matches())) {
          problem = "it has an argument that is not known"; // npx -p mcp-remote mcp-remote is known
        }
      }
      if (url == null) {
        return null;
      }
      boolean hasKey = headers.keySet().stream().anyMatch("Authorization"::equalsIgnoreCase);
      EntryLogin entryLogin = hasKey ? null : login.read();
      String reason = problem == null && entryLogin == null && !hasKey ? login.problem() : problem;
      return new RemoteBridge(
          url, type, headers, ignoredTools, entryLogin, List.copyOf(withoutEffect), reason);
    }

    private void option(String option, Iterator<String> words) {
      switch (option) {
        case "--allow-http" -> login.allowPlainHttp();
        case "--debug", "--silent", "--enable-proxy" -> withoutEffect.add(option);
        default -> {
          if (words.hasNext()) {
            option(option, words.next());
          } else {
            problem = option + " is not known, or has no value";
          }
        }
      }
    }

    private void option(String option, String value) {
      switch (option) {
        case "--header" -> header(value);
        case "--transport" -> transport(value);
        case "--ignore-tool" -> ignoredTools.add(value);
        case "--host" -> login.host(value);
        case "--callback-path" -> login.callbackPath(value);
        case "--auth-timeout" -> login.timeout(value);
        case "--static-oauth-client-metadata" -> login.clientMetadata(value);
        case "--static-oauth-client-info" -> login.clientInfo(value);
        default -> problem = option + " is not supported by a direct connection";
      }
    }

    private void header(String value) {
      int colon = value.indexOf(':');
      if (colon > 0) {
        headers.put(value.substring(0, colon).strip(), value.substring(colon + 1).strip());
      } else {
        problem = "a --header is not of the form \"Name: value\"";
      }
    }

    private void transport(String value) {
      switch (value) {
        case "sse-only", "sse-first" -> type = TransportType.SSE;
        case "http-only", "http-first" -> type = TransportType.STREAMABLE_HTTP;
        default -> problem = "--transport has a value that is not known";
      }
    }
  }

  private static String program(String command) {
    String file = command.substring(command.lastIndexOf('/') + 1);
    file = file.substring(file.lastIndexOf('\\') + 1).toLowerCase(Locale.ROOT);
    return file.replaceFirst("\\.(cmd|exe|ps1)$", "");
  }

  /** Leaves out everything that may be a secret. */
  @Override
  public String toString() {
    return "RemoteBridge[" + type + ", headers=" + headers.keySet() + "]";
  }
}
