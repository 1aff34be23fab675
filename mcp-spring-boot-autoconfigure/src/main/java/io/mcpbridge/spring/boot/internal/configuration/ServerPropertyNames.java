package io.mcpbridge.spring.boot.internal.configuration;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Full property names as in a configuration file, and the errors that name them.
 *
 * @param prefix property prefix
 */
public record ServerPropertyNames(String prefix) {

  private static final Logger log = LoggerFactory.getLogger(ServerPropertyNames.class);

  /** Properties that belong to no server. */
  public static final ServerPropertyNames OF_CLIENT = new ServerPropertyNames("mcp.client");

  /** Defaults for all servers. */
  public static final ServerPropertyNames DEFAULTS = new ServerPropertyNames("mcp.client.defaults");

  /**
   * Properties of one server.
   *
   * @param server the key below {@code mcp.client.servers}
   */
  public static ServerPropertyNames ofServer(String server) {
    return new ServerPropertyNames(
        server.matches("[A-Za-z0-9_-]+")
            ? "mcp.client.servers." + server
            : "mcp.client.servers[" + server + "]");
  }

  public String of(String property) {
    return prefix() + "." + property;
  }

  /**
   * Requires a positive duration.
   *
   * @throws InvalidMcpConfigurationException if it is zero or negative
   */
  public Duration positive(String property, Duration duration) {
    if (duration.isZero() || duration.isNegative()) {
      throw new InvalidMcpConfigurationException(
          of(property) + " must be positive.", "Set a duration such as '60s', or leave it out.");
    }
    return duration;
  }

  /**
   * Requires a positive number.
   *
   * @throws InvalidMcpConfigurationException if it is zero or negative
   */
  public int atLeastOne(String property, int number) {
    if (number < 1) {
      throw new InvalidMcpConfigurationException(
          of(property) + " must be at least 1.", "Set a larger number, or leave it out.");
    }
    return number;
  }

  /**
   * Requires a duration that is not negative.
   *
   * @throws InvalidMcpConfigurationException if it is negative
   */
  public Duration notNegative(String property, Duration duration) {
    if (duration.isNegative()) {
      throw new InvalidMcpConfigurationException(
          of(property) + " must not be negative.", "Set zero or more, or leave it out.");
    }
    return duration;
  }

  /**
   * Parses a URL. The error does not contain the value, which may hold a password or a key.
   *
   * @param expectation what to set instead
   * @throws InvalidMcpConfigurationException if it is invalid
   */
  public URI url(String property, String value, String expectation) {
    String problem = "it must have the form http(s)://host/path";
    try {
      URI uri = new URI(value);
      if (uri.getHost() != null && ("" + uri.getScheme()).matches("(?i)https?")) {
        return uri;
      }
    } catch (URISyntaxException e) {
      problem = e.getReason();
    }
    throw new InvalidMcpConfigurationException(
        of(property) + " is not a URL that can be called: " + problem + ".",
        "Set " + expectation + ".");
  }

  /** Logs that a property has no effect. */
  public void hasNoEffect(String property, String needed) {
    log.warn("{} has no effect without {}", of(property), of(needed));
  }
}
