package io.mcpbridge.client;

import io.mcpbridge.input.InputHandlers;
import io.mcpbridge.model.Implementation;
import io.mcpbridge.model.LoggingLevel;
import io.mcpbridge.revision.Revision;
import io.mcpbridge.revision.RevisionMemory;
import io.mcpbridge.revision.Revisions;
import io.mcpbridge.transport.Transport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/** What a client is made of; every setting has a default that suits most servers. */
public final class McpClientBuilder {

  private final Transport transport;
  private String name;
  private Implementation clientInfo = Implementation.of("mcp-bridge", "0.1.0");
  private Duration timeout = Duration.ofSeconds(60);
  private Duration connectTimeout = Duration.ofSeconds(30);
  private Duration listTimeout = Duration.ofSeconds(30);
  private int maxPages = 1_000;
  private int maxInputRounds = 10;
  private CacheLimits cacheLimits = CacheLimits.defaults();
  private @Nullable LoggingLevel logLevel;
  private @Nullable Revision revision;
  private RevisionMemory revisionMemory = new RevisionMemory();
  private McpClientListener listener = McpClientListener.none();
  private InputHandlers inputHandlers = InputHandlers.none();
  private BiPredicate<String, String> paramHeaders = (tool, argument) -> true;
  private final List<Interceptor> callInterceptors = new ArrayList<>();
  private final List<Interceptor> wireInterceptors = new ArrayList<>();

  McpClientBuilder(Transport transport) {
    this.transport = transport;
    this.name = transport.address();
  }

  /** What to call the server in messages; default: the transport's address. */
  public McpClientBuilder name(String name) {
    this.name = name;
    return this;
  }

  /** How to present this application to the server; default {@code mcp-bridge}. */
  public McpClientBuilder clientInfo(Implementation info) {
    this.clientInfo = info;
    return this;
  }

  /** The most one call may take, everything included; default 60 seconds. */
  public McpClientBuilder timeout(Duration limit) {
    this.timeout = limit;
    return this;
  }

  /**
   * The most that connecting and greeting may take together (setting {@code connect-timeout});
   * default 30 seconds.
   */
  public McpClientBuilder connectTimeout(Duration limit) {
    this.connectTimeout = limit;
    return this;
  }

  /** The most that one page of a list may take; default 30 seconds. */
  public McpClientBuilder listTimeout(Duration limit) {
    this.listTimeout = limit;
    return this;
  }

  /**
   * How many pages of a list are requested; default 1,000. Besides, no page is requested after
   * 10,000 entries or 64 million characters. What was read by then is the list.
   */
  public McpClientBuilder maxPages(int pages) {
    this.maxPages = pages;
    return this;
  }

  /**
   * How many times a server that says of a call that it needs input, or wants to be asked again
   * (2026-07-28, multi round-trip requests), gets that; default 10. If it says so once more, the
   * call is given up. The answers are part of the call's time.
   */
  public McpClientBuilder maxInputRounds(int rounds) {
    this.maxInputRounds = rounds;
    return this;
  }

  /**
   * How much to keep of what the server says may be used again; default a thousand results, 16 MiB.
   * {@link CacheLimits#none()} for nothing. Only lists and contents of resources are kept, only for
   * as long as the server says and a day at most, and only until it says that they have changed.
   */
  public McpClientBuilder cacheLimits(CacheLimits limits) {
    this.cacheLimits = limits;
    return this;
  }

  /**
   * From which level on to hear what the server logs, unless a call says otherwise; default:
   * nothing is asked for, which does not keep a server up to 2025-11-25 from logging.
   *
   * @see McpClientListener#logMessage
   */
  public McpClientBuilder logLevel(LoggingLevel level) {
    this.logLevel = level;
    return this;
  }

  /**
   * Greets the server in this revision without finding out first; a server of the initialize era
   * may still settle on an older one. Default: finds out what the server speaks.
   *
   * @throws IllegalArgumentException if this client does not know the revision
   */
  public McpClientBuilder protocolVersion(String version) {
    this.revision = Revisions.named(version);
    return this;
  }

  /** Shares what was found out about servers with other clients; default: a memory of its own. */
  public McpClientBuilder revisionMemory(RevisionMemory memory) {
    this.revisionMemory = memory;
    return this;
  }

  /**
   * Who gives the server what it asks for; default: nobody, so that nothing is declared and
   * everything refused.
   */
  public McpClientBuilder inputHandlers(InputHandlers handlers) {
    this.inputHandlers = handlers;
    return this;
  }

  /** Who is told what the server does by itself; default: nobody. */
  public McpClientBuilder listener(McpClientListener listener) {
    this.listener = listener;
    return this;
  }

  /**
   * Which arguments of tools may travel as headers where a server wants that ({@code x-mcp-header},
   * 2026-07-28 over HTTP). Everything on the way can read headers and may log them. A tool that
   * wants one that may not is left out, with a word in the log. Default: all.
   *
   * @param mayTravel given the tool's name and the argument's path, such as {@code user.token}
   */
  public McpClientBuilder paramHeaders(BiPredicate<String, String> mayTravel) {
    this.paramHeaders = mayTravel;
    return this;
  }

  /** Stands around each call: once, whatever happens on the wire. */
  public McpClientBuilder addCallInterceptor(Interceptor interceptor) {
    callInterceptors.add(interceptor);
    return this;
  }

  /** Stands around each round on the wire: again for each try. */
  public McpClientBuilder addWireInterceptor(Interceptor interceptor) {
    wireInterceptors.add(interceptor);
    return this;
  }

  /**
   * The client. Does no I/O.
   *
   * @throws IllegalArgumentException if a limit is not positive; the message names the setting
   */
  public McpClient build() {
    return new McpClient(settings());
  }

  /**
   * Gives these settings to a client that is in use, whose connection stays: time limits, numbers
   * of pages and of input rounds, the cache, the log level and the interceptors, from its next
   * request on. Everything else, which decides how a server is connected and greeted, stays as it
   * is in that client.
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
        connectTimeout,
        listTimeout,
        maxPages,
        maxInputRounds,
        cacheLimits,
        logLevel,
        revision,
        revisionMemory,
        listener,
        inputHandlers,
        paramHeaders,
        callInterceptors,
        wireInterceptors);
  }
}
