package io.mcpbridge.internal.client;

import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.client.call.ChangeListener;
import io.mcpbridge.client.call.Listing;
import io.mcpbridge.client.call.McpCall;
import io.mcpbridge.client.call.Subscription;
import io.mcpbridge.context.CallerContext;
import io.mcpbridge.error.McpUnsupportedException;
import io.mcpbridge.internal.client.connection.Connection;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.model.CallToolRequest;
import io.mcpbridge.model.LoggingLevel;
import io.mcpbridge.model.McpRequest;
import io.mcpbridge.model.McpResult;
import io.mcpbridge.model.PaginatedRequest;
import io.mcpbridge.model.PaginatedResult;
import io.mcpbridge.model.ReadResourceRequest;
import io.mcpbridge.model.ReadResourceResult;
import io.mcpbridge.model.ServerInfo;
import io.mcpbridge.model.SetLevelRequest;
import io.mcpbridge.model.SubscriptionFilter;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Outbound;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The client of one server. Subclasses implement {@code McpClient} with it, which applications use.
 * The operations with a deadline are for the catalog, which calls them as parts of larger ones.
 */
public class ClientEngine implements AutoCloseable {

  private static final Set<String> SPECIFIED_NOTIFICATIONS =
      Set.of(
          "notifications/initialized",
          "notifications/cancelled",
          "notifications/progress",
          "notifications/roots/list_changed",
          "notifications/tasks/status");

  private final CurrentSettings settings;
  private final ClientCalls calls;
  private final OmissionLogger omissionLogger;
  private final Pagination pages;

  public ClientEngine(ClientSettings settings) {
    this.settings = new CurrentSettings(settings);
    this.omissionLogger = new OmissionLogger(settings.name());
    this.pages = new Pagination(() -> settings().maxPages(), omissionLogger::log);
    this.calls = new ClientCalls(this.settings, pages);
  }

  ClientSettings settings() {
    return settings.get();
  }

  /** Applies the settings that do not affect connecting and negotiating, from the next request. */
  public void reconfigure(ClientSettings next) {
    settings.update(next);
    calls.reconfigured();
  }

  public String name() {
    return settings().name();
  }

  @Override
  public String toString() {
    return "McpClient " + name();
  }

  public ServerInfo server() {
    return server(Deadline.after(settings().initializationTimeout(), "initialization-timeout"));
  }

  /**
   * As {@link #server()}.
   *
   * @param deadline ends the wait if it is sooner than the connect timeout
   * @throws io.mcpbridge.error.McpException if the server cannot be reached by then
   */
  public ServerInfo server(Deadline deadline) {
    return calls.withContext("connecting", () -> calls.connector().connection(deadline).server());
  }

  public boolean isConnected() {
    return calls.connector().ifConnected() != null;
  }

  /**
   * How many {@code notifications/tools/list_changed} this client has received. Incremented before
   * any later message on the same connection reaches its caller, unlike {@link
   * ChangeListener#toolsChanged}, which is called on another thread. Does no I/O.
   */
  public long toolAnnouncements() {
    return calls.toolAnnouncements();
  }

  public String standardError() {
    Connection connection = calls.connector().ifConnected();
    return connection == null ? "" : connection.channel().standardError();
  }

  /** See {@link io.mcpbridge.transport.Channel#nonProtocolOutput}. */
  public @Nullable String nonProtocolOutput() {
    Connection connection = calls.connector().ifConnected();
    return connection == null ? null : connection.channel().nonProtocolOutput();
  }

  public void disconnect() {
    calls.connector().retire(calls.connector().ifConnected());
    calls.subscriptions().connectionLost();
  }

  public <T, R extends PaginatedResult<T>> Listing<T> list(
      PaginatedRequest<R> first, CallOptions options) {
    Duration limit = options.timeout();
    return list(
        first, options, limit == null ? Deadline.never() : Deadline.after(limit, "timeout"));
  }

  /**
   * As {@link #list(PaginatedRequest, CallOptions)}.
   *
   * @param deadline for the whole list; replaces the timeout of the options. If the options have
   *     none, the client's list timeout applies to each page as well
   */
  public <T, R extends PaginatedResult<T>> Listing<T> list(
      PaginatedRequest<R> first, CallOptions options, Deadline deadline) {
    boolean limitsPages = options.timeout() == null;
    calls.prepareListing(first, options);
    List<Duration> freshFor = new ArrayList<>();
    Listing<T> listing =
        pages.all(
            first,
            page -> {
              Deadline by =
                  limitsPages
                      ? deadline.orEarlier(Deadline.after(settings().listTimeout(), "listTimeout"))
                      : deadline;
              SingleUseCall<R> call = calls.call(page, options, by);
              R result = call.execute();
              freshFor.add(call.freshFor());
              return result;
            });
    Duration shortest = freshFor.stream().min(Comparator.naturalOrder()).orElse(Duration.ZERO);
    return new Listing<>(listing.items(), listing.omitted(), shortest);
  }

  public ReadResourceResult readResource(String uri, CallOptions options) {
    return read(newCall(new ReadResourceRequest(uri), options));
  }

  /**
   * As {@link #readResource(String, CallOptions)}.
   *
   * @param deadline replaces the timeout of the options
   */
  public ReadResourceResult readResource(String uri, CallOptions options, Deadline deadline) {
    return read(newCall(new ReadResourceRequest(uri), options, deadline));
  }

  private ReadResourceResult read(McpCall<ReadResourceResult> call) {
    ReadResourceResult result = call.execute();
    result.omitted().forEach(omissionLogger::log);
    return result;
  }

  public void setLogLevel(LoggingLevel level) {
    Deadline deadline = Deadline.after(settings().timeout(), "timeout");
    SetLevelRequest request =
        calls
            .withContext(
                "logging/setLevel",
                () -> {
                  Connection connection = calls.connector().connection(deadline);
                  if (!connection.logs()) {
                    throw new McpUnsupportedException(
                        "the server does not offer logging; nothing was sent");
                  }
                  return Optional.ofNullable(connection.revision().setLevel(level));
                })
            .orElse(null);
    settings.logLevel(
        level,
        () -> {
          if (request != null) {
            newCall(request, CallOptions.defaults()).execute();
          }
        });
  }

  public void rootsChanged() {
    Connection connection = calls.connector().ifConnected();
    Outbound notice = connection == null ? null : connection.revision().rootsChanged();
    if (connection != null && notice != null) {
      Deadline deadline = Deadline.after(settings().timeout(), "timeout");
      calls.withContext(
          notice.subject(),
          () -> {
            connection.channel().send(notice, deadline);
            return true;
          });
    }
  }

  public void sendNotification(String method, Map<String, ?> params) {
    if (method.isBlank() || SPECIFIED_NOTIFICATIONS.contains(method)) {
      throw new IllegalArgumentException(
          "not a method of a notification of one's own: \"" + method + '"');
    }
    JsonObject sent = params.isEmpty() ? null : JsonObject.of(new LinkedHashMap<>(params));
    Deadline deadline = Deadline.after(settings().timeout(), "timeout");
    calls.withContext(
        method,
        () -> {
          Connection connection = calls.connector().connection(deadline);
          connection
              .channel()
              .send(
                  connection.revision().notification(new JsonRpcNotification(method, sent)),
                  deadline);
          return true;
        });
  }

  public Subscription subscribe(SubscriptionFilter filter, ChangeListener listener) {
    return subscribe(filter, listener, calls.subscriptions().newDeadline());
  }

  /**
   * As {@link #subscribe(SubscriptionFilter, ChangeListener)}.
   *
   * @param deadline for the acknowledgment; replaces the client's timeout
   */
  public Subscription subscribe(
      SubscriptionFilter filter, ChangeListener listener, Deadline deadline) {
    return calls.withContext(
        "subscribing", () -> calls.subscriptions().begin(filter, listener, deadline));
  }

  public Subscription subscribeWhenPossible(
      SubscriptionFilter filter, ChangeListener listener, Duration maxWait) {
    return calls.subscriptions().beginWhenPossible(filter, listener, maxWait);
  }

  public <R extends McpResult> McpCall<R> newCall(McpRequest<R> request, CallOptions options) {
    Duration limit = options.timeout() == null ? settings().timeout() : options.timeout();
    return calls.call(request, options, Deadline.after(limit, "timeout"));
  }

  /**
   * As {@link #newCall(McpRequest, CallOptions)}.
   *
   * @param deadline replaces the timeout of the options
   */
  public <R extends McpResult> McpCall<R> newCall(
      McpRequest<R> request, CallOptions options, Deadline deadline) {
    return calls.call(request, options, deadline);
  }

  /**
   * As {@link #newCall(McpRequest, CallOptions, Deadline)}.
   *
   * @param caller replaces user, conversation and execution id of the options
   */
  public <R extends McpResult> McpCall<R> newCall(
      McpRequest<R> request, CallOptions options, CallerContext caller, Deadline deadline) {
    return calls.call(request, options, caller, deadline);
  }

  /**
   * As {@link #newCall(McpRequest, CallOptions, CallerContext, Deadline)}, of a call whose result
   * is an {@link OpenRound} if its handlers provide input later.
   *
   * @param isSuspendable whether the input may follow later
   * @param from the round to go on from; {@code null} for a new call
   */
  public McpCall<? extends McpResult> newSuspendableCall(
      CallToolRequest request,
      CallOptions options,
      CallerContext caller,
      Deadline deadline,
      BooleanSupplier isSuspendable,
      @Nullable OpenRound from) {
    return calls.suspendableCall(request, options, caller, deadline, isSuspendable, from);
  }

  @Override
  public void close() {
    calls.close();
  }
}
