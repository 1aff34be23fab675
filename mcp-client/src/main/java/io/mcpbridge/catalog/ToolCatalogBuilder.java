package io.mcpbridge.catalog;

import io.mcpbridge.approval.ApprovalPolicy;
import io.mcpbridge.arguments.SchemaValidator;
import io.mcpbridge.client.CallOptions;
import io.mcpbridge.client.Interceptor;
import io.mcpbridge.input.InputHandlers;
import io.mcpbridge.model.Implementation;
import io.mcpbridge.model.LoggingLevel;
import io.mcpbridge.transport.Transport;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What a catalogue is made of. */
public final class ToolCatalogBuilder {

  final Map<String, AddedServer> servers = new LinkedHashMap<>();
  SchemaValidator schemaValidator = SchemaValidator.builtIn();
  Supplier<ApprovalPolicy> approval = ApprovalPolicy::automatic;
  @Nullable ToolPins toolPins;
  ServerNames serverNames = ServerNames.none();
  CallerContext callerContext = () -> CallerContext.NOTHING;
  private @Nullable Implementation clientInfo;
  private Function<? super String, InputHandlers> inputHandlers = server -> InputHandlers.none();
  private BiPredicate<String, String> paramHeaders = (tool, argument) -> true;
  private @Nullable LoggingLevel logLevel;
  private final List<Interceptor> callInterceptors = new ArrayList<>();
  private final List<Interceptor> wireInterceptors = new ArrayList<>();
  final List<Supplier<? extends List<? extends CatalogListener>>> listeners = new ArrayList<>();

  private @Nullable CompletionStage<?> connectWhen;

  ToolCatalogBuilder() {}

  /**
   * Adds a server with {@link ServerOptions#defaults()}.
   *
   * @param name what it is called in names of tools, messages and settings
   */
  public ToolCatalogBuilder server(String name, Transport transport) {
    return server(name, transport, ServerOptions.defaults());
  }

  /**
   * Adds a server.
   *
   * @param name what it is called in names of tools, messages and settings
   * @throws IllegalArgumentException if there is one of that name
   */
  public ToolCatalogBuilder server(String name, Transport transport, ServerOptions options) {
    if (servers.putIfAbsent(name, new AddedServer(transport, options)) != null) {
      throw new IllegalArgumentException("there are two servers named \"" + name + "\"");
    }
    return this;
  }

  /** How to present this application to the servers; default {@code mcp-bridge}. */
  public ToolCatalogBuilder clientInfo(Implementation info) {
    this.clientInfo = info;
    return this;
  }

  /**
   * Who gives the servers what they ask for; which one asks is in the context of each question.
   * Default: nobody, so that nothing is declared and everything refused.
   */
  public ToolCatalogBuilder inputHandlers(InputHandlers handlers) {
    return inputHandlers(server -> handlers);
  }

  /**
   * Who gives each server what it asks for, by its name. A server is told of what its own handlers
   * can do, and of nothing else.
   *
   * @param ofServer called when a server is added or replaced; it must do no I/O
   */
  public ToolCatalogBuilder inputHandlers(Function<? super String, InputHandlers> ofServer) {
    this.inputHandlers = ofServer;
    return this;
  }

  /**
   * Which calls need somebody's approval before they are sent, and which are never made. Default:
   * all run by themselves.
   */
  public ToolCatalogBuilder approval(ApprovalPolicy policy) {
    return approval(() -> policy);
  }

  /**
   * The same for a policy that is not there yet, or becomes another one while the catalogue is in
   * use.
   *
   * @param source asked before each call, on its thread, so it should answer at once; no call is
   *     made while it throws
   */
  public ToolCatalogBuilder approval(Supplier<ApprovalPolicy> source) {
    this.approval = source;
    return this;
  }

  /**
   * Who a call is made for, where its {@link CallOptions#user()} does not say: looked at on the
   * calling thread when somebody has to approve it. Default: nobody in particular. LangChain4j's
   * {@code McpToolProvider} and Spring AI's {@code McpToolCallbackProvider} say it by themselves.
   */
  public ToolCatalogBuilder callerContext(CallerContext context) {
    this.callerContext = context;
    return this;
  }

  /**
   * Where to remember how tools were described when they were seen first, for servers with another
   * {@link DefinitionPolicy} than to accept. Default: in memory, until the catalogue is closed. A
   * store knows fingerprints only: what is different is in the log where this catalogue has seen
   * both definitions.
   */
  public ToolCatalogBuilder toolPins(ToolPins pins) {
    this.toolPins = pins;
    return this;
  }

  /**
   * The servers by whose names a model may still mean tools, to be shared by catalogs whose tools
   * are offered together: a call of {@code files__delete} then reaches no other server's tool,
   * although {@code files} is a server of another catalog. The names of this catalog's servers are
   * added to it. Default: those alone.
   */
  public ToolCatalogBuilder serverNames(ServerNames names) {
    this.serverNames = names;
    return this;
  }

  /**
   * Which arguments of tools may travel as headers where a server wants that ({@code x-mcp-header},
   * 2026-07-28 over HTTP). Everything on the way can read headers and may log them. A tool that
   * wants one that may not is left out, with a word in the log. Default: all.
   *
   * @param mayTravel given the tool's name and the argument's path, such as {@code user.token}
   */
  public ToolCatalogBuilder paramHeaders(BiPredicate<String, String> mayTravel) {
    this.paramHeaders = mayTravel;
    return this;
  }

  /** Watches servers, tools and calls; several are told in the order in which they were added. */
  public ToolCatalogBuilder listener(CatalogListener listener) {
    return listeners(new Listeners.There(listener));
  }

  /**
   * Those who watch and are not there yet, such as some who need what has the tools of this very
   * catalogue: asked for when there is something to tell first, on a worker thread or on that of a
   * caller.
   *
   * @param source asked once, unless it throws: then again for the next event; not after the
   *     catalogue was closed
   */
  public ToolCatalogBuilder listeners(Supplier<? extends List<? extends CatalogListener>> source) {
    listeners.add(source);
    return this;
  }

  /**
   * From which level on to hear what the servers log, unless a call says otherwise; default:
   * nothing is asked for, which does not keep a server up to 2025-11-25 from logging.
   *
   * @see CatalogListener#logMessage
   */
  public ToolCatalogBuilder logLevel(LoggingLevel level) {
    this.logLevel = level;
    return this;
  }

  /** Stands around each call of each server's client: once, whatever happens on the wire. */
  public ToolCatalogBuilder addCallInterceptor(Interceptor interceptor) {
    callInterceptors.add(interceptor);
    return this;
  }

  /** Stands around each round on the wire of each server's client: again for each try. */
  public ToolCatalogBuilder addWireInterceptor(Interceptor interceptor) {
    wireInterceptors.add(interceptor);
    return this;
  }

  /**
   * What checks the arguments that models write, where {@link ServerOptions#argumentPolicy()} wants
   * that, and the structured content of results. Default: {@link SchemaValidator#builtIn()}.
   */
  public ToolCatalogBuilder schemaValidator(SchemaValidator validator) {
    this.schemaValidator = validator;
    return this;
  }

  /**
   * Connects servers only after this stage completes, and never if it fails; default: at once. For
   * applications that build the catalog before they are ready for what its servers may ask.
   *
   * @param ready when servers are connected
   */
  public ToolCatalogBuilder connectWhen(CompletionStage<?> ready) {
    this.connectWhen = ready;
    return this;
  }

  /**
   * The catalog. Its servers that are not {@link StartPolicy#LAZY lazy} are connected in the
   * background; {@code build} waits for none of them.
   *
   * @throws IllegalArgumentException if an option names a protocol revision that is not known
   */
  public ToolCatalog build() {
    ToolCatalog catalog = new ToolCatalog(this);
    if (connectWhen == null) {
      catalog.start();
    } else {
      connectWhen.thenRun(catalog::start);
    }
    return catalog;
  }

  CatalogClients clients() {
    return new CatalogClients(
        clientInfo, inputHandlers, paramHeaders, logLevel, callInterceptors, wireInterceptors);
  }

  record AddedServer(Transport transport, ServerOptions options) {}
}
