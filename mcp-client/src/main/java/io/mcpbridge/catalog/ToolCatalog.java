package io.mcpbridge.catalog;

import io.mcpbridge.approval.ApprovalMode;
import io.mcpbridge.approval.ApprovalPolicy;
import io.mcpbridge.approval.Approvals;
import io.mcpbridge.client.CallOptions;
import io.mcpbridge.client.ChangeListener;
import io.mcpbridge.client.McpClient;
import io.mcpbridge.client.Subscription;
import io.mcpbridge.model.SubscriptionFilter;
import io.mcpbridge.model.Tool;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Transport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tools of many servers as one set. Servers are connected in the background and kept connected;
 * listing answers from memory, and a server that is away, slow or lying never stops the others.
 * Thread-safe.
 *
 * <pre>{@code
 * try (ToolCatalog catalog =
 *     ToolCatalog.builder()
 *         .server("weather", StreamableHttpTransport.of("https://example.com/mcp"))
 *         .server("files", StdioTransport.of("npx", "-y", "some-server", "/data"))
 *         .build()) {
 *   catalog.awaitReady(Duration.ofSeconds(30));
 *   ToolOutput output = catalog.call("weather__forecast", "{\"city\": \"Oslo\"}", CallOptions.defaults());
 * }
 * }</pre>
 */
public final class ToolCatalog implements ToolSet, AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(ToolCatalog.class);

  /** The most that closing may take; servers are closed side by side. */
  private static final Duration CLOSE_WITHIN = Duration.ofSeconds(10);

  private final Approvals approvals;
  private final Listeners listeners;
  private final Schedule schedule = new Schedule();
  private final ListUse use = new ListUse(schedule, this::used);
  private final Servers servers;
  private final ServerChanges changes;
  private final Composition composition;
  private final CatalogCalls calls;
  private final CatalogResources resources;
  private final CatalogPrompts prompts;
  private final CatalogSubscriptions subscriptions;
  private final AtomicBoolean closed = new AtomicBoolean();
  private final CloseListeners closeListeners = new CloseListeners();

  ToolCatalog(ToolCatalogBuilder settings) {
    this.servers = new Servers(settings.serverNames);
    this.composition = new Composition(servers);
    this.approvals = new Approvals(settings.approval);
    CatalogClients clients = settings.clients();
    this.listeners = new Listeners(settings.listeners);
    Surroundings around =
        new Surroundings(
            schedule,
            use,
            this::toolsReplaced,
            new KnownDefinitions(settings.toolPins),
            UserCatalog.userOfNewCatalogs(),
            this::connected);
    this.changes =
        new ServerChanges(
            servers,
            (name, transport, options, disabledBy, before) ->
                new ManagedServer(
                    name,
                    transport,
                    options,
                    disabledBy,
                    before == null
                        ? new ServerHistory(name, listeners, schedule::now)
                        : before.history(),
                    (current, listener, areOurs) ->
                        clients.builder(name, transport, current, listener, areOurs),
                    around),
            around);
    ToolCalls way =
        new ToolCalls(settings.schemaValidator, new Approval(approvals, settings.callerContext));
    this.calls = new CatalogCalls(servers, way, closed::get);
    this.subscriptions = new CatalogSubscriptions(servers, schedule);
    Survey survey = new Survey(servers, schedule.workers());
    this.resources = new CatalogResources(servers, survey);
    this.prompts = new CatalogPrompts(servers, survey);
    settings.servers.forEach(
        (name, server) -> changes.add(name, server.transport(), server.options()));
  }

  /** Begins a catalogue; {@link ToolCatalogBuilder#build()} connects its servers. */
  public static ToolCatalogBuilder builder() {
    return new ToolCatalogBuilder();
  }

  /** Connects all servers that are not {@link StartPolicy#LAZY lazy} in the background. */
  void start() {
    if (!servers.all().isEmpty()) {
      WarmUp.begin(schedule);
    }
    changes.start();
  }

  /**
   * Waits until the first attempt at every server has come to something, be it a failure; lazy
   * servers that were not used yet are not waited for. For programs that ask a model right after
   * they started.
   *
   * @return whether that happened within the time, without an interruption
   */
  public boolean awaitReady(Duration atMost) {
    Deadline deadline = Deadline.after(atMost);
    try {
      return servers.await(server -> server.awaitDecided(deadline));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /**
   * As {@link #awaitReady(Duration)} for one server, whatever becomes of the others; a lazy one
   * begins to connect.
   *
   * @throws IllegalArgumentException if there is no such server
   */
  public boolean awaitReady(String server, Duration atMost) {
    Deadline deadline = Deadline.after(atMost);
    try {
      servers.use(server);
      return servers.await(
          each -> {
            if (!each.name().equals(server)) {
              return true;
            }
            servers.use(server); // perhaps another one by now, and lazy
            return each.awaitDecided(deadline);
          });
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /**
   * Waits until every server that is {@link StartPolicy#REQUIRED} is connected; they are tried
   * again meanwhile. One that refuses the credentials is not waited for, since only a person can
   * help there, and one that is disabled is not missed. Needs {@link #start()} before. Whatever
   * comes of it, the other servers and the supervision of all go on.
   *
   * @throws RequiredServersException if some are not there in time, or when the thread is
   *     interrupted
   */
  public void awaitRequired(Duration atMost) {
    try {
      new RequiredServers(servers).await(Deadline.after(atMost));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      new RequiredServers(servers).check("an interruption");
    }
  }

  /**
   * {@inheritDoc}
   *
   * <p>Asking is what connects lazy servers, and has tools listed again that their server said were
   * good until now ({@code ttlMs}): in the background, for one of the next times.
   */
  @Override
  public CatalogSnapshot snapshot() {
    use.happened();
    return composition.latest();
  }

  @Override
  public ToolOutput call(String modelName, @Nullable String argumentsJson, CallOptions options) {
    return calls.call(snapshot(), this::servers, modelName, argumentsJson, options);
  }

  @Override
  public CompletableFuture<ToolOutput> callAsync(
      String modelName,
      @Nullable String argumentsJson,
      CallOptions options,
      CallerContext.Captured context) {
    return calls.callAsync(
        snapshot(), this::servers, modelName, argumentsJson, options, workers(), context);
  }

  /** Where asynchronous calls run. */
  Executor workers() {
    return schedule.workers();
  }

  /** The calls of those who see only some of the tools. */
  CatalogCalls calls() {
    return calls;
  }

  @Override
  public String unknownTool(String modelName) {
    return calls.unknown(composition.latest(), this::servers, modelName);
  }

  @Override
  public ToolCatalog catalog() {
    return this;
  }

  /**
   * What has to happen before a call of a tool is sent, by the catalogue's {@link ApprovalPolicy}
   * and the server's list of what is always allowed: for people to see beside the tool.
   */
  public ApprovalMode approvalMode(CatalogTool tool) {
    ManagedServer server = servers.find(tool.server());
    boolean always = server != null && server.options().alwaysAllows(tool.name());
    return approvals.modeOf(tool.server(), tool.listed(), always);
  }

  /** Asks again about tools that somebody has allowed always. */
  public void forgetApprovals() {
    servers.all().forEach(server -> server.approvals().clear());
  }

  /**
   * Asks again about tools of one server that somebody has allowed always, as when it is not the
   * same any more although its address is.
   *
   * @throws IllegalArgumentException if there is none of that name
   */
  public void forgetApprovals(String server) {
    servers.get(server).approvals().clear();
  }

  /**
   * Asks a user again about tools that they have allowed always for themselves, as when they want
   * to decide anew.
   *
   * @param user as in {@link CallOptions#user()}
   */
  public void forgetApprovalsOf(Object user) {
    servers.all().forEach(server -> server.approvals().clear(user));
  }

  /** The resources of all servers. */
  public CatalogResources resources() {
    return resources;
  }

  /** The prompts of all servers. */
  public CatalogPrompts prompts() {
    return prompts;
  }

  /**
   * Listens to what a server says has changed, from now on and until that is closed, whatever
   * becomes of the server meanwhile: it may be away at first, lose its connection, be disabled and
   * enabled, or be replaced by another one under the same key. When it is heard again, {@link
   * ChangeListener#somethingMissed} is told. Otherwise as {@link McpClient#subscribe}; the listener
   * is called on a worker thread, one call at a time.
   *
   * <p>May take the server's timeout. Does not throw when the server cannot be asked now: {@link
   * Subscription#honoured()} has nothing then.
   *
   * @throws io.mcpbridge.error.McpErrorResponseException if the server refuses a resource now, as
   *     one that does not exist; nothing is subscribed to then
   * @throws IllegalArgumentException if there is no such server
   */
  public Subscription subscribe(String server, SubscriptionFilter filter, ChangeListener listener) {
    return subscriptions.begin(server, filter, listener);
  }

  /** Where every server stands, in the order of configuration. */
  public List<ServerStatus> servers() {
    return servers.all().stream().map(ManagedServer::status).toList();
  }

  /**
   * The client of one server, for what a catalogue does not offer; connects a lazy one. It belongs
   * to the catalogue: do not close it, and ask for it again after the server was replaced, disabled
   * or enabled.
   *
   * @throws IllegalArgumentException if there is no such server
   * @throws IllegalStateException if it is disabled; the message says by whom
   */
  public McpClient client(String server) {
    return servers.during(server, ManagedServer::client);
  }

  /**
   * Where a server is: the very object that it was added or replaced with, by which whoever did
   * that knows it from one that somebody else put there under the same key.
   *
   * @return {@code null} if there is no server of that name
   */
  public @Nullable Transport transport(String name) {
    ManagedServer server = servers.find(name);
    return server == null ? null : server.transport();
  }

  /**
   * Adds a server, after the others. Returns at once, as all methods do that change servers: what
   * is to be done for that is done in the background, and nothing of it touches other servers,
   * their calls or the names of their tools.
   *
   * @throws IllegalArgumentException if there is one of that name, or the options cannot be
   * @throws IllegalStateException if the catalogue is closed
   */
  public void add(String name, Transport transport, ServerOptions options) {
    changes.add(name, transport, options);
  }

  /**
   * Puts another server in the place of a server. Calls go to the new one from now on; those under
   * way have ten seconds to come to their end and are cut then. If the address is the same, the
   * tools stay listed while it connects. A disabled server stays disabled. With the very {@link
   * #transport(String) transport} that is there, it is the same server: see {@link #update}.
   *
   * @throws IllegalArgumentException if there is none of that name, or the options cannot be;
   *     everything is as it was then
   * @throws IllegalStateException if the catalogue is closed
   */
  public void replace(String name, Transport transport, ServerOptions options) {
    changes.replace(name, transport, options);
  }

  /**
   * Treats a server in another way from now on. Its connection stays, its process goes on, and so
   * do the calls under way, each within the limits that it began with; only another {@linkplain
   * ServerOptions#protocolVersion() protocol version} connects it anew, as {@link #replace} does.
   *
   * @throws IllegalArgumentException if there is none of that name, or the options cannot be;
   *     everything is as it was then
   * @throws IllegalStateException if the catalogue is closed
   */
  public void update(String name, ServerOptions options) {
    changes.update(name, options);
  }

  /**
   * Takes a server and its tools away. Calls under way have ten seconds to come to their end and
   * are cut then.
   *
   * @throws IllegalArgumentException if there is none of that name
   * @throws IllegalStateException if the catalogue is closed
   */
  public void remove(String name) {
    changes.remove(name);
  }

  /**
   * Lets a server be used again that was disabled. Does nothing if it was not.
   *
   * @throws IllegalArgumentException if there is none of that name
   * @throws IllegalStateException if the catalogue is closed
   */
  public void enable(String name) {
    changes.enable(name);
  }

  /**
   * Ends the connection of a server and takes its tools away until it is enabled; it is still among
   * the {@link #servers()}. Calls under way have ten seconds to come to their end and are cut then;
   * one that still waits, for people or for its place, is not made. Does nothing if it is disabled
   * already.
   *
   * @param by who does not want it, for people: {@code "mcp.json"}, {@code "the operator"}
   * @throws IllegalArgumentException if there is none of that name
   * @throws IllegalStateException if the catalogue is closed
   */
  public void disable(String name, String by) {
    changes.disable(name, by);
  }

  /**
   * As {@link #disable}, for a caller that logs by itself why: nothing is logged here.
   *
   * @throws IllegalArgumentException if there is no such server
   */
  public void disableUnlogged(String name, String by) {
    changes.disableUnlogged(name, by);
  }

  /**
   * Disables all servers that are not disabled yet, as {@link #disable} does.
   *
   * @param by who does not want them, for people
   * @throws IllegalStateException if the catalogue is closed
   */
  public void disableAll(String by) {
    changes.disableAll(by);
  }

  /**
   * Enables all servers that were disabled by the same, not those that somebody else disabled.
   *
   * @throws IllegalStateException if the catalogue is closed
   */
  public void enableAll(String by) {
    changes.enableAll(by);
  }

  /**
   * Connects a server anew, which starts its process anew if it is one; its tools stay listed
   * meanwhile. Calls under way come to their end over HTTP; those of a process end with it. Does
   * nothing if the server is disabled.
   *
   * @throws IllegalArgumentException if there is none of that name
   */
  public void restart(String name) {
    servers.ifUsable(name, ManagedServer::restart);
  }

  /**
   * Lists the tools of a server again, connecting it if it is not. Does nothing if it is disabled.
   *
   * @throws IllegalArgumentException if there is none of that name
   */
  public void refresh(String name) {
    servers.ifUsable(name, ManagedServer::refresh);
  }

  /**
   * Lists the tools of some servers again, side by side, and waits until an attempt at each of them
   * has come to something, be it a failure. For whoever knows that a server is to be had now, such
   * as a user who has given permission, and is about to ask for the tools. One that is disabled is
   * not waited for.
   *
   * @return whether that happened within the time, without an interruption
   * @throws IllegalArgumentException if there is none of such a name
   */
  public boolean refresh(Collection<String> names, Duration atMost) {
    Deadline deadline = Deadline.after(atMost);
    List<CompletableFuture<Void>> looks = new ArrayList<>();
    names.forEach(name -> servers.ifUsable(name, server -> looks.add(server.look())));
    try {
      return areOver(looks, deadline)
          && servers.await(
              server -> !names.contains(server.name()) || server.awaitDecided(deadline));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /**
   * Lists the tools of those servers that have announced a change of them and were not listed
   * since, and waits for that. For whoever is about to offer tools that a call just made may have
   * added: a change is acted on a moment after its announcement otherwise, since more may follow.
   * Where nothing was announced this does no I/O and waits for nothing; a server that keeps
   * announcing changes without one is not waited for.
   *
   * @param atMost how long to wait; what takes longer goes on in the background
   * @return whether that came to something within the time, without an interruption
   */
  public boolean refreshAnnounced(Duration atMost) {
    return refreshAnnounced(server -> true, atMost);
  }

  /**
   * As {@link #refreshAnnounced(Duration)} for one server, whatever the others have announced.
   *
   * @throws IllegalArgumentException if there is none of that name
   */
  public boolean refreshAnnounced(String name, Duration atMost) {
    servers.get(name);
    return refreshAnnounced(server -> server.name().equals(name), atMost);
  }

  private boolean refreshAnnounced(Predicate<ManagedServer> which, Duration atMost) {
    List<CompletableFuture<Void>> looks = new ArrayList<>();
    for (ManagedServer server : servers.all()) {
      CompletableFuture<Void> look = which.test(server) ? server.lookIfAnnounced() : null;
      if (look != null) {
        looks.add(look);
      }
    }
    return looks.isEmpty() || areOver(looks, Deadline.after(atMost));
  }

  private static boolean areOver(List<CompletableFuture<Void>> looks, Deadline deadline) {
    try {
      CompletableFuture.allOf(looks.toArray(CompletableFuture<?>[]::new))
          .get(deadline.remainingNanos(), TimeUnit.NANOSECONDS);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } catch (ExecutionException | TimeoutException e) {
      return false;
    }
  }

  /** Lists the tools of all servers again, side by side. */
  public void refresh() {
    servers.all().forEach(server -> servers.ifStillUsable(server.name(), ManagedServer::refresh));
  }

  private void connected(String server) {
    subscriptions.connected(server);
  }

  /**
   * Takes a server's tools as it describes them now for what they should be ({@link
   * DefinitionPolicy}): lists them again, and lets those run that were blocked. Does nothing if the
   * server is disabled.
   *
   * @throws IllegalArgumentException if there is none of that name
   */
  public void acceptDefinitions(String name) {
    servers.ifUsable(name, ManagedServer::acceptDefinitions);
  }

  /** Whether calls are under way, or whatever else is asked of servers. */
  boolean isBusy() {
    return servers.all().stream().anyMatch(server -> server.underWay().any());
  }

  private void used() {
    servers.all().forEach(ManagedServer::used);
  }

  /** All tools by server, once every server is connected: before that, some may be unknown. */
  Map<String, List<Tool>> completeTools() {
    Map<String, List<Tool>> tools = new LinkedHashMap<>();
    for (ManagedServer server : servers.all()) {
      if (server.disabledBy() == null) {
        if (!server.isUsable()) {
          return Map.of();
        }
        tools.put(server.name(), server.tools().stream().map(CatalogTool::listed).toList());
      }
    }
    return tools;
  }

  private void toolsReplaced(ServerHistory changed) {
    composition.happened(changed);
  }

  /** Whether it was closed, so that nothing comes of it any more. */
  public boolean isClosed() {
    return closed.get();
  }

  /**
   * Tells somebody who keeps something for these tools when it is closed, or at once if it is; on
   * the thread that closes it, so without waiting and without an exception.
   *
   * @param listener is not kept from being collected: whoever wants to be told keeps it
   */
  public void whenClosed(Consumer<? super ToolCatalog> listener) {
    closeListeners.add(listener, this);
  }

  /** Ends all connections, side by side and in bounded time. Harmless when repeated. */
  @Override
  public void close() {
    if (closed.getAndSet(true)) {
      return;
    }
    closeListeners.tell(this);
    listeners.makeNoMore();
    CompletableFuture<?>[] closing =
        changes.close().stream()
            .map(server -> CompletableFuture.runAsync(server::close, schedule.workers()))
            .toArray(CompletableFuture<?>[]::new);
    try {
      CompletableFuture.allOf(closing).get(CLOSE_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      log.warn("Not every MCP server could be closed within {} s", CLOSE_WITHIN.toSeconds(), e);
    }
    schedule.close();
  }
}
