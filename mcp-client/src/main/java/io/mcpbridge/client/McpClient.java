package io.mcpbridge.client;

import io.mcpbridge.client.call.CacheLimits;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.client.call.ChangeListener;
import io.mcpbridge.client.call.Interceptor;
import io.mcpbridge.client.call.Listing;
import io.mcpbridge.client.call.McpCall;
import io.mcpbridge.client.call.McpClientListener;
import io.mcpbridge.client.call.Subscription;
import io.mcpbridge.error.McpToolErrorException;
import io.mcpbridge.input.InputHandlers;
import io.mcpbridge.internal.client.ClientSettings;
import io.mcpbridge.internal.revision.Revision;
import io.mcpbridge.internal.revision.Revisions;
import io.mcpbridge.internal.revision.negotiation.RevisionCache;
import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonException;
import io.mcpbridge.model.CallToolRequest;
import io.mcpbridge.model.CallToolResult;
import io.mcpbridge.model.CompleteRequest;
import io.mcpbridge.model.CompleteResult;
import io.mcpbridge.model.CompletionReference;
import io.mcpbridge.model.GetPromptRequest;
import io.mcpbridge.model.GetPromptResult;
import io.mcpbridge.model.Implementation;
import io.mcpbridge.model.ListPromptsRequest;
import io.mcpbridge.model.ListResourceTemplatesRequest;
import io.mcpbridge.model.ListResourcesRequest;
import io.mcpbridge.model.ListToolsRequest;
import io.mcpbridge.model.LoggingLevel;
import io.mcpbridge.model.McpRequest;
import io.mcpbridge.model.McpResult;
import io.mcpbridge.model.PaginatedRequest;
import io.mcpbridge.model.PaginatedResult;
import io.mcpbridge.model.PingRequest;
import io.mcpbridge.model.Prompt;
import io.mcpbridge.model.ReadResourceResult;
import io.mcpbridge.model.Resource;
import io.mcpbridge.model.ResourceTemplate;
import io.mcpbridge.model.ServerInfo;
import io.mcpbridge.model.StructuredContent;
import io.mcpbridge.model.SubscriptionFilter;
import io.mcpbridge.model.Tool;
import io.mcpbridge.transport.Transport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * A client of one MCP server. Connects on first use, in whichever protocol revision the server
 * speaks, and reconnects after the connection is lost. Thread-safe: any number of calls may be in
 * flight at once. Each blocks the calling thread, so that interceptors and credentials see the
 * caller's context.
 *
 * <p>Applications do not implement it: later versions may add methods.
 *
 * <pre>{@code
 * try (McpClient files = McpClient.of(StdioTransport.of("npx", "-y", "some-server"))) {
 *   files.listTools().forEach(tool -> System.out.println(tool.name()));
 *   System.out.println(files.callTool("read_file", "{\"path\": \"notes.txt\"}").text());
 * }
 * }</pre>
 */
public interface McpClient extends AutoCloseable {

  /** A client on this transport with default settings. Does no I/O. */
  static McpClient of(Transport transport) {
    return builder(transport).build();
  }

  /** Creates a builder for a client on this transport; {@link Builder#build()} does no I/O. */
  static Builder builder(Transport transport) {
    return new Builder(transport);
  }

  /** The name the server was configured under; used in messages. */
  String name();

  /**
   * The server's information from initialization or discovery; connects if necessary.
   *
   * @throws io.mcpbridge.error.McpException if the server cannot be reached
   */
  ServerInfo server();

  /** Whether there is a connection that can take further calls. Does no I/O. */
  boolean isConnected();

  /**
   * The most recent lines that the server of the current connection wrote to standard error:
   * printable, without secrets, at most 8 KiB. Empty if there are none, or if the transport has no
   * such output. Does no I/O.
   */
  String standardError();

  /**
   * Gives up the current connection, if any. The next call or an open {@link #subscribe
   * subscription} opens another one and negotiates again, possibly with a different server. Calls
   * in flight complete if the transport can still deliver their responses.
   */
  void disconnect();

  /** All tools of the server; as {@link #list} with the client's default options. */
  default List<Tool> listTools() {
    return list(ListToolsRequest.first(), CallOptions.defaults()).items();
  }

  /** All resources of the server; as {@link #list} with the client's default options. */
  default List<Resource> listResources() {
    return list(ListResourcesRequest.first(), CallOptions.defaults()).items();
  }

  /** All resource templates of the server; as {@link #list} with the client's default options. */
  default List<ResourceTemplate> listResourceTemplates() {
    return list(ListResourceTemplatesRequest.first(), CallOptions.defaults()).items();
  }

  /** All prompts of the server; as {@link #list} with the client's default options. */
  default List<Prompt> listPrompts() {
    return list(ListPromptsRequest.first(), CallOptions.defaults()).items();
  }

  /**
   * Fetches a complete list, following its pages. Unreadable and duplicate entries are skipped and
   * logged once. Served from the cache while the server's {@code ttlMs} allows it for every page,
   * unless the options bypass the cache.
   *
   * <pre>{@code
   * CallOptions options = CallOptions.builder().timeout(TEN_SECONDS).build();
   * client.list(ListPromptsRequest.first(), options).items();
   * }</pre>
   *
   * @param options a timeout here covers all pages together; without one, the client's list timeout
   *     applies to each page
   * @throws io.mcpbridge.error.McpUnsupportedException if the server lacks the capability; no
   *     request is sent then
   * @throws io.mcpbridge.error.McpException if the request fails, or the list has more pages than
   *     allowed
   */
  <T, R extends PaginatedResult<T>> Listing<T> list(PaginatedRequest<R> first, CallOptions options);

  /** Same as {@link #callTool(String, String)}, without arguments. */
  default CallToolResult callTool(String name) {
    return callTool(name, Map.of());
  }

  /**
   * Calls a tool with the client's default options.
   *
   * @param name the tool's name on this server
   * @param argumentsJson a JSON object
   * @throws io.mcpbridge.error.McpException if the call fails; a result with {@code isError} is
   *     returned
   * @throws JsonException if the arguments are not a JSON object
   */
  default CallToolResult callTool(String name, String argumentsJson) {
    return callTool(name, argumentsJson, CallOptions.defaults());
  }

  /** Same, with options for this call. */
  default CallToolResult callTool(String name, String argumentsJson, CallOptions options) {
    return callTool(name, readArguments(name, argumentsJson), options);
  }

  @SuppressWarnings("unchecked") // the request copies them
  private static CallToolRequest request(String name, Map<String, ?> arguments) {
    return new CallToolRequest(name, (Map<String, @Nullable Object>) arguments);
  }

  private static Map<String, @Nullable Object> readArguments(String name, String json) {
    try {
      return Json.readObject(json);
    } catch (JsonException e) {
      throw new JsonException(
          "the arguments of the tool \"" + name + "\" are not a JSON object: " + e.getMessage());
    }
  }

  /** Same, with plain Java values as arguments. */
  default CallToolResult callTool(String name, Map<String, ?> arguments) {
    return callTool(name, arguments, CallOptions.defaults());
  }

  /** Same, with plain Java values as arguments and options for this call. */
  default CallToolResult callTool(String name, Map<String, ?> arguments, CallOptions options) {
    return newCall(request(name, arguments), options).execute();
  }

  /**
   * Calls a tool in the background, with the client's default options; as {@link McpCall#submit()}
   * of {@link #newCall}.
   *
   * @param name the tool's name on this server
   * @param argumentsJson a JSON object
   * @return fails as {@link #callTool(String, String)} does; cancelling it cancels the call
   * @throws JsonException if the arguments are not a JSON object
   */
  default CompletableFuture<CallToolResult> callToolAsync(String name, String argumentsJson) {
    return callToolAsync(name, argumentsJson, CallOptions.defaults());
  }

  /** Same, with options for this call. */
  default CompletableFuture<CallToolResult> callToolAsync(
      String name, String argumentsJson, CallOptions options) {
    return callToolAsync(name, readArguments(name, argumentsJson), options);
  }

  /** Same, with plain Java values as arguments. */
  default CompletableFuture<CallToolResult> callToolAsync(String name, Map<String, ?> arguments) {
    return callToolAsync(name, arguments, CallOptions.defaults());
  }

  /** Same, with plain Java values as arguments and options for this call. */
  default CompletableFuture<CallToolResult> callToolAsync(
      String name, Map<String, ?> arguments, CallOptions options) {
    return newCall(request(name, arguments), options).submit();
  }

  /**
   * Calls a tool with typed arguments and result, converted by Jackson's data binding. The result
   * is the tool's structured content; without one, its text: as it is for {@code String.class}, and
   * otherwise read as JSON.
   *
   * <pre>{@code
   * record City(String city) {}
   * record Forecast(String sky, int degrees) {}
   *
   * Forecast forecast = client.callTool("forecast", new City("Oslo"), Forecast.class);
   * }</pre>
   *
   * @param name the tool's name on this server
   * @param arguments an object that becomes a JSON object, such as a record or a map; or JSON text
   * @param type the type of the result; members that it does not have are ignored
   * @throws McpToolErrorException if the tool reports a failure ({@code isError})
   * @throws io.mcpbridge.error.McpException if the call fails
   * @throws JsonException if the arguments do not become a JSON object, or the result does not fit
   *     the type
   */
  default <T> T callTool(String name, Object arguments, Class<T> type) {
    return callTool(name, arguments, type, CallOptions.defaults());
  }

  /** Same, with options for this call. */
  default <T> T callTool(String name, Object arguments, Class<T> type, CallOptions options) {
    CallToolResult result =
        arguments instanceof String json
            ? callTool(name, json, options)
            : callTool(name, Json.toObject(arguments), options);
    if (result.isError()) {
      throw new McpToolErrorException(result.text()).withOperation(name(), "tools/call " + name);
    }
    StructuredContent content = result.structuredContent();
    if (content == null && type == String.class) {
      return type.cast(result.text());
    }
    try {
      return Json.convert(content == null ? Json.read(result.text()) : content.value(), type);
    } catch (JsonException e) {
      throw new JsonException(
          "the result of the tool \"%s\" does not fit %s: %s"
              .formatted(name, type.getSimpleName(), e.getMessage()));
    }
  }

  /**
   * Reads a resource with the client's default options.
   *
   * @param uri exactly as the server gave it, or expanded from one of its templates
   * @throws io.mcpbridge.error.McpUnsupportedException if the server offers no resources
   * @throws io.mcpbridge.error.McpException if the request fails or the resource does not exist
   */
  default ReadResourceResult readResource(String uri) {
    return readResource(uri, CallOptions.defaults());
  }

  /** Same, with options for this request. */
  ReadResourceResult readResource(String uri, CallOptions options);

  /**
   * Gets a prompt with the client's default options.
   *
   * @param name the prompt's name on this server
   * @param arguments text by argument name
   * @throws io.mcpbridge.error.McpUnsupportedException if the server offers no prompts
   * @throws io.mcpbridge.error.McpException if the request fails or an argument is missing
   */
  default GetPromptResult getPrompt(String name, Map<String, String> arguments) {
    return newCall(new GetPromptRequest(name, arguments), CallOptions.defaults()).execute();
  }

  /**
   * Completes an argument of a prompt, or a variable of a resource template, with the client's
   * default options. Use {@link CompleteRequest} to pass the values of other arguments.
   *
   * @param value the text typed so far, possibly empty
   * @throws io.mcpbridge.error.McpUnsupportedException if the server offers no completions
   * @throws io.mcpbridge.error.McpException if the request fails
   */
  default CompleteResult complete(CompletionReference ref, String argument, String value) {
    return newCall(new CompleteRequest(ref, argument, value, Map.of()), CallOptions.defaults())
        .execute();
  }

  /**
   * Pings the server; connects on first use.
   *
   * @throws io.mcpbridge.error.McpException if the server does not respond
   */
  default void ping() {
    newCall(new PingRequest(), CallOptions.defaults()).execute();
  }

  /**
   * Sets the minimum level of the server's log messages from now on, instead of {@link
   * Builder#logLevel}, also after a reconnection; connects on first use. Up to 2025-11-25 it is the
   * level of the session ({@code logging/setLevel}), which can become less verbose, too. From
   * 2026-07-28 on, it travels with each request. A call's own level still applies ({@link
   * CallOptions.Builder#logLevel}).
   *
   * @throws io.mcpbridge.error.McpUnsupportedException if the server declares no logging; no
   *     request is sent then
   * @throws io.mcpbridge.error.McpException if the request fails; the level remains as it was
   */
  void setLogLevel(LoggingLevel level);

  /**
   * Notifies the server that the roots have changed, if its revision has that notification (up to
   * 2025-11-25) and there is a connection.
   *
   * @throws io.mcpbridge.error.McpException if the notification cannot be sent
   */
  void rootsChanged();

  /**
   * Sends a notification of the application's own, such as {@code vendor/seen}; connects on first
   * use. Waits for at most the client's timeout, and for no response, since there is none.
   *
   * @param method the method name; not one that the specification defines
   * @param params plain Java values
   * @throws IllegalArgumentException if the specification defines the method
   * @throws io.mcpbridge.error.McpException if the server cannot be reached or the notification
   *     cannot be sent
   */
  void sendNotification(String method, Map<String, ?> params);

  /**
   * Subscribes to change notifications until the subscription is closed; connects on first use.
   * Returns after the server's acknowledgment, which may cover less than the filter: see {@link
   * Subscription#acknowledged()}. Requests nothing that the server does not declare, except
   * resources up to 2025-11-25, since some servers support that without declaring it. To miss no
   * change, read the data after subscribing.
   *
   * <pre>{@code
   * client.subscribe(
   *     SubscriptionFilter.none().withResources("file:///project/config.json"),
   *     new ChangeListener() {
   *       @Override public void resourceUpdated(String uri) { reload(); }
   *       @Override public void onGap() { reload(); }
   *     });
   * }</pre>
   *
   * <p>Waits for at most the client's timeout. After the connection is lost, the client reconnects
   * in the background, on a thread without the caller's context for credentials.
   *
   * @throws io.mcpbridge.error.McpErrorResponseException if the server rejects a resource, such as
   *     one that does not exist; nothing is subscribed then. A server that does not declare
   *     subscriptions to resources does not cause it: see {@link Subscription#refusal()}
   * @throws io.mcpbridge.error.McpException if the request fails or the acknowledgment does not
   *     arrive in time
   */
  Subscription subscribe(SubscriptionFilter filter, ChangeListener listener);

  /**
   * Same as {@link #subscribe(SubscriptionFilter, ChangeListener)}, but does not fail: retries in
   * the background until the server acknowledges or proves not to support subscriptions. Calls
   * {@link ChangeListener#onGap} if that takes longer than this method waits.
   *
   * @param maxWait the longest wait; returns earlier, after the first attempt
   */
  Subscription subscribeWhenPossible(
      SubscriptionFilter filter, ChangeListener listener, Duration maxWait);

  /** Creates a call to execute now or in the background. Its deadline starts here. */
  <R extends McpResult> McpCall<R> newCall(McpRequest<R> request, CallOptions options);

  /** Closes the connection in bounded time; calls in flight fail. Idempotent. */
  @Override
  void close();

  /** Builds a client; every setting has a default that suits most servers. Not thread-safe. */
  final class Builder {

    private final Transport transport;
    private String name;
    private @Nullable Object user;
    private Implementation clientInfo = ClientSettings.DEFAULT_CLIENT_INFO;
    private Duration timeout = Duration.ofSeconds(60);
    private Duration initializationTimeout = Duration.ofSeconds(30);
    private Duration listTimeout = Duration.ofSeconds(30);
    private int maxPages = 1_000;
    private int maxInputRounds = 10;
    private CacheLimits cacheLimits = CacheLimits.defaults();
    private @Nullable LoggingLevel logLevel;
    private @Nullable Revision revision;
    private final RevisionCache revisionCache = new RevisionCache();
    private McpClientListener listener = McpClientListener.none();
    private InputHandlers inputHandlers = InputHandlers.none();
    private BiPredicate<String, String> paramHeaders = (tool, argument) -> true;
    private final List<Interceptor> callInterceptors = new ArrayList<>();
    private final List<Interceptor> wireInterceptors = new ArrayList<>();

    private Builder(Transport transport) {
      this.transport = transport;
      this.name = transport.address();
    }

    /** The server's name in messages; default: the transport's address. */
    public Builder name(String name) {
      this.name = name;
      return this;
    }

    /**
     * The user on whose behalf all calls of this client are made, if it is not shared by users: of
     * calls without {@link CallOptions#user()}, and of server requests whose call is unknown. Not
     * sent. Default: {@code null} (unknown).
     */
    public Builder user(@Nullable Object principal) {
      this.user = principal;
      return this;
    }

    /** The {@code clientInfo} sent to the server; default {@code mcp-bridge}. */
    public Builder clientInfo(Implementation info) {
      this.clientInfo = info;
      return this;
    }

    /**
     * Maximum duration of a call, including connecting, retries and waiting; default 60 seconds.
     */
    public Builder timeout(Duration limit) {
      this.timeout = limit;
      return this;
    }

    /**
     * Maximum duration of connecting and initialization together (property {@code
     * initialization-timeout}); default 30 seconds.
     */
    public Builder initializationTimeout(Duration limit) {
      this.initializationTimeout = limit;
      return this;
    }

    /** Maximum duration of a request for one page of a list; default 30 seconds. */
    public Builder listTimeout(Duration limit) {
      this.listTimeout = limit;
      return this;
    }

    /**
     * Maximum number of pages to request of a list; default 1,000. Also stops after 10,000 entries
     * or 64 million characters. What was read by then is returned.
     */
    public Builder maxPages(int pages) {
      this.maxPages = pages;
      return this;
    }

    /**
     * Maximum number of rounds for a call whose server requires input or a retry (2026-07-28, multi
     * round-trip requests); default 10. A call that needs more fails. The rounds count toward the
     * call's timeout.
     */
    public Builder maxInputRounds(int rounds) {
      this.maxInputRounds = rounds;
      return this;
    }

    /**
     * Limits of the result cache; default 1,000 results and 16 MiB. {@link CacheLimits#none()}
     * disables it. Only lists and resource contents are cached, for the server's {@code ttlMs} but
     * at most a day, and only until the server announces a change.
     */
    public Builder cacheLimits(CacheLimits limits) {
      this.cacheLimits = limits;
      return this;
    }

    /**
     * Minimum level of the server's log messages, unless a call sets its own. Default: requests no
     * level; servers up to 2025-11-25 may send log messages anyway.
     *
     * @see McpClientListener#logMessage
     */
    public Builder logLevel(LoggingLevel level) {
      this.logLevel = level;
      return this;
    }

    /**
     * Uses this protocol revision without probing; a server of the initialize era may still
     * negotiate an older one. Default: detects the server's revision.
     *
     * @throws IllegalArgumentException if this client does not support the revision
     */
    public Builder protocolVersion(String version) {
      this.revision = Revisions.named(version);
      return this;
    }

    /**
     * Handlers of the server's input requests (sampling, elicitation, roots). Default: none, so the
     * client declares no such capability and rejects such requests.
     */
    public Builder inputHandlers(InputHandlers handlers) {
      this.inputHandlers = handlers;
      return this;
    }

    /** Listener for messages that the server sends outside any call; default: none. */
    public Builder listener(McpClientListener listener) {
      this.listener = listener;
      return this;
    }

    /**
     * Which tool arguments may be sent as HTTP headers at the server's request ({@code
     * x-mcp-header}, 2026-07-28 over HTTP). Every intermediary can read headers and may log them. A
     * tool that requires a header which is not allowed is skipped, and a warning is logged.
     * Default: all.
     *
     * @param allowed receives the tool's name and the argument's path, such as {@code user.token}
     */
    public Builder paramHeaders(BiPredicate<String, String> allowed) {
      this.paramHeaders = allowed;
      return this;
    }

    /** Adds an interceptor that runs once per call, around all rounds and retries. */
    public Builder addCallInterceptor(Interceptor interceptor) {
      callInterceptors.add(interceptor);
      return this;
    }

    /** Adds an interceptor that runs once per round, retries included. */
    public Builder addWireInterceptor(Interceptor interceptor) {
      wireInterceptors.add(interceptor);
      return this;
    }

    /**
     * Builds the client. Does no I/O.
     *
     * @throws IllegalArgumentException if a limit is not positive; the message names the setting
     */
    public McpClient build() {
      return new EngineClient(
          new ClientSettings(
              transport,
              name,
              user,
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
              null,
              callInterceptors,
              wireInterceptors));
    }
  }
}
