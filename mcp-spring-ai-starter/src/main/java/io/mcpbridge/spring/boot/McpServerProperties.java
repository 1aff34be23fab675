package io.mcpbridge.spring.boot;

import io.mcpbridge.catalog.StartPolicy;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.convert.DurationUnit;
import org.springframework.util.unit.DataSize;

/**
 * One MCP server, below {@code mcp.client.servers.<name>}. It has either a {@code url} or a {@code
 * command}.
 *
 * @param enabled Whether the server is used.
 * @param url Full URL of a server that is already running, such as 'https://example.com/mcp'.
 * @param transport How the URL is spoken to. By default that is found out.
 * @param messageEndpoint Full URL to send messages to over HTTP+SSE, in place of the one that the
 *     server advertises. Allows one on another origin.
 * @param headers HTTP headers to send with every request to the URL.
 * @param command Program to start as a server that is spoken to over its standard input and output.
 * @param args Arguments of the command.
 * @param env Environment variables of the command, besides those that every server gets.
 * @param workingDirectory Directory to start the command in. This application's own by default.
 * @param timeout Longest that one tool call may take, everything included. A plain number counts
 *     seconds.
 * @param connectTimeout Longest that connecting may take, the server's greeting included. A plain
 *     number counts seconds.
 * @param acceptTimeout Longest that the server at the URL may take to accept a connection, TLS
 *     included. A plain number counts seconds.
 * @param listTimeout Longest that asking for one page of the list of tools may take. A plain number
 *     counts seconds.
 * @param protocolVersion Protocol revision to greet the server in, instead of finding out the
 *     newest that both know.
 * @param start When the server is connected, and whether the application can start without it.
 * @param maxConnections How many requests to the URL may be under way at once.
 * @param limits How much the server may send.
 */
public record McpServerProperties(
    @DefaultValue("true") boolean enabled,
    @Nullable String url,
    @DefaultValue("auto") HttpTransport transport,
    @Nullable String messageEndpoint,
    @DefaultValue Map<String, String> headers,
    @Nullable String command,
    @DefaultValue List<String> args,
    @DefaultValue Map<String, String> env,
    @Nullable String workingDirectory,
    @DefaultValue("60s") @DurationUnit(ChronoUnit.SECONDS) Duration timeout,
    @DefaultValue("30s") @DurationUnit(ChronoUnit.SECONDS) Duration connectTimeout,
    @DefaultValue("15s") @DurationUnit(ChronoUnit.SECONDS) Duration acceptTimeout,
    @DefaultValue("30s") @DurationUnit(ChronoUnit.SECONDS) Duration listTimeout,
    @Nullable String protocolVersion,
    @DefaultValue("eager") StartPolicy start,
    @DefaultValue("1000") int maxConnections,
    @DefaultValue Limits limits) {

  /** Copies the collections, keeping their order. */
  public McpServerProperties {
    headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
    args = List.copyOf(args);
    env = Collections.unmodifiableMap(new LinkedHashMap<>(env));
  }

  /** How a URL is spoken to. */
  public enum HttpTransport {
    /** Streamable HTTP, and HTTP+SSE where the server knows nothing newer. */
    AUTO,

    /** HTTP+SSE, the transport of the first revision, and nothing else. */
    SSE
  }

  /**
   * How much a server may send.
   *
   * @param maxMessageBytes Size of one message.
   * @param maxJsonDepth Nesting of objects and arrays in one message.
   * @param maxPages Pages of one list.
   * @param maxCachedResults Results kept because the server says they may be used again.
   * @param maxCachedBytes About how much of them; zero for none.
   */
  public record Limits(
      @DefaultValue("64MB") DataSize maxMessageBytes,
      @DefaultValue("500") int maxJsonDepth,
      @DefaultValue("64") int maxPages,
      @DefaultValue("1000") int maxCachedResults,
      @DefaultValue("16MB") DataSize maxCachedBytes) {}

  /** Names only: URLs, arguments, headers and environment variables may hold secrets. */
  @Override
  public String toString() {
    return "McpServerProperties[enabled="
        + enabled
        + (url == null ? ", command=" + command : ", url=...")
        + ", headers="
        + headers.keySet()
        + ", env="
        + env.keySet()
        + "]";
  }
}
