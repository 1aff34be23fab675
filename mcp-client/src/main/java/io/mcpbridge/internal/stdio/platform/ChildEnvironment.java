package io.mcpbridge.internal.stdio.platform;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The environment of a server process: some variables of this process, and the configured ones. The
 * rest is not inherited because applications keep their secrets there.
 */
public final class ChildEnvironment {

  /** Inherits the whole environment. */
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
   * @param parentEnvironment the environment of this process
   * @param inherited names to inherit unchanged, possibly with {@code *} at the end; those of
   *     proxies are always inherited, but without user and password
   * @param configured the configured variables; take precedence
   */
  public static Map<String, String> of(
      Platform platform,
      Map<String, String> parentEnvironment,
      List<String> inherited,
      Map<String, String> configured) {
    List<String> system = platform == Platform.WINDOWS ? ON_WINDOWS : ON_UNIX;
    List<Pattern> usual = patterns(platform, Stream.of(ANYWHERE, system).flatMap(List::stream));
    List<Pattern> named = patterns(platform, inherited.stream());
    Map<String, String> environment = platform.emptyEnvironment();
    parentEnvironment.forEach(
        (name, value) -> {
          if (isShellFunction(value)) {
            return;
          }
          if (matches(named, name)) {
            environment.put(name, value);
          } else if (matches(usual, name)) {
            environment.put(name, isProxy(name) ? withoutUserInfo(value) : value);
          }
        });
    environment.putAll(configured);
    return environment;
  }

  private static List<Pattern> patterns(Platform platform, Stream<String> names) {
    return names.map(name -> pattern(platform, name)).toList();
  }

  private static boolean matches(List<Pattern> patterns, String name) {
    return patterns.stream().anyMatch(pattern -> pattern.matcher(name).matches());
  }

  private static boolean isProxy(String name) {
    String upper = name.toUpperCase(Locale.ROOT);
    return upper.endsWith("_PROXY") && !upper.equals("NO_PROXY");
  }

  /** Programs accept a proxy without a scheme, too, and passwords are often not encoded. */
  private static String withoutUserInfo(String proxy) {
    int scheme = proxy.indexOf("://");
    int authority = scheme < 0 ? 0 : scheme + 3;
    int at = proxy.lastIndexOf('@');
    return at < authority ? proxy : proxy.substring(0, authority) + proxy.substring(at + 1);
  }

  private static Pattern pattern(Platform platform, String name) {
    boolean prefix = name.endsWith("*");
    String fixed = Pattern.quote(prefix ? name.substring(0, name.length() - 1) : name);
    int flags = platform == Platform.WINDOWS ? Pattern.CASE_INSENSITIVE : 0;
    return Pattern.compile(prefix ? fixed + ".*" : fixed, flags | Pattern.DOTALL);
  }

  /** An exported bash function is code and not meant for a server. */
  private static boolean isShellFunction(String value) {
    return value.startsWith("() {");
  }
}
