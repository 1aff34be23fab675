package io.mcpbridge.client;

import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpUnsupportedException;
import io.mcpbridge.json.Json;
import io.mcpbridge.model.CallToolRequest;
import io.mcpbridge.model.CallToolResult;
import io.mcpbridge.model.CompleteRequest;
import io.mcpbridge.model.CompleteResult;
import io.mcpbridge.model.CompletionReference;
import io.mcpbridge.model.GetPromptRequest;
import io.mcpbridge.model.GetPromptResult;
import io.mcpbridge.model.ListPromptsRequest;
import io.mcpbridge.model.ListResourceTemplatesRequest;
import io.mcpbridge.model.ListResourcesRequest;
import io.mcpbridge.model.ListToolsRequest;
import io.mcpbridge.model.McpRequest;
import io.mcpbridge.model.McpResult;
import io.mcpbridge.model.PaginatedRequest;
import io.mcpbridge.model.PaginatedResult;
import io.mcpbridge.model.PingRequest;
import io.mcpbridge.model.Prompt;
import io.mcpbridge.model.ReadResourceRequest;
import io.mcpbridge.model.ReadResourceResult;
import io.mcpbridge.model.Resource;
import io.mcpbridge.model.ResourceTemplate;
import io.mcpbridge.model.ServerInfo;
import io.mcpbridge.model.SubscriptionFilter;
import io.mcpbridge.model.Tool;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Outbound;
import io.mcpbridge.transport.Transport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * One MCP server to call. Connects on first need, whatever revision the server speaks, and again
 * after the connection was lost. Thread-safe: any number of calls may be under way at once; each
 * blocks the thread that makes it, so that the caller's context is there for interceptors and
 * credentials.
 *
 * <pre>{@code
 * try (McpClient files = McpClient.builder(StdioTransport.of("npx", "-y", "some-server")).build()) {
 *   files.listTools().forEach(tool -> System.out.println(tool.name()));
 *   System.out.println(files.callTool("read_file", "{\"path\": \"notes.txt\"}").text());
 * }
 * }</pre>
 */
public final class McpClient implements AutoCloseable {

  private final CurrentSettings settings;
  private final Calls calls;
  private final Omissions omissions;
  private final Pages pages;

  McpClient(ClientSettings settings) {
    this.settings = new CurrentSettings(settings);
    this.omissions = new Omissions(settings.name());
    this.pages = new Pages(() -> settings().maxPages(), omissions::say);
    this.calls = new Calls(this.settings, pages);
  }

  private ClientSettings settings() {
    return settings.get();
  }

  void reconfigure(ClientSettings next) {
    settings.become(next);
    calls.reconfigured();
  }

  /** Begins a client for the server at that place; {@link McpClientBuilder#build()} does no I/O. */
  public static McpClientBuilder builder(Transport transport) {
    return new McpClientBuilder(transport);
  }

  /** The name the server was configured under; used in messages. */
  public String name() {
    return settings().name();
  }

  /**
   * What the server said of itself; connects if that has not happened yet.
   *
   * @throws McpException if it cannot be reached
   */
  public ServerInfo server() {
    return server(Deadline.after(settings().connectTimeout(), "connect-timeout"));
  }

  /**
   * The same, as a part of something that has a time limit of its own.
   *
   * @param deadline until when to wait, if that is sooner than the connect timeout allows
   * @throws McpException if it cannot be reached by then
   */
  public ServerInfo server(Deadline deadline) {
    return calls.noting("connecting", () -> calls.connector().connection(deadline).server());
  }

  /** Whether there is a connection that further calls can be tried on. Does no I/O. */
  public boolean isConnected() {
    return calls.connector().ifConnected() != null;
  }

  /**
   * How many times the server has announced that its tools changed ({@code
   * notifications/tools/list_changed}) since this client was made. Counted before anything that the
   * server sends after that on the same connection is handed to whoever waits for it, unlike {@link
   * ChangeListener#toolsChanged}, which is told on another thread. Does no I/O.
   */
  public long toolAnnouncements() {
    return calls.toolAnnouncements();
  }

  /**
   * The last lines that the server of the present connection wrote for people rather than for its
   * client, as a process does on its standard error: printable, without secrets, of 8 KiB at most.
   * Empty if there are none. Does no I/O.
   */
  public String standardError() {
    Connection connection = calls.connector().ifConnected();
    return connection == null ? "" : connection.channel().standardError();
  }

  /**
   * Gives up the connection, if there is one; the next need opens another and greets the server
   * anew, which may be a different one by then. Calls under way come to their end where the
   * transport can still bring their answers. A {@link #subscribe subscription} is such a need.
   */
  public void disconnect() {
    calls.connector().retire(calls.connector().ifConnected());
    calls.subscriptions().connectionLost();
  }

  /** All tools of the server; as {@link #list} with the client's default options. */
  public List<Tool> listTools() {
    return list(ListToolsRequest.first(), CallOptions.defaults()).items();
  }

  /** All resources of the server; as {@link #list} with the client's default options. */
  public List<Resource> listResources() {
    return list(ListResourcesRequest.first(), CallOptions.defaults()).items();
  }

  /** All resource templates of the server; as {@link #list} with the client's default options. */
  public List<ResourceTemplate> listResourceTemplates() {
    return list(ListResourceTemplatesRequest.first(), CallOptions.defaults()).items();
  }

  /** All prompts of the server; as {@link #list} with the client's default options. */
  public List<Prompt> listPrompts() {
    return list(ListPromptsRequest.first(), CallOptions.defaults()).items();
  }

  /**
   * A whole list of the server, following its pages. What cannot be read, or comes twice, is left
   * out and logged once. It is from memory while the server says that every page of it may be used
   * again, unless the options want it fresh.
   *
   * <pre>{@code
   * client.list(ListPromptsRequest.first(), CallOptions.defaults().withTimeout(TEN_SECONDS)).items();
   * }</pre>
   *
   * @param options a timeout among them is for all pages together; without one, each page may take
   *     the client's list timeout
   * @throws McpUnsupportedException if the server does not offer this; nothing is sent then
   * @throws McpException if it fails, or has more pages than allowed
   */
  public <T, R extends PaginatedResult<T>> Listing<T> list(
      PaginatedRequest<R> first, CallOptions options) {
    Duration limit = options.timeout();
    return list(
        first, options, limit == null ? Deadline.never() : Deadline.after(limit, "timeout"));
  }

  /**
   * The same, as a part of something that has a time limit of its own.
   *
   * @param deadline when the whole list is to be there, in the place of the timeout among the
   *     options; without one among them, each page may take the client's list timeout as well
   */
  public <T, R extends PaginatedResult<T>> Listing<T> list(
      PaginatedRequest<R> first, CallOptions options, Deadline deadline) {
    boolean limitsPages = options.timeout() == null;
    calls.beginsListing(first, options);
    List<Duration> fresh = new ArrayList<>();
    Listing<T> listing =
        pages.all(
            first,
            page -> {
              Deadline by =
                  limitsPages
                      ? deadline.orEarlier(Deadline.after(settings().listTimeout(), "list-timeout"))
                      : deadline;
              McpCall<R> call = calls.call(page, options, by);
              R result = call.execute();
              fresh.add(call.freshFor());
              return result;
            });
    return listing.freshFor(fresh);
  }

  /**
   * Calls a tool with the client's default options.
   *
   * @param name the tool's name on this server
   * @param argumentsJson a JSON object
   * @throws McpException if the call fails; a tool that says it failed is a result
   * @throws io.mcpbridge.json.JsonException if the arguments are no JSON object
   */
  public CallToolResult callTool(String name, String argumentsJson) {
    return newCall(
            new CallToolRequest(name, Json.readObject(argumentsJson)), CallOptions.defaults())
        .execute();
  }

  /**
   * Reads a resource with the client's default options.
   *
   * @param uri exactly as the server gave it, or made from one of its templates
   * @throws McpUnsupportedException if the server offers no resources
   * @throws McpException if it fails, or there is no such resource
   */
  public ReadResourceResult readResource(String uri) {
    return readResource(uri, CallOptions.defaults());
  }

  /** The same with options of its own. */
  public ReadResourceResult readResource(String uri, CallOptions options) {
    return read(newCall(new ReadResourceRequest(uri), options));
  }

  /**
   * The same, as a part of something that has a time limit of its own.
   *
   * @param deadline when it is to be over, in the place of the timeout among the options
   */
  public ReadResourceResult readResource(String uri, CallOptions options, Deadline deadline) {
    return read(newCall(new ReadResourceRequest(uri), options, deadline));
  }

  private ReadResourceResult read(McpCall<ReadResourceResult> call) {
    ReadResourceResult result = call.execute();
    result.omitted().forEach(omissions::say);
    return result;
  }

  /**
   * Fills a prompt with the client's default options.
   *
   * @param name the prompt's name on this server
   * @param arguments text by argument name
   * @throws McpUnsupportedException if the server offers no prompts
   * @throws McpException if it fails, or an argument is missing
   */
  public GetPromptResult getPrompt(String name, Map<String, String> arguments) {
    return newCall(new GetPromptRequest(name, arguments), CallOptions.defaults()).execute();
  }

  /**
   * What an argument of a prompt, or a variable of a resource template, could be; with the client's
   * default options. {@link CompleteRequest} can also say what the other arguments are.
   *
   * @param value what was typed so far, possibly empty
   * @throws McpUnsupportedException if the server completes nothing
   * @throws McpException if it fails
   */
  public CompleteResult complete(CompletionReference ref, String argument, String value) {
    return newCall(new CompleteRequest(ref, argument, value, Map.of()), CallOptions.defaults())
        .execute();
  }

  /**
   * Returns once the server has given a sign of life; connects on first need.
   *
   * @throws McpException if it gives none
   */
  public void ping() {
    newCall(new PingRequest(), CallOptions.defaults()).execute();
  }

  /**
   * Tells the server that the roots have changed, where its revision has a way to be told (up to
   * 2025-11-25) and there is a connection.
   *
   * @throws McpException if it cannot be told
   */
  public void rootsChanged() {
    Connection connection = calls.connector().ifConnected();
    Outbound notice = connection == null ? null : connection.revision().rootsChanged();
    if (connection != null && notice != null) {
      Deadline deadline = Deadline.after(settings().timeout(), "timeout");
      calls.noting(
          notice.subject(),
          () -> {
            connection.channel().send(notice, deadline);
            return true;
          });
    }
  }

  /**
   * Listens to what the server says has changed, from now on and until that is closed; connects on
   * first need. Returns when the server has said what it agrees to tell, which may be less than was
   * asked for: {@link Subscription#honoured()}. Nothing is asked for that the server does not
   * declare to offer. Read what you want to know after this, so that no change is missed.
   *
   * <pre>{@code
   * client.subscribe(
   *     SubscriptionFilter.none().withResources("file:///project/config.json"),
   *     new ChangeListener() {
   *       @Override public void resourceUpdated(String uri) { reload(); }
   *       @Override public void somethingMissed() { reload(); }
   *     });
   * }</pre>
   *
   * <p>It may take the client's timeout. When the connection is lost, another one is opened in the
   * background, on a thread where the caller's context is not there for credentials.
   *
   * @throws io.mcpbridge.error.McpErrorResponseException if the server refuses a resource, as one
   *     that does not exist; nothing is subscribed to then
   * @throws McpException if the server cannot be asked, or does not say in time
   */
  public Subscription subscribe(SubscriptionFilter filter, ChangeListener listener) {
    return subscribe(filter, listener, calls.subscriptions().newDeadline());
  }

  /**
   * The same, as a part of something that has a time limit of its own.
   *
   * @param deadline until when to wait for what the server says, in the place of the timeout
   */
  public Subscription subscribe(
      SubscriptionFilter filter, ChangeListener listener, Deadline deadline) {
    return calls.noting(
        "subscribing", () -> calls.subscriptions().begin(filter, listener, deadline));
  }

  /**
   * Listens as {@link #subscribe(SubscriptionFilter, ChangeListener)} does, whatever the server
   * says at first: it is asked in the background, again and again until it is heard or does not
   * offer this. {@link ChangeListener#somethingMissed} is told if that takes longer than the
   * patience.
   *
   * @param patience returns after this time at the latest, and as soon as the server was asked once
   */
  public Subscription subscribeWhenPossible(
      SubscriptionFilter filter, ChangeListener listener, Duration patience) {
    return calls.subscriptions().beginWhenPossible(filter, listener, patience);
  }

  /** A request to be made now or in the background. Its deadline starts here. */
  public <R extends McpResult> McpCall<R> newCall(McpRequest<R> request, CallOptions options) {
    Duration limit = options.timeout() == null ? settings().timeout() : options.timeout();
    return calls.call(request, options, Deadline.after(limit, "timeout"));
  }

  /**
   * The same, as a part of something that has a time limit of its own.
   *
   * @param deadline when the call is to be over, in the place of the timeout among the options
   */
  public <R extends McpResult> McpCall<R> newCall(
      McpRequest<R> request, CallOptions options, Deadline deadline) {
    return calls.call(request, options, deadline);
  }

  /** Ends the connection in bounded time; calls under way fail. Harmless when repeated. */
  @Override
  public void close() {
    calls.close();
  }
}
