package io.mcpbridge.transport.stdio;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The environment of a server process: what it may know of ours, and what it was given. Ours is not
 * passed on as a whole because it is where applications keep their secrets.
 */
final class ChildEnvironment {

  /** Passes the whole environment on. */
  static final String EVERYTHING = "*";

  private static final List<String> ANYWHERE =
      List.of(
          "PATH",
          "TZ",
          "LANG",
          "LANGUAGE",
          "LC_*",
          "JAVA_HOME",
          "NODE_EXTRA_CA_CERTS",
          "SSL_CERT_FILE",
          "SSL_CERT_DIR",
          "HTTP_PROXY",
          "HTTPS_PROXY",
          "NO_PROXY",
          "http_proxy",
          "https_proxy",
          "no_proxy");
  private static final List<String> ON_UNIX =
      List.of("HOME", "USER", "LOGNAME", "SHELL", "TERM", "TMPDIR", "XDG_*");
  private static final List<String> ON_WINDOWS =
      List.of(
          "APPDATA",
          "LOCALAPPDATA",
          "USERPROFILE",
          "USERNAME",
          "SYSTEMROOT",
          "SYSTEMDRIVE",
          "TEMP",
          "TMP",
          "PATHEXT",
          "HOMEDRIVE",
          "HOMEPATH",
          "PROGRAMFILES",
          "PROGRAMFILES(X86)",
          "PROGRAMDATA",
          "COMSPEC",
          "NUMBER_OF_PROCESSORS",
          "PROCESSOR_ARCHITECTURE");

  private ChildEnvironment() {}

  /**
   * @param ours the environment of this process
   * @param inherited further names to pass on, possibly with {@code *} at the end
   * @param given what was configured; wins
   */
  static Map<String, String> of(
      Platform platform,
      Map<String, String> ours,
      List<String> inherited,
      Map<String, String> given) {
    List<String> system = platform == Platform.WINDOWS ? ON_WINDOWS : ON_UNIX;
    List<Pattern> allowed =
        Stream.of(ANYWHERE, system, inherited)
            .flatMap(List::stream)
            .map(name -> pattern(platform, name))
            .toList();
    Map<String, String> environment = platform.emptyEnvironment();
    ours.forEach(
        (name, value) -> {
          if (!isShellFunction(value)
              && allowed.stream().anyMatch(pattern -> pattern.matcher(name).matches())) {
            environment.put(name, value);
          }
        });
    environment.putAll(given);
    return environment;
  }

  private static Pattern pattern(Platform platform, String name) {
    boolean prefix = name.endsWith("*");
    String fixed = Pattern.quote(prefix ? name.substring(0, name.length() - 1) : name);
    int flags = platform == Platform.WINDOWS ? Pattern.CASE_INSENSITIVE : 0;
    return Pattern.compile(prefix ? fixed + ".*" : fixed, flags | Pattern.DOTALL);
  }

  /** An exported bash function is code; nobody means to hand it to a server. */
  private static boolean isShellFunction(String value) {
    return value.startsWith("() {");
  }
}
