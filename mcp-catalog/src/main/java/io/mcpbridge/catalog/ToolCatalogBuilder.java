package io.mcpbridge.catalog;

import io.mcpbridge.approval.ApprovalPolicy;
import io.mcpbridge.approval.Approvals;
import io.mcpbridge.arguments.SchemaValidator;
import io.mcpbridge.catalog.internal.state.CatalogListeners;
import io.mcpbridge.catalog.internal.supervision.ClientFactory;
import io.mcpbridge.catalog.internal.tools.InvisibleCharacterReports;
import io.mcpbridge.catalog.server.CallGuards;
import io.mcpbridge.catalog.server.CatalogListener;
import io.mcpbridge.catalog.server.ServerNames;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ToolErrorHandler;
import io.mcpbridge.catalog.server.ToolNameMapper;
import io.mcpbridge.catalog.server.ToolNames;
import io.mcpbridge.catalog.server.ToolPinStore;
import io.mcpbridge.client.call.Interceptor;
import io.mcpbridge.context.ThreadContextProvider;
import io.mcpbridge.input.InputHandlers;
import io.mcpbridge.internal.client.ClientSettings;
import io.mcpbridge.internal.revision.negotiation.RevisionCache;
import io.mcpbridge.model.Implementation;
import io.mcpbridge.model.LoggingLevel;
import io.mcpbridge.result.ResultStore;
import io.mcpbridge.transport.Transport;
import io.mcpbridge.transport.WireTrace;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Builds a {@link ToolCatalog}. Not thread-safe. */
public final class ToolCatalogBuilder {

  final Map<String, AddedServer> servers = new LinkedHashMap<>();
  SchemaValidator schemaValidator = SchemaValidator.builtIn();
  Supplier<ApprovalPolicy> approval = (Approvals.SharedSource) ApprovalPolicy::allowAll;
  @Nullable ToolPinStore toolPinStore;
  ServerNames serverNames = ServerNames.none();
  ToolNameMapper toolNames = ToolNames::modelName;
  CallGuards callGuards = CallGuards.defaults();
  ThreadContextProvider threadContext = () -> ThreadContextProvider.NOTHING;
  @Nullable Object user;
  @Nullable String userInLog;
  InvisibleCharacterReports invisibleCharacterReports = new InvisibleCharacterReports();
  @Nullable ResultStore resultStore;
  @Nullable ToolErrorHandler toolErrorHandler;
  private Implementation clientInfo = ClientSettings.DEFAULT_CLIENT_INFO;
  private Function<? super String, InputHandlers> inputHandlers = server -> InputHandlers.none();
  private BiPredicate<String, String> paramHeaders = (tool, argument) -> true;
  private @Nullable LoggingLevel logLevel;
  private final List<Interceptor> callInterceptors = new ArrayList<>();
  private final List<Interceptor> wireInterceptors = new ArrayList<>();
  final List<Supplier<? extends List<? extends CatalogListener>>> listeners = new ArrayList<>();

  private WireTrace wireTrace = WireTrace.create();
  private @Nullable CompletionStage<?> connectWhen;

  ToolCatalogBuilder() {}

  /**
   * Adds a server with {@link ServerOptions#defaults()}.
   *
   * @param name its key, used in tool names, messages and settings
   */
  public ToolCatalogBuilder server(String name, Transport transport) {
    return server(name, transport, ServerOptions.defaults());
  }

  /**
   * Adds a server.
   *
   * @param name its key, used in tool names, messages and settings
   * @throws IllegalArgumentException if the name is in use
   */
  public ToolCatalogBuilder server(String name, Transport transport, ServerOptions options) {
    if (servers.putIfAbsent(name, new AddedServer(transport, options)) != null) {
      throw new IllegalArgumentException("there are two servers named \"" + name + "\"");
    }
    return this;
  }

  /** The client info that servers get; default {@code mcp-bridge}. */
  public ToolCatalogBuilder clientInfo(Implementation info) {
    this.clientInfo = info;
    return this;
  }

  /**
   * Handlers for the servers' requests, such as elicitation; the context of each request names the
   * server. Default: none, so the client declares no capabilities for them and rejects such
   * requests.
   */
  public ToolCatalogBuilder inputHandlers(InputHandlers handlers) {
    return inputHandlers(server -> handlers);
  }

  /**
   * Handlers for the requests of each server, by its name. The client declares to a server only the
   * capabilities of that server's handlers.
   *
   * @param ofServer called when a server is added or replaced; must do no I/O
   */
  public ToolCatalogBuilder inputHandlers(Function<? super String, InputHandlers> ofServer) {
    this.inputHandlers = ofServer;
    return this;
  }

  /**
   * Which calls need approval before they are sent, and which are denied. Default: all calls are
   * allowed.
   */
  public ToolCatalogBuilder approval(ApprovalPolicy policy) {
    return approval((Approvals.SharedSource) () -> policy);
  }

  /**
   * As {@link #approval(ApprovalPolicy)}, for a policy that is created later or changes at runtime.
   *
   * @param source called before each call, on its thread, so it should return fast; while it
   *     throws, no call is made
   */
  public ToolCatalogBuilder approval(Supplier<ApprovalPolicy> source) {
    this.approval = source;
    return this;
  }

  /**
   * Limits the tool calls of each request to an agent, against a model in a loop. Default: {@link
   * CallGuards#defaults()}.
   */
  public ToolCatalogBuilder callGuards(CallGuards guards) {
    this.callGuards = guards;
    return this;
  }

  /** Changes some of the limits against a model in a loop, and keeps the others. */
  public ToolCatalogBuilder callGuards(Consumer<CallGuards.Builder> change) {
    CallGuards.Builder guards = callGuards.toBuilder();
    change.accept(guards);
    return callGuards(guards.build());
  }

  /**
   * Decides what the model reads about a failed call, or ends the request to the agent. Default: a
   * sentence about what failed, or the tool's own text.
   */
  public ToolCatalogBuilder toolErrorHandler(ToolErrorHandler handler) {
    this.toolErrorHandler = handler;
    return this;
  }

  /**
   * Determines the user of a call without {@link io.mcpbridge.client.call.CallOptions#user()};
   * captured on the calling thread of each call. Default: no user. LangChain4j's {@code
   * McpToolProvider} and Spring AI's {@code McpToolCallbackProvider} pass the user themselves.
   */
  public ToolCatalogBuilder threadContext(ThreadContextProvider context) {
    this.threadContext = context;
    return this;
  }

  /**
   * The user on whose behalf all calls of this catalog are made, if users do not share it: of calls
   * without another user, and of server requests whose call is unknown. Default: in {@link
   * UserCatalogs} the user of the catalog, otherwise none.
   */
  public ToolCatalogBuilder user(@Nullable Object user) {
    this.user = user;
    return this;
  }

  /**
   * As one of the catalogs of {@link UserCatalogs}, for this user unless there is another.
   *
   * @param inLog the user in log lines
   * @param reports shared by the catalogs of all users
   */
  ToolCatalogBuilder ofUser(Object owner, String inLog, InvisibleCharacterReports reports) {
    this.user = user == null ? owner : user;
    this.userInLog = inLog;
    this.invisibleCharacterReports = reports;
    return this;
  }

  /**
   * Where to store the first seen definitions of tools, for servers with a {@link
   * io.mcpbridge.catalog.server.ToolChangePolicy} other than {@link
   * io.mcpbridge.catalog.server.ToolChangePolicy#ACCEPT}. Default: in memory, until the catalog is
   * closed. A store has only fingerprints: the log shows the difference only if this catalog has
   * seen both definitions.
   */
  public ToolCatalogBuilder toolPinStore(ToolPinStore pins) {
    this.toolPinStore = pins;
    return this;
  }

  /**
   * Where to keep results that are too long for the model, so that it can read on in them: it gets
   * the beginning with a handle, and the tool {@code read_result} of each server. A result can be
   * read only in calls for the same user and conversation ({@link
   * io.mcpbridge.client.call.CallOptions#user()}, {@link
   * io.mcpbridge.client.call.CallOptions#conversationId()}). Results then have at most 5,000 tokens
   * ({@link io.mcpbridge.catalog.server.ServerOptionsBuilder#maxResultTokens}). Default: none; a
   * result is shortened, and the rest is for the application only.
   */
  public ToolCatalogBuilder resultStore(ResultStore store) {
    this.resultStore = store;
    return this;
  }

  /**
   * The server names by which a model may refer to tools, shared by catalogs whose tools are
   * offered together: a call of {@code files__delete} then never reaches another server's tool,
   * even if {@code files} is a server of another catalog. This catalog adds the names of its
   * servers. Default: these names only.
   */
  public ToolCatalogBuilder serverNames(ServerNames names) {
    this.serverNames = names;
    return this;
  }

  /**
   * Names the tools of all servers for models. Default: {@code server__tool}, changed where a model
   * provider would reject that.
   *
   * @see io.mcpbridge.catalog.server.ServerOptionsBuilder#toolNamePrefix
   */
  public ToolCatalogBuilder toolNameMapper(ToolNameMapper mapper) {
    this.toolNames = mapper;
    return this;
  }

  /**
   * Which tool arguments may be sent as headers if a server requests that ({@code x-mcp-header},
   * 2026-07-28 over HTTP). Intermediaries can read headers and may log them. A tool that requests a
   * disallowed header is omitted with a log message. Default: all.
   *
   * @param allowed given the tool's name and the argument's path, such as {@code user.token}
   */
  public ToolCatalogBuilder paramHeaders(BiPredicate<String, String> allowed) {
    this.paramHeaders = allowed;
    return this;
  }

  /**
   * Listens to servers, tools and calls; listeners are called in the order in which they were
   * added.
   */
  public ToolCatalogBuilder listener(CatalogListener listener) {
    return listeners(new CatalogListeners.ExistingListener(listener));
  }

  /**
   * Listeners that do not exist yet, for example because they depend on this catalog's tools;
   * requested for the first event, on a worker thread or a caller's thread.
   *
   * @param source called once; if it throws, called again for the next event; never called after
   *     the catalog was closed
   */
  public ToolCatalogBuilder listeners(Supplier<? extends List<? extends CatalogListener>> source) {
    listeners.add(source);
    return this;
  }

  /**
   * The minimum level of server log messages, unless a call sets its own. Default: no level is
   * requested, which does not stop servers up to 2025-11-25 from logging.
   *
   * @see CatalogListener#logMessage
   */
  public ToolCatalogBuilder logLevel(LoggingLevel level) {
    this.logLevel = level;
    return this;
  }

  /** Intercepts each call of each server's client, once however many exchanges it takes. */
  public ToolCatalogBuilder addCallInterceptor(Interceptor interceptor) {
    callInterceptors.add(interceptor);
    return this;
  }

  /** Intercepts each exchange with a server, once per attempt. */
  public ToolCatalogBuilder addWireInterceptor(Interceptor interceptor) {
    wireInterceptors.add(interceptor);
    return this;
  }

  /**
   * Validates arguments from models, where {@link ServerOptions#argumentPolicy()} requires it, and
   * the structured content of results. Default: {@link SchemaValidator#builtIn()}.
   */
  public ToolCatalogBuilder schemaValidator(SchemaValidator validator) {
    this.schemaValidator = validator;
    return this;
  }

  /**
   * How the traffic with servers is shown whose {@link ServerOptions#trace()} is not off: what is
   * redacted, how much is kept, who receives it. Several catalogs may share one. Default: {@link
   * WireTrace#create()}.
   */
  public ToolCatalogBuilder wireTrace(WireTrace trace) {
    this.wireTrace = trace;
    return this;
  }

  /**
   * Connects servers when this stage completes, and never if it fails; default: at once. For
   * applications that build the catalog before they can handle the servers' requests.
   *
   * @param ready starts the connections
   */
  public ToolCatalogBuilder connectWhen(CompletionStage<?> ready) {
    this.connectWhen = ready;
    return this;
  }

  ClientFactory clients() {
    return new ClientFactory(
        user,
        clientInfo,
        inputHandlers,
        paramHeaders,
        logLevel,
        List.copyOf(callInterceptors),
        List.copyOf(wireInterceptors),
        wireTrace,
        new RevisionCache());
  }

  record AddedServer(Transport transport, ServerOptions options) {}

  /**
   * Builds the catalog. Servers that are not {@link io.mcpbridge.catalog.server.StartPolicy#LAZY
   * lazy} connect in the background; this method does not wait for them.
   *
   * @throws IllegalArgumentException if an option names an unknown protocol revision
   */
  public ToolCatalog build() {
    ToolCatalog catalog = new ToolCatalog(this);
    catalog.start(connectWhen);
    return catalog;
  }
}
