package io.mcpbridge.doctor;

import org.jspecify.annotations.Nullable;

/** The settings that a server's file can have, and what else its user can do. */
record AdvisedSettings(SettingOrigins origins, String server) {

  /** The setting's name in the file; {@code null} if it cannot have it. */
  @Nullable String name(String setting) {
    return origins.name(server, setting);
  }

  boolean isSettable(String setting) {
    return name(setting) != null;
  }

  /** The setting's name in the file in backquotes, for a setting that every file can have. */
  String quoted(String setting) {
    String name = name(setting);
    return "`" + (name == null ? setting : name) + "`";
  }

  /** Advice for a server that starts slowly, without its first capital letter. */
  String longerTimeout() {
    String setting = "initialization-timeout";
    String alternative = origins.alternative(server, setting);
    return isSettable(setting)
        ? "write a longer " + quoted(setting)
        : alternative == null ? "allow it more time" : alternative;
  }

  /** The system property with the host of the proxy for a URL. */
  static String proxyProperty(String url) {
    return (url.regionMatches(true, 0, "https:", 0, 6) ? "https" : "http") + ".proxyHost";
  }

  /** Advice for a server that only a proxy can reach. */
  String proxy(String url) {
    String alternative = origins.alternative(server, "proxy");
    return "If the server is behind that proxy, "
        + (isSettable("proxy")
            ? "write its address into `proxy`."
            : (alternative == null
                    ? "set it for the JVM: `-D" + proxyProperty(url) + "`"
                    : alternative)
                + ".");
  }

  /** How a user signs in, such as a command; empty if the program knows none. */
  String login() {
    String alternative = origins.alternative(server, "auth.oauth2.grant");
    return alternative == null ? "" : alternative;
  }
}
