package io.mcpbridge.spring.boot;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The full names of properties, as a developer has to write them, and the complaints that begin
 * with one: those of one server, for the most part.
 *
 * @param prefix what they begin with
 */
record ServerPropertyNames(String prefix) {

  private static final Logger log = LoggerFactory.getLogger(McpClientAutoConfiguration.class);

  /** Those of no server. */
  static final ServerPropertyNames OF_CLIENT = new ServerPropertyNames("mcp.client");

  /** Those of all servers. */
  static final ServerPropertyNames DEFAULTS = new ServerPropertyNames("mcp.client.defaults");

  /**
   * Those of one server.
   *
   * @param server the key below {@code mcp.client.servers}
   */
  static ServerPropertyNames ofServer(String server) {
    return new ServerPropertyNames(
        server.matches("[A-Za-z0-9_-]+")
            ? "mcp.client.servers." + server
            : "mcp.client.servers[" + server + "]");
  }

  String of(String property) {
    return prefix() + "." + property;
  }

  /**
   * The duration, if it is one to wait for.
   *
   * @throws InvalidMcpConfigurationException if it is zero or negative
   */
  Duration positive(String property, Duration duration) {
    if (duration.isZero() || duration.isNegative()) {
      throw invalid(
          of(property) + " is not longer than zero.",
          "Set a duration such as '60s', or leave it out.");
    }
    return duration;
  }

  /**
   * The number, if it allows anything at all.
   *
   * @throws InvalidMcpConfigurationException if it is zero or negative
   */
  int atLeastOne(String property, int number) {
    if (number < 1) {
      throw invalid(of(property) + " is less than one.", "Set a larger number, or leave it out.");
    }
    return number;
  }

  /**
   * The duration, if it is one.
   *
   * @throws InvalidMcpConfigurationException if it is negative
   */
  Duration notNegative(String property, Duration duration) {
    if (duration.isNegative()) {
      throw invalid(of(property) + " is less than zero.", "Set zero or more, or leave it out.");
    }
    return duration;
  }

  /**
   * The URL. What is wrong with it is said without it: it may hold a password or a key.
   *
   * @param wanted what to set instead
   * @throws InvalidMcpConfigurationException if it is none that can be called
   */
  URI url(String property, String value, String wanted) {
    String problem = "it needs the form http(s)://host/path";
    try {
      URI uri = new URI(value);
      if (uri.getHost() != null && ("" + uri.getScheme()).matches("(?i)https?")) {
        return uri;
      }
    } catch (URISyntaxException e) {
      problem = e.getReason();
    }
    throw invalid(
        of(property) + " is not a URL that can be called: " + problem + ".", "Set " + wanted + ".");
  }

  /** Says so in the log. */
  void hasNoEffect(String property, String needed) {
    log.warn("{} has no effect without {}", of(property), of(needed));
  }

  InvalidMcpConfigurationException invalid(String problem, String action) {
    return invalid(problem, action, null);
  }

  InvalidMcpConfigurationException invalid(
      String problem, String action, @Nullable Throwable cause) {
    return new InvalidMcpConfigurationException(problem, action, cause);
  }
}
