package io.mcpbridge.spring.console;

import io.mcpbridge.approval.McpApprovals;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolExplanation;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ServerState;
import io.mcpbridge.catalog.server.ServerStatus;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.internal.text.Sha256;
import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonException;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.schema.SchemaProfile;
import io.mcpbridge.search.ToolSearch;
import io.mcpbridge.spring.boot.internal.approval.ApprovalRoutes;
import io.mcpbridge.spring.boot.internal.web.WebRequest;
import io.mcpbridge.spring.boot.internal.web.WebResponse;
import io.mcpbridge.spring.boot.internal.web.WebRoute;
import io.mcpbridge.spring.console.ConsoleAgents.Perspective;
import io.mcpbridge.spring.console.ConsoleCatalogs.Server;
import io.mcpbridge.spring.console.ConsoleCatalogs.ToolInCatalog;
import io.mcpbridge.transport.TraceRecord;
import io.mcpbridge.transport.WireTrace;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;

/**
 * The routes of the console. What they show is read from the catalogs in memory, as the current
 * user sees them. Calls go through the catalog like those of a model, in a conversation of their
 * own.
 */
final class Console {

  /** Marks calls that a person makes here, in events, approvals and the log. */
  static final String CONVERSATION = "mcp-console";

  private static final String API = McpConsoleAutoConfiguration.PATH + "/api";

  private static final String OPERATOR = "the console";

  /** Of all servers together; each may have a body. */
  private static final int MAX_MESSAGES = 500;

  private static final WebResponse UNKNOWN_SERVER =
      WebResponse.problem(HttpStatus.NOT_FOUND, "There is no such MCP server.");

  private static final WebResponse UNKNOWN_TOOL =
      WebResponse.problem(HttpStatus.NOT_FOUND, "There is no such tool.");

  private static final WebResponse NOT_CONNECTED =
      WebResponse.problem(
          HttpStatus.CONFLICT, "The server is not connected. Connect it first, then list again.");

  private static final Set<ServerState> CONNECTED =
      Set.of(ServerState.CONNECTED, ServerState.DEGRADED);

  private static final Map<String, BiConsumer<ToolCatalog, String>> ACTIONS =
      Map.of(
          "refresh", ToolCatalog::refresh,
          "restart", ToolCatalog::restart,
          "enable", ToolCatalog::enable,
          "disable", (catalog, server) -> catalog.disable(server, OPERATOR));

  private final ConsoleAccess access;
  private final ConsoleCatalogs catalogs;
  private final ConsoleJson json;
  private final @Nullable McpApprovals approvals;
  private final CallHistory calls;
  private final ConsoleEvents events;
  private final WireTrace trace;
  private final ConsoleApplication application;

  Console(
      ConsoleAccess access,
      ConsoleCatalogs catalogs,
      @Nullable ToolSearch search,
      @Nullable McpApprovals approvals,
      CallHistory calls,
      ConsoleEvents events,
      WireTrace trace,
      ConsoleApplication application) {
    this.access = access;
    this.catalogs = catalogs;
    this.json = new ConsoleJson(search);
    this.approvals = approvals;
    this.calls = calls;
    this.events = events;
    this.trace = trace;
    this.application = application;
  }

  List<WebRoute> routes() {
    String path = McpConsoleAutoConfiguration.PATH;
    List<WebRoute> routes = new ArrayList<>();
    routes.add(page(path + "/", "index.html"));
    ConsolePage.FILES.forEach(file -> routes.add(page(path + "/" + file, file)));
    routes.add(WebRoute.page(path, request -> WebResponse.redirect(URI.create("mcp-console/"))));
    routes.add(get("/session", this::session));
    routes.add(get("/servers", request -> WebResponse.json(json.servers(catalogs))));
    routes.add(get("/servers/{name}", this::server));
    routes.add(post("/servers/{name}", this::act));
    routes.add(get("/servers/{name}/configuration", this::configuration));
    routes.add(get("/servers/{name}/doctor", this::diagnosis));
    routes.add(get("/servers/{name}/prompts", request -> list(request, it -> it.prompts())));
    routes.add(
        post(
            "/servers/{name}/prompts",
            request -> content(request, it -> it.messages(body(request)))));
    routes.add(get("/servers/{name}/resources", request -> list(request, it -> it.resources())));
    routes.add(
        post(
            "/servers/{name}/resources",
            request -> content(request, it -> it.read(body(request)))));
    routes.add(get("/tools", this::tools));
    routes.add(get("/tools/{name}", this::tool));
    routes.add(post("/tools/{name}", this::call));
    routes.add(get("/why", this::why));
    routes.add(get("/calls", request -> WebResponse.json(calls.json(this::isShown))));
    routes.add(get("/events", request -> events.open(shownUsers())));
    routes.add(get("/search", this::search));
    routes.add(get("/trace", this::trace));
    routes.add(get("/users", request -> WebResponse.json(json.users(users()))));
    routes.addAll(approvalRoutes());
    return routes;
  }

  private WebRoute page(String path, String file) {
    return WebRoute.page(
        path,
        request -> {
          WebResponse refusal = access.refusal(request);
          return refusal == null ? ConsolePage.file(file) : refusal;
        });
  }

  private WebRoute get(String path, Function<WebRequest, WebResponse> work) {
    return api(HttpMethod.GET, path, work);
  }

  private WebRoute post(String path, Function<WebRequest, WebResponse> work) {
    return api(HttpMethod.POST, path, work);
  }

  private WebRoute api(HttpMethod method, String path, Function<WebRequest, WebResponse> work) {
    return guarded(WebRoute.api(method, API + path, work));
  }

  private WebRoute guarded(WebRoute route) {
    return WebRoute.api(
        route.method(),
        route.path(),
        request -> {
          WebResponse refusal = access.refusalOfData(request);
          return refusal == null ? route.handler().apply(request) : refusal;
        });
  }

  private List<WebRoute> approvalRoutes() {
    McpApprovals calls = approvals;
    if (calls == null) {
      return List.of(
          get(
              "/approvals",
              request ->
                  WebResponse.problem(
                      HttpStatus.NOT_FOUND, "The application has no McpApprovals bean.")));
    }
    return new ApprovalRoutes(calls, API + "/approvals", this::approver)
        .routes().stream().map(this::guarded).toList();
  }

  private WebResponse session(WebRequest request) {
    Map<String, @Nullable Object> session = new LinkedHashMap<>();
    session.put("application", application.name());
    session.put("mode", access.mode());
    session.put("user", access.user());
    session.put("warning", application.warning());
    session.put("csrf", request.csrfToken().get());
    return WebResponse.json(session);
  }

  private WebResponse server(WebRequest request) {
    Server server = catalogs.server(name(request));
    return server == null ? UNKNOWN_SERVER : WebResponse.json(json.server(server));
  }

  private WebResponse configuration(WebRequest request) {
    String server = name(request);
    return catalogs.server(server) == null
        ? UNKNOWN_SERVER
        : WebResponse.json(Map.of("properties", application.properties().of(server)));
  }

  /** From what the catalog has: sends nothing. */
  private WebResponse diagnosis(WebRequest request) {
    Server server = catalogs.server(name(request));
    return server == null
        ? UNKNOWN_SERVER
        : WebResponse.json(application.doctor().examine(server.catalog(), server.status().name()));
  }

  private WebResponse content(WebRequest request, Function<ServerContent, WebResponse> work) {
    Server server = catalogs.server(name(request));
    return server == null
        ? UNKNOWN_SERVER
        : work.apply(new ServerContent(server.catalog(), server.status().name()));
  }

  /** Reading connects no server and starts no process: any page could send such a request. */
  private WebResponse list(WebRequest request, Function<ServerContent, WebResponse> work) {
    Server server = catalogs.server(name(request));
    return server == null || CONNECTED.contains(server.status().state())
        ? content(request, work)
        : NOT_CONNECTED;
  }

  private WebResponse act(WebRequest request) {
    Server server = catalogs.server(name(request));
    if (server == null) {
      return UNKNOWN_SERVER;
    }
    JsonObject body = body(request);
    BiConsumer<ToolCatalog, String> action =
        body == null ? null : ACTIONS.get(body.string("action", ""));
    if (action == null) {
      return WebResponse.problem(
          HttpStatus.BAD_REQUEST, "'action' must be 'refresh', 'restart', 'enable' or 'disable'.");
    }
    action.accept(server.catalog(), server.status().name());
    return server(request);
  }

  private WebResponse tools(WebRequest request) {
    return asSeenBy(
        request,
        (profile, agent) -> {
          WebResponse tools =
              WebResponse.json(json.tools(catalogs, profile, agent, application.agents().names()));
          String tag = "\"" + Sha256.of(tools.body()).substring(0, 16) + "\"";
          return tag.equals(request.header().apply("If-None-Match"))
              ? WebResponse.notModified(tag)
              : tools.withHeader("ETag", tag).withHeader("Cache-Control", "private, no-cache");
        });
  }

  private WebResponse tool(WebRequest request) {
    ToolInCatalog toolInCatalog = catalogs.tool(name(request));
    return toolInCatalog == null
        ? UNKNOWN_TOOL
        : asSeenBy(
            request,
            (profile, agent) -> WebResponse.json(json.tool(toolInCatalog, profile, agent)));
  }

  private WebResponse why(WebRequest request) {
    String name = parameter(request, "tool");
    if (name == null || name.isBlank()) {
      return WebResponse.problem(HttpStatus.BAD_REQUEST, "The parameter 'tool' is missing.");
    }
    return asSeenBy(
        request,
        (profile, agent) -> {
          List<ToolExplanation> explanations =
              catalogs.all().stream()
                  .map(catalog -> agent.of(catalog, catalog.explainTool(name.strip(), profile)))
                  .toList();
          return WebResponse.json(json.explanation(name.strip(), explanations));
        });
  }

  private WebResponse search(WebRequest request) {
    String query = parameter(request, "query");
    return query == null || query.isBlank()
        ? WebResponse.problem(HttpStatus.BAD_REQUEST, "The parameter 'query' is missing.")
        : WebResponse.json(json.found(query, catalogs.all()));
  }

  /** The messages of one server, or the last ones of all, and how many are kept of each. */
  private WebResponse trace(WebRequest request) {
    String chosen = parameter(request, "server");
    if (chosen != null && catalogs.server(chosen) == null) {
      return UNKNOWN_SERVER;
    }
    Map<String, Integer> counts = new LinkedHashMap<>();
    List<TraceRecord> records = new ArrayList<>();
    for (Server server : catalogs.servers()) {
      String name = server.status().name();
      List<TraceRecord> messages = trace.records(name);
      if (!messages.isEmpty()) {
        counts.put(name, messages.size());
      }
      if (chosen == null || chosen.equals(name)) {
        records.addAll(messages);
      }
    }
    if (chosen == null) {
      records.sort(Comparator.comparing(TraceRecord::time));
    }
    boolean withBodies = seesAllUsers();
    return WebResponse.json(
        Map.of(
            "counts",
            counts,
            "records",
            records.stream()
                .skip(chosen == null ? Math.max(0, records.size() - MAX_MESSAGES) : 0)
                .map(record -> ConsoleJson.message(record, withBodies))
                .toList()));
  }

  /** Whether the current user sees calls and sessions of other users. */
  private boolean seesAllUsers() {
    ApprovalRoutes.User approver = approver();
    return approver != null && approver.isApprover();
  }

  private ApprovalRoutes.@Nullable User approver() {
    Object user = approvals == null ? null : approvals.currentUser();
    return access.approver(user == null ? access.user() : user);
  }

  /**
   * Whether the current user sees the calls of a user.
   *
   * @param user {@code null} for calls of the application itself
   */
  private boolean isShown(@Nullable String user) {
    return user == null || user.equals(access.user()) || seesAllUsers();
  }

  /** As {@link #isShown}, on all threads. */
  private Predicate<String> shownUsers() {
    String user = access.user();
    boolean all = seesAllUsers();
    return owner -> all || owner.equals(user);
  }

  /** The sessions of all users, or only that of the current one. */
  private Map<String, List<ServerStatus>> users() {
    Map<String, List<ServerStatus>> all = catalogs.statusesByUser();
    all.keySet().removeIf(user -> !isShown(user));
    return all;
  }

  private WebResponse call(WebRequest request) {
    ToolInCatalog toolInCatalog = catalogs.tool(name(request));
    if (toolInCatalog == null) {
      return UNKNOWN_TOOL;
    }
    JsonObject body = body(request);
    JsonObject arguments = body == null ? null : body.object("arguments");
    if (body == null || arguments == null) {
      return WebResponse.problem(HttpStatus.BAD_REQUEST, "'arguments' must be an object.");
    }
    String approval = body.string("approval");
    CatalogTool tool = toolInCatalog.tool();
    long start = System.nanoTime();
    ToolOutput output =
        toolInCatalog
            .catalog()
            .call(
                tool.modelName(),
                arguments.toMap(),
                CallOptions.builder().conversationId(CONVERSATION).approvalId(approval).build());
    return WebResponse.json(json.result(output, Duration.ofNanos(System.nanoTime() - start)));
  }

  /** For the form of the model's schemas, and for the agent. */
  private WebResponse asSeenBy(
      WebRequest request, BiFunction<SchemaProfile, Perspective, WebResponse> work) {
    String name = Objects.toString(parameter(request, "profile"), "");
    String agent = Objects.toString(parameter(request, "agent"), "");
    Perspective perspective =
        agent.isEmpty()
            ? (catalog, explanation) -> explanation
            : application.agents().perspective(agent);
    if (perspective == null) {
      return WebResponse.problem(HttpStatus.BAD_REQUEST, "There is no such agent.");
    }
    try {
      return work.apply(
          name.isBlank() ? SchemaProfile.VERBATIM : SchemaProfile.valueOf(name), perspective);
    } catch (IllegalArgumentException e) {
      return WebResponse.problem(HttpStatus.BAD_REQUEST, "There is no such profile.");
    }
  }

  private static String name(WebRequest request) {
    return request.pathVariables().getOrDefault("name", "");
  }

  private static @Nullable String parameter(WebRequest request, String name) {
    for (String pair : Objects.toString(request.query(), "").split("&")) {
      if (pair.startsWith(name + "=")) {
        return URLDecoder.decode(pair.substring(name.length() + 1), StandardCharsets.UTF_8);
      }
    }
    return null;
  }

  private static @Nullable JsonObject body(WebRequest request) {
    try {
      return JsonObject.of(Json.readObject(request.body()));
    } catch (JsonException e) {
      return null;
    }
  }
}
