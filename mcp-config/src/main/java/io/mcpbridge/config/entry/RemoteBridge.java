package io.mcpbridge.config.entry;

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
 * clients without HTTP. The client connects to the URL directly instead, without the process and
 * without Node.
 *
 * @param type the transport type; {@code null} if unspecified
 * @param headers from {@code --header}
 * @param ignoredTools from {@code --ignore-tool}
 */
public record RemoteBridge(
    String url,
    @Nullable TransportType type,
    Map<String, String> headers,
    List<String> ignoredTools) {

  private static final Pattern PACKAGE = Pattern.compile("mcp-remote(@[\\w.^~-]+)?");
  private static final Set<String> RUNNERS = Set.of("npx", "bunx", "pnpx");
  private static final Set<String> RUNNERS_WITH_VERB = Set.of("npm", "pnpm", "yarn", "bun");
  private static final Set<String> VERBS = Set.of("exec", "dlx", "x");

  /** Options that have no meaning without the process. */
  private static final Set<String> NEEDLESS =
      Set.of("--allow-http", "--debug", "--silent", "--enable-proxy");

  private static final Set<String> NEEDLESS_WITH_VALUE = Set.of("--host", "--auth-timeout");

  /**
   * Parses a command line.
   *
   * @return {@code null} if it is not a bridge, or has an option that only the process can honor
   */
  public static @Nullable RemoteBridge of(String command, List<String> args) {
    List<String> words = new ArrayList<>();
    words.add(command);
    words.addAll(args);
    if (program(command).equals("cmd") && words.size() > 2) {
      words = words.subList(2, words.size()); // cmd /c npx ...
    }
    Iterator<String> rest = words.iterator();
    return skipToPackage(rest) && rest.hasNext() ? options(rest.next(), rest) : null;
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

  private static @Nullable RemoteBridge options(String url, Iterator<String> rest) {
    TransportType type = null;
    Map<String, String> headers = new LinkedHashMap<>();
    List<String> ignored = new ArrayList<>();
    while (rest.hasNext()) {
      String option = rest.next();
      if (NEEDLESS.contains(option) || option.matches("\\d+")) { // the number is a port for OAuth
        continue;
      }
      String value = rest.hasNext() ? rest.next() : "";
      int colon = value.indexOf(':');
      if (option.equals("--header") && colon > 0) {
        headers.put(value.substring(0, colon).strip(), value.substring(colon + 1).strip());
      } else if (option.equals("--transport")) {
        type = value.startsWith("sse") ? TransportType.SSE : TransportType.STREAMABLE_HTTP;
      } else if (option.equals("--ignore-tool")) {
        ignored.add(value);
      } else if (!NEEDLESS_WITH_VALUE.contains(option)) {
        return null;
      }
    }
    return new RemoteBridge(url, type, headers, ignored);
  }

  private static String program(String command) {
    String file = command.substring(command.lastIndexOf('/') + 1);
    file = file.substring(file.lastIndexOf('\\') + 1).toLowerCase(Locale.ROOT);
    return file.replaceFirst("\\.(cmd|exe|ps1)$", "");
  }
}
