package io.mcpbridge.doctor;

import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The variables for a proxy that other programs read, as curl documents them. */
final class ProxyVariables {

  private final Map<String, String> environment;

  ProxyVariables(Map<String, String> environment) {
    this.environment = environment;
  }

  /** The variable that names a proxy for a server; {@code null} if none does. */
  @Nullable String nameFor(URI url) {
    String host = url.getHost();
    if (host == null || isLocal(host) || isExcluded(host.toLowerCase(Locale.ROOT))) {
      return null;
    }
    String name = ("https".equals(url.getScheme()) ? "HTTPS" : "HTTP") + "_PROXY";
    return List.of(name, "ALL_PROXY").stream()
        .flatMap(upper -> List.of(upper, upper.toLowerCase(Locale.ROOT)).stream())
        .filter(variable -> !environment.getOrDefault(variable, "").isBlank())
        .findFirst()
        .orElse(null);
  }

  private static boolean isLocal(String host) {
    return host.equals("localhost") || host.startsWith("127.") || host.equals("[::1]");
  }

  private boolean isExcluded(String host) {
    String hosts = environment.getOrDefault("NO_PROXY", environment.getOrDefault("no_proxy", ""));
    return Arrays.stream(hosts.toLowerCase(Locale.ROOT).split(","))
        .map(pattern -> pattern.strip().replaceFirst("^\\*?\\.", "").replaceFirst(":\\d+$", ""))
        .filter(pattern -> !pattern.isEmpty())
        .anyMatch(
            pattern -> pattern.equals("*") || host.equals(pattern) || host.endsWith("." + pattern));
  }
}
