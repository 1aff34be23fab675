package io.mcpbridge.catalog;

import io.mcpbridge.approval.ApprovalDryRun;
import io.mcpbridge.approval.ApprovalExplanation;
import io.mcpbridge.approval.ApprovalMode;
import io.mcpbridge.approval.ApprovalPolicy;
import io.mcpbridge.approval.Approvals;
import io.mcpbridge.catalog.internal.access.CatalogInternals;
import io.mcpbridge.catalog.internal.access.UnmatchedNames;
import io.mcpbridge.catalog.internal.call.CallPipeline;
import io.mcpbridge.catalog.internal.call.CallerStep;
import io.mcpbridge.catalog.internal.call.CatalogCalls;
import io.mcpbridge.catalog.internal.call.FanOut;
import io.mcpbridge.catalog.internal.result.StoredResults;
import io.mcpbridge.catalog.internal.state.CatalogListeners;
import io.mcpbridge.catalog.internal.state.ListingActivity;
import io.mcpbridge.catalog.internal.state.ServerHistory;
import io.mcpbridge.catalog.internal.supervision.CatalogContext;
import io.mcpbridge.catalog.internal.supervision.ManagedServer;
import io.mcpbridge.catalog.internal.supervision.ServerChanges;
import io.mcpbridge.catalog.internal.supervision.ServerRegistry;
import io.mcpbridge.catalog.internal.supervision.SnapshotPublisher;
import io.mcpbridge.catalog.internal.tools.KnownDefinitions;
import io.mcpbridge.catalog.internal.tools.ListedTool;
import io.mcpbridge.catalog.server.CatalogSnapshot;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ServerStatus;
import io.mcpbridge.catalog.server.ServerWarning;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.client.McpClient;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.client.call.ChangeListener;
import io.mcpbridge.client.call.Subscription;
import io.mcpbridge.context.ThreadContextProvider;
import io.mcpbridge.internal.concurrent.Scheduler;
import io.mcpbridge.model.SubscriptionFilter;
import io.mcpbridge.schema.SchemaProfile;
import io.mcpbridge.search.ToolSearch;
import io.mcpbridge.transport.Transport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The tools of many servers as one set. The catalog connects its servers in the background and
 * reconnects them. Listing tools is answered from memory, and an unavailable, slow or misbehaving
 * server does not affect the others. Thread-safe.
 *
 * <p>Methods with the name of a server throw an {@link IllegalArgumentException} if there is no
 * such server, unless they say otherwise. Methods that change servers return at once, since the
 * work runs in the background. Once the catalog is closed, those that add, replace, update, remove,
 * enable or disable servers throw an {@link IllegalStateException}; {@code restart}, {@code
 * refresh} and {@code acceptToolChanges} do nothing. Calls in flight of a server that is replaced,
 * removed or disabled have ten seconds to complete before they are cut off.
 *
 * <pre>{@code
 * try (ToolCatalog catalog =
 *     ToolCatalog.builder()
 *         .server("weather", StreamableHttpTransport.of("https://example.com/mcp"))
 *         .server("files", StdioTransport.of("npx", "-y", "some-server", "/data"))
 *         .build()) {
 *   catalog.awaitReady(Duration.ofSeconds(30));
 *   ToolOutput output = catalog.call("weather__forecast", Map.of("city", "Oslo"));
 * }
 * }</pre>
 */
public final class ToolCatalog implements ToolSet, AutoCloseable {

  static {
    CatalogInternals.accessor(catalog -> ((ToolCatalog) catalog).internals);
  }

  private final Approvals approvals;
  private final CatalogListeners listeners;
  private final Scheduler schedule = new Scheduler("catalog");
  private final ListingActivity use = new ListingActivity(schedule, this::used);
  private final ServerRegistry servers;
  private final ServerChanges changes;
  private final CatalogReadiness readiness;
  private final CatalogInternals internals;
  private final SnapshotPublisher snapshotPublisher;
  private final CatalogCalls calls;
  private final ToolSearch search = ToolSearch.defaults();
  private final CatalogResources resources;
  private final CatalogPrompts prompts;
  private final CatalogSubscriptions subscriptions;
  private final AtomicBoolean closed = new AtomicBoolean();
  private final UnmatchedNames unmatchedNames = new UnmatchedNames(new UnmatchedNames.Rules());

  ToolCatalog(ToolCatalogBuilder settings) {
    this.servers = new ServerRegistry(settings.serverNames);
    this.readiness = new CatalogReadiness(servers, closed::get);
    this.snapshotPublisher = new SnapshotPublisher(servers);
    this.approvals = new Approvals(settings.approval, this::warnOfUnmatchedNames);
    this.listeners = new CatalogListeners(settings.listeners);
    CatalogContext context =
        new CatalogContext(
            schedule,
            settings.clients(),
            listeners,
            use,
            this::toolsReplaced,
            new KnownDefinitions(settings.toolPinStore, settings.invisibleCharacterReports),
            settings.userInLog,
            this::connected,
            settings.toolNames,
            settings.resultStore != null);
    this.changes = new ServerChanges(servers, context);
    this.internals = new CatalogInternals(servers, changes, snapshotPublisher);
    CallPipeline pipeline =
        new CallPipeline(
            servers,
            new ServerHistory(CatalogCalls.NO_SERVER, listeners, schedule),
            settings.schemaValidator,
            settings.callGuards,
            new CallerStep(settings.threadContext, settings.user),
            approvals,
            new StoredResults(settings.resultStore, schedule.workers()),
            settings.toolErrorHandler,
            closed::get);
    this.calls = new CatalogCalls(pipeline, settings.threadContext, closed::get);
    this.subscriptions = new CatalogSubscriptions(servers, schedule);
    FanOut fanOut = new FanOut(servers, schedule.workers());
    this.resources = new CatalogResources(servers, fanOut);
    this.prompts = new CatalogPrompts(servers, fanOut);
    settings.servers.forEach(
        (name, server) -> changes.add(name, server.transport(), server.options()));
  }

  /** Creates a builder; {@link ToolCatalogBuilder#build()} connects the servers. */
  public static ToolCatalogBuilder builder() {
    return new ToolCatalogBuilder();
  }

  /**
   * Connects all servers that are not {@link io.mcpbridge.catalog.server.StartPolicy#LAZY lazy} in
   * the background.
   *
   * @param ready when to begin; {@code null} for now
   */
  void start(@Nullable CompletionStage<?> ready) {
    readiness.begin(
        ready,
        () -> {
          if (!servers.all().isEmpty()) {
            WarmUp.begin(schedule);
          }
          changes.start();
        });
  }

  /**
   * Waits until the first connection attempt of every server has succeeded or failed. Does not wait
   * for lazy servers that were not used yet. For programs that call a model right after startup.
   *
   * @return whether that happened within the time, without an interruption
   */
  public boolean awaitReady(Duration atMost) {
    return readiness.awaitReady(atMost);
  }

  /** As {@link #awaitReady(Duration)}, for one server only; a lazy one starts to connect. */
  public boolean awaitReady(String server, Duration atMost) {
    return readiness.awaitReady(server, atMost);
  }

  /**
   * Waits until every {@link io.mcpbridge.catalog.server.StartPolicy#REQUIRED} server is connected,
   * with retries. Does not wait for a server that rejects the credentials, since only a user can
   * help there, and ignores disabled servers. In any case, the other servers and all supervision
   * continue.
   *
   * @throws io.mcpbridge.catalog.server.RequiredServersException if a required server is not
   *     connected when the time ends or the thread is interrupted
   */
  public void awaitRequired(Duration atMost) {
    readiness.awaitRequired(atMost);
  }

  /**
   * {@inheritDoc}
   *
   * <p>Requesting the snapshot triggers two things in the background, for a later snapshot: lazy
   * servers connect, and tools are listed again whose {@code ttlMs} has expired.
   */
  @Override
  public CatalogSnapshot snapshot() {
    use.happened();
    return snapshotPublisher.latest();
  }

  @Override
  public ToolOutput call(String modelName, String argumentsJson, CallOptions options) {
    return calls.call(snapshot(), this::servers, modelName, null, argumentsJson, options);
  }

  @Override
  public CompletableFuture<ToolOutput> callAsync(
      String modelName,
      String argumentsJson,
      CallOptions options,
      ThreadContextProvider.ContextSnapshot context) {
    return calls.callAsync(
        snapshot(), this::servers, modelName, null, argumentsJson, options, workers(), context);
  }

  /**
   * Answers a call of a tool that the model does not have. It counts as a failed call for {@link
   * io.mcpbridge.catalog.server.CallGuards}, listeners and {@link #unknownToolCalls}.
   *
   * @param modelName the name that the model used
   * @param sentence the answer unless a limit is reached, such as {@link ToolSet#unknownTool}
   */
  public ToolOutput callUnknownTool(
      String modelName,
      @Nullable String argumentsJson,
      CallOptions options,
      Supplier<String> sentence) {
    return calls.unknown(modelName, argumentsJson, options, sentence);
  }

  /** Runs asynchronous calls. */
  Executor workers() {
    return schedule.workers();
  }

  /** For callers that see only some of the tools. */
  CatalogCalls calls() {
    return calls;
  }

  @Override
  public ToolCatalog catalog() {
    return this;
  }

  /** The search of this catalog and its views, by words. */
  ToolSearch search() {
    return search;
  }

  /**
   * Which approval a call of the tool needs, by the catalog's {@link ApprovalPolicy} and the
   * server's list of always allowed tools; for display beside the tool. {@code ASK} also if it
   * depends on the arguments or the user.
   */
  public ApprovalMode approvalMode(CatalogTool tool) {
    return approvals.modeOf(tool, isAlwaysAllowed(tool));
  }

  /**
   * Explains which rule decides about a call, and which were tried before. Nothing is sent.
   * Approvals that a user has given earlier are not considered.
   *
   * @param arguments those that would be sent, so repaired and with the fixed ones
   * @param user as {@link io.mcpbridge.approval.ApprovalRequest#user}; {@code null} if unknown
   */
  public ApprovalExplanation explainApproval(
      CatalogTool tool, Map<String, @Nullable Object> arguments, @Nullable Object user) {
    return approvals.explain(tool, arguments, user, isAlwaysAllowed(tool));
  }

  /**
   * Compares what the catalog's policy and another one do with recorded calls, by the tools as they
   * are listed now; calls of servers that have not listed theirs yet are {@linkplain
   * ApprovalDryRun#skipped skipped}. Nothing is sent and no handler is asked. Approvals that a user
   * has given earlier are not considered.
   *
   * @param calls each a JSON object: a record of the wire trace with the level {@code BODIES}
   *     ({@link io.mcpbridge.transport.TraceRecord#json}), of which all but {@code tools/call}
   *     requests are ignored, or one with {@code server}, {@code tool}, {@code arguments} and
   *     {@code user}, of which the last two may be absent. The trace has no user, and {@code ***}
   *     in place of secrets.
   */
  public ApprovalDryRun dryRunApproval(ApprovalPolicy policy, Collection<String> calls) {
    return approvals.dryRun(
        policy,
        snapshotPublisher.latest().all(),
        unlisted(internals.listedTools()),
        this::isAlwaysAllowed,
        calls);
  }

  /**
   * Explains why models get a tool, or do not. No I/O. Tools that a {@link ToolView} or the tool
   * search leave out are offered in this sense.
   *
   * @param name as models see it, as its server calls it, or {@code server__tool}
   * @param profile the form of schemas that the model gets; {@code null} if it does not matter
   */
  public ToolExplanation explainTool(String name, @Nullable SchemaProfile profile) {
    return new ToolExplainer(servers, snapshotPublisher.latest(), profile).explain(name);
  }

  /**
   * Explains all tools that the enabled servers list, in their order, also those that the catalog
   * does not have.
   *
   * @param profile as for {@link #explainTool}
   */
  public List<ToolExplanation> explainTools(@Nullable SchemaProfile profile) {
    return new ToolExplainer(servers, snapshotPublisher.latest(), profile).explainAll();
  }

  private boolean isAlwaysAllowed(CatalogTool tool) {
    ManagedServer server = servers.find(tool.server());
    return server != null && server.alwaysAllows(tool.name());
  }

  /** Forgets all remembered approvals ("always allow"). */
  public void forgetApprovals() {
    servers.all().forEach(server -> server.approvals().clear());
    approvals.forget(null, null);
  }

  /**
   * Forgets the remembered approvals of one server, such as when its address has changed, and
   * withdraws its calls in {@link io.mcpbridge.approval.McpApprovals} that have not begun.
   */
  public void forgetApprovals(String server) {
    servers.get(server).approvals().clear();
    approvals.forget(server, null);
  }

  /**
   * Forgets the remembered approvals of one user, for example at the user's request.
   *
   * @param user as in {@link CallOptions#user()}
   */
  public void forgetApprovalsOf(Object user) {
    servers.all().forEach(server -> server.approvals().clear(user));
    approvals.forget(null, user);
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
   * Subscribes to a server's change notifications, as {@link McpClient#subscribe}, until the
   * subscription is closed. It survives if the server is unavailable, disabled and enabled, or
   * replaced under the same key; after such a gap, the catalog calls {@link ChangeListener#onGap}.
   * The listener is called on a worker thread, one call at a time.
   *
   * <p>May take up to the server's timeout. Does not throw if the server is unavailable: {@link
   * Subscription#acknowledged()} is empty then.
   *
   * @throws io.mcpbridge.error.McpErrorResponseException if the server rejects a resource now, for
   *     example because it does not exist; there is no subscription then
   */
  public Subscription subscribe(String server, SubscriptionFilter filter, ChangeListener listener) {
    return subscriptions.begin(server, filter, listener);
  }

  /** How often a model called a tool that does not exist, in this catalog or a view of it. */
  public long unknownToolCalls() {
    return calls.unknownTools();
  }

  /** The status of every server, in configuration order. */
  public List<ServerStatus> servers() {
    return servers.all().stream().map(ManagedServer::status).toList();
  }

  /**
   * The problems of a server that do not end its connection, as far as they are present: unusable
   * entries of its tool list, names in rules that match no tool, invisible characters, other output
   * of its process. Computed at each call on the calling thread; no I/O.
   *
   * @throws IllegalArgumentException if there is no such server
   */
  public List<ServerWarning> warnings(String name) {
    List<ServerWarning> warnings = new ArrayList<>(servers.get(name).warnings());
    UnmatchedNames.find(rules(), internals.listedTools()).stream()
        .filter(unmatched -> unmatched.servers().contains(name))
        .map(
            unmatched ->
                ServerWarning.of(
                    ServerWarning.Kind.UNMATCHED_NAME, unmatched.setting(), unmatched.message()))
        .forEach(warnings::add);
    return warnings;
  }

  private UnmatchedNames.Rules rules() {
    UnmatchedNames.Rules rules = new UnmatchedNames.Rules();
    servers.all().forEach(server -> rules.add(server.name(), server.options()));
    approvals.rules().forEach(rules::add);
    return rules;
  }

  /**
   * The client of one server, for operations that the catalog does not offer; connects a lazy
   * server. The catalog owns the client: do not close it, and get it again after the server was
   * replaced, disabled or enabled.
   *
   * @throws IllegalStateException if the server is disabled; the message says by whom
   */
  public McpClient client(String server) {
    return servers.during(server, ManagedServer::client);
  }

  /**
   * The transport of a server: the same instance that it was added or replaced with. Callers can
   * detect by identity that another caller has replaced their server.
   *
   * @return {@code null} if there is no such server
   */
  public @Nullable Transport transport(String name) {
    ManagedServer server = servers.find(name);
    return server == null ? null : server.transport();
  }

  /**
   * Adds a server after the others, whose calls and names of tools stay as they are.
   *
   * @throws IllegalArgumentException if the name is in use, or the options are invalid
   */
  public void add(String name, Transport transport, ServerOptions options) {
    changes.add(name, transport, options);
  }

  /**
   * Replaces a server. If the address is the same, the tools stay listed while the new server
   * connects. A disabled server stays disabled. With the same {@link #transport(String) transport}
   * instance, this is an {@link #update}.
   *
   * @throws IllegalArgumentException if the options are invalid; nothing changes then
   */
  public void replace(String name, Transport transport, ServerOptions options) {
    changes.replace(name, transport, options);
  }

  /**
   * Changes the options of a server. Its connection and process stay, and calls in flight keep the
   * limits with which they started. Only a change of the {@linkplain
   * ServerOptions#protocolVersion() protocol version} reconnects, as {@link #replace} does.
   *
   * @throws IllegalArgumentException if the options are invalid; nothing changes then
   */
  public void update(String name, ServerOptions options) {
    changes.update(name, options);
  }

  /** Removes a server and its tools. */
  public void remove(String name) {
    changes.remove(name);
  }

  /** Enables a disabled server. Does nothing if it is enabled. */
  public void enable(String name) {
    changes.enable(name);
  }

  /**
   * Disconnects a server and removes its tools until it is enabled; it stays among the {@link
   * #servers()}. A call that still waits for an approval or a permit fails. Does nothing if the
   * server is disabled.
   *
   * @param by who disables it, for display: {@code "mcp.json"}, {@code "the operator"}
   */
  public void disable(String name, String by) {
    changes.disable(name, by);
  }

  /** Disables all enabled servers, as {@link #disable} does. */
  public void disableAll(String by) {
    changes.disableAll(by);
  }

  /** Enables the servers that were disabled with the same {@code by}, and no others. */
  public void enableAll(String by) {
    changes.enableAll(by);
  }

  /**
   * Reconnects a server, which restarts a server process; its tools stay listed meanwhile. Calls in
   * flight complete over HTTP; those of a process end with it. Does nothing if the server is
   * disabled.
   */
  public void restart(String name) {
    servers.ifUsable(name, ManagedServer::restart);
  }

  /** Reconnects all servers, as {@link #restart(String)} does with one. */
  public void restart() {
    servers.all().forEach(server -> servers.ifStillUsable(server.name(), ManagedServer::restart));
  }

  /** Lists the tools of a server again; connects it if necessary, unless it is disabled. */
  public void refresh(String name) {
    servers.ifUsable(name, ManagedServer::refresh);
  }

  /**
   * Lists the tools of some servers again in parallel, and waits until one attempt per server has
   * succeeded or failed, such as after a user gave permission. Skips disabled servers.
   *
   * @return whether that happened within the time, without an interruption
   * @throws IllegalArgumentException if one of the servers does not exist
   */
  public boolean refresh(Collection<String> names, Duration atMost) {
    return internals.refresh(names, atMost);
  }

  /** Lists the tools of all servers again in parallel. */
  public void refresh() {
    servers.all().forEach(server -> servers.ifStillUsable(server.name(), ManagedServer::refresh));
  }

  private void connected(String server) {
    subscriptions.connected(server);
    warnOfUnmatchedNames(); // a server without tools completes the lists, but changes nothing
  }

  /**
   * Accepts the current definitions of a server's tools, and its instructions ({@link
   * io.mcpbridge.catalog.server.ToolChangePolicy}): lists the tools again and unblocks the blocked
   * ones. Does nothing if the server is disabled.
   */
  public void acceptToolChanges(String name) {
    servers.ifUsable(name, ManagedServer::acceptToolChanges);
  }

  /** Whether calls or other operations are in flight. */
  boolean isBusy() {
    return servers.all().stream().anyMatch(server -> server.lifecycle().isUsed());
  }

  private void used() {
    servers.all().forEach(ManagedServer::used);
  }

  private void toolsReplaced(ServerHistory changed) {
    snapshotPublisher.happened(changed);
    warnOfUnmatchedNames();
  }

  private void warnOfUnmatchedNames() {
    Map<String, @Nullable List<ListedTool>> tools = internals.listedTools();
    if (tools.values().stream().allMatch(Objects::isNull)) { // perhaps before the policy exists
      return;
    }
    unmatchedNames.check(rules(), tools);
    approvals
        .undeclaredArguments(
            snapshotPublisher.latest().all(), unlisted(tools), this::isFixedArgument)
        .forEach(unmatchedNames::warnOnce);
  }

  private static List<String> unlisted(Map<String, @Nullable List<ListedTool>> tools) {
    return tools.keySet().stream().filter(name -> tools.get(name) == null).toList();
  }

  private boolean isFixedArgument(CatalogTool tool, String argument) {
    ManagedServer server = servers.find(tool.server());
    return server != null
        && server.options().forTool(tool.name()).fixedArguments().names().contains(argument);
  }

  /** Whether the catalog was closed. */
  public boolean isClosed() {
    return closed.get();
  }

  /** Closes all connections in parallel and in bounded time. Idempotent. */
  @Override
  public void close() {
    if (closed.getAndSet(true)) {
      return;
    }
    internals.closed(this);
    listeners.close();
    calls.close();
    changes.close();
    schedule.close();
  }
}
