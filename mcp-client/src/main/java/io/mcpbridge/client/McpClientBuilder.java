package io.mcpbridge.client;

import io.mcpbridge.input.InputHandlers;
import io.mcpbridge.model.Implementation;
import io.mcpbridge.model.LoggingLevel;
import io.mcpbridge.revision.Revision;
import io.mcpbridge.revision.RevisionCache;
import io.mcpbridge.revision.Revisions;
import io.mcpbridge.transport.Transport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/** Builds a client; every setting has a default that suits most servers. Not thread-safe. */
public final class McpClientBuilder {

  private final Transport transport;
  private String name;
  private Implementation clientInfo = Implementation.of("mcp-bridge", "0.1.0");
  private Duration timeout = Duration.ofSeconds(60);
  private Duration initializationTimeout = Duration.ofSeconds(30);
  private Duration listTimeout = Duration.ofSeconds(30);
  private int maxPages = 1_000;
  private int maxInputRounds = 10;
  private CacheLimits cacheLimits = CacheLimits.defaults();
  private @Nullable LoggingLevel logLevel;
  private @Nullable Revision revision;
  private RevisionCache revisionCache = new RevisionCache();
  private McpClientListener listener = McpClientListener.none();
  private InputHandlers inputHandlers = InputHandlers.none();
  private BiPredicate<String, String> paramHeaders = (tool, argument) -> true;
  private final List<Interceptor> callInterceptors = new ArrayList<>();
  private final List<Interceptor> wireInterceptors = new ArrayList<>();

  McpClientBuilder(Transport transport) {
    this.transport = transport;
    this.name = transport.address();
  }

  /** The server's name in messages; default: the transport's address. */
  public McpClientBuilder name(String name) {
    this.name = name;
    return this;
  }

  /** The {@code clientInfo} sent to the server; default {@code mcp-bridge}. */
  public McpClientBuilder clientInfo(Implementation info) {
    this.clientInfo = info;
    return this;
  }

  /** Maximum duration of a call, including connecting, retries and waiting; default 60 seconds. */
  public McpClientBuilder timeout(Duration limit) {
    this.timeout = limit;
    return this;
  }

  /**
   * Maximum duration of connecting and initialization together (property {@code
   * initialization-timeout}); default 30 seconds.
   */
  public McpClientBuilder initializationTimeout(Duration limit) {
    this.initializationTimeout = limit;
    return this;
  }

  /** Maximum duration of a request for one page of a list; default 30 seconds. */
  public McpClientBuilder listTimeout(Duration limit) {
    this.listTimeout = limit;
    return this;
  }

  /**
   * Maximum number of pages to request of a list; default 1,000. Also stops after 10,000 entries or
   * 64 million characters. What was read by then is returned.
   */
  public McpClientBuilder maxPages(int pages) {
    this.maxPages = pages;
    return this;
  }

  /**
   * Maximum number of rounds for a call whose server requires input or a retry (2026-07-28, multi
   * round-trip requests); default 10. A call that needs more fails. The rounds count toward the
   * call's timeout.
   */
  public McpClientBuilder maxInputRounds(int rounds) {
    this.maxInputRounds = rounds;
    return this;
  }

  /**
   * Limits of the result cache; default 1,000 results and 16 MiB. {@link CacheLimits#none()}
   * disables it. Only lists and resource contents are cached, for the server's {@code ttlMs} but at
   * most a day, and only until the server announces a change.
   */
  public McpClientBuilder cacheLimits(CacheLimits limits) {
    this.cacheLimits = limits;
    return this;
  }

  /**
   * Minimum level of the server's log messages, unless a call sets its own. Default: requests no
   * level; servers up to 2025-11-25 may send log messages anyway.
   *
   * @see McpClientListener#logMessage
   */
  public McpClientBuilder logLevel(LoggingLevel level) {
    this.logLevel = level;
    return this;
  }

  /**
   * Uses this protocol revision without probing; a server of the initialize era may still negotiate
   * an older one. Default: detects the server's revision.
   *
   * @throws IllegalArgumentException if this client does not support the revision
   */
  public McpClientBuilder protocolVersion(String version) {
    this.revision = Revisions.named(version);
    return this;
  }

  /** Shares detected protocol revisions with other clients; default: a memory of its own. */
  public McpClientBuilder revisionCache(RevisionCache memory) {
    this.revisionCache = memory;
    return this;
  }

  /**
   * Handlers of the server's input requests (sampling, elicitation, roots). Default: none, so the
   * client declares no such capability and rejects such requests.
   */
  public McpClientBuilder inputHandlers(InputHandlers handlers) {
    this.inputHandlers = handlers;
    return this;
  }

  /** Listener for messages that the server sends outside any call; default: none. */
  public McpClientBuilder listener(McpClientListener listener) {
    this.listener = listener;
    return this;
  }

  /**
   * Which tool arguments may be sent as HTTP headers at the server's request ({@code x-mcp-header},
   * 2026-07-28 over HTTP). Every intermediary can read headers and may log them. A tool that
   * requires a header which is not allowed is skipped, and a warning is logged. Default: all.
   *
   * @param mayTravel receives the tool's name and the argument's path, such as {@code user.token}
   */
  public McpClientBuilder paramHeaders(BiPredicate<String, String> mayTravel) {
    this.paramHeaders = mayTravel;
    return this;
  }

  /** Adds an interceptor that runs once per call, around all rounds and retries. */
  public McpClientBuilder addCallInterceptor(Interceptor interceptor) {
    callInterceptors.add(interceptor);
    return this;
  }

  /** Adds an interceptor that runs once per round, retries included. */
  public McpClientBuilder addWireInterceptor(Interceptor interceptor) {
    wireInterceptors.add(interceptor);
    return this;
  }

  /**
   * Builds the client. Does no I/O.
   *
   * @throws IllegalArgumentException if a limit is not positive; the message names the setting
   */
  public McpClient build() {
    return new McpClient(settings());
  }

  /**
   * Applies timeouts, page and input-round limits, cache limits, log level and interceptors to an
   * existing client, from its next request on. The connection stays open; the settings that
   * determine how it connects and negotiates do not change.
   *
   * @throws IllegalArgumentException if a limit is not positive; the message names the setting
   */
  public void reconfigure(McpClient client) {
    client.reconfigure(settings());
  }

  private ClientSettings settings() {
    return new ClientSettings(
        transport,
        name,
        clientInfo,
        timeout,
        initializationTimeout,
        listTimeout,
        maxPages,
        maxInputRounds,
        cacheLimits,
        logLevel,
        revision,
        revisionCache,
        listener,
        inputHandlers,
        paramHeaders,
        callInterceptors,
        wireInterceptors);
  }
}
