package io.mcpbridge.spring.endpoint;

import io.mcpbridge.approval.ApprovalExplanation;
import io.mcpbridge.approval.ApprovalMode;
import io.mcpbridge.approval.ApprovalRule;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ServerState;
import io.mcpbridge.catalog.server.ServerStatus;
import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonException;
import io.mcpbridge.search.ToolSearch;
import io.mcpbridge.search.ToolSearchDecision;
import io.mcpbridge.search.ToolSearchMode;
import io.mcpbridge.search.ToolSearchStyle;
import io.mcpbridge.spring.boot.internal.catalog.UserToolCatalogs;
import io.mcpbridge.spring.boot.internal.doctor.ServerDoctor;
import io.mcpbridge.transport.TraceRecord;
import io.mcpbridge.transport.WireTrace;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;

/**
 * Actuator endpoint that shows and manages the MCP servers of an application: {@code GET
 * /actuator/mcp}, {@code GET /actuator/mcp/weather}, and {@code POST} to either with {@code
 * {"action": "refresh"}}. Reads send no request to a server and show no secrets: no headers,
 * variables, or credentials; URLs without user info and query, command arguments as in the log.
 */
@Endpoint(id = "mcp")
public final class McpEndpoint {

  private static final String OPERATOR = "the operator";

  private final ToolCatalog catalog;
  private final ObjectProvider<UserToolCatalogs> users;
  private final WireTrace trace;
  private final ObjectProvider<ToolSearch> search;
  private final ObjectProvider<ServerDoctor> doctor;

  McpEndpoint(
      ToolCatalog catalog,
      ObjectProvider<UserToolCatalogs> users,
      WireTrace trace,
      ObjectProvider<ToolSearch> search,
      ObjectProvider<ServerDoctor> doctor) {
    this.catalog = catalog;
    this.users = users;
    this.trace = trace;
    this.search = search;
    this.doctor = doctor;
  }

  /** An action on a server. */
  public enum Action {
    /** Lists its tools again; connects it if it is not connected. */
    REFRESH,

    /** Reconnects it; a process is restarted. */
    RESTART,

    /** Enables it again. */
    ENABLE,

    /** Closes its connection and removes its tools until it is enabled. */
    DISABLE
  }

  /** All servers, in the order of configuration. */
  @ReadOperation
  public Servers servers() {
    Map<String, ServerSummary> servers = new LinkedHashMap<>();
    catalog.servers().forEach(server -> servers.put(server.name(), ServerSummary.of(server)));
    UserToolCatalogs userCatalogs = users.getIfAvailable();
    ToolSearch searched = search.getIfAvailable();
    return new Servers(
        servers,
        userCatalogs == null ? Map.of() : userCatalogs.stateCounts(),
        catalog.unknownToolCalls(),
        searched == null ? null : ToolSearchState.of(searched));
  }

  /**
   * One server with its tools and errors; {@code null}, which becomes a 404 response, if there is
   * none of that name.
   */
  @ReadOperation
  public @Nullable ServerDetails server(@Selector String server) {
    ServerStatus status = find(server);
    return status == null ? null : ServerDetails.of(status, catalog);
  }

  /** What a read shows of one server. */
  public enum Part {
    /** The last messages sent and received. */
    TRACE,

    /** What is wrong with it, and the line to change; needs {@code mcp-doctor}. */
    DOCTOR
  }

  /**
   * The last messages of a server that is traced, oldest first, or what is wrong with the server;
   * {@code null}, which becomes a 404 response, if there is none of that name, or no {@code
   * mcp-doctor}.
   */
  @ReadOperation
  public @Nullable Object part(@Selector String server, @Selector Part part) {
    if (find(server) == null) {
      return null;
    }
    if (part == Part.TRACE) {
      return new Trace(trace.records(server).stream().map(TraceEntry::of).toList());
    }
    ServerDoctor available = doctor.getIfAvailable();
    return available == null ? null : available.examine(catalog, server);
  }

  /**
   * Applies an action to all servers and returns without waiting for it. {@link Action#ENABLE}
   * enables only servers that were disabled through this endpoint.
   */
  @WriteOperation
  public Servers actOnAll(Action action) {
    switch (action) {
      case REFRESH -> catalog.refresh();
      case RESTART -> catalog.restart();
      case ENABLE -> catalog.enableAll(OPERATOR);
      case DISABLE -> catalog.disableAll(OPERATOR);
    }
    return servers();
  }

  /**
   * Applies an action to one server and returns its current state without waiting.
   *
   * @throws InvalidEndpointRequestException if there is no such server
   */
  @WriteOperation
  public ServerSummary act(@Selector String server, Action action) {
    if (find(server) != null) {
      switch (action) {
        case REFRESH -> catalog.refresh(server);
        case RESTART -> catalog.restart(server);
        case ENABLE -> catalog.enable(server);
        case DISABLE -> catalog.disable(server, OPERATOR);
      }
    }
    ServerStatus status = find(server);
    if (status == null) {
      throw invalid("Unknown MCP server");
    }
    return ServerSummary.of(status);
  }

  private static InvalidEndpointRequestException invalid(String reason) {
    return new InvalidEndpointRequestException(reason, reason);
  }

  /** What an operator can ask about a call. */
  public enum Question {
    /** Which approval it needs, and why. */
    APPROVAL
  }

  /**
   * Explains which rule decides about a call. Nothing is sent. Not a read operation, since
   * arguments do not belong into a URL. Spring Boot 3 takes the one annotation for optional
   * parameters, Spring Boot 4 the other.
   *
   * @param tool its name on the server, or as models see it
   * @param arguments as a text that is a JSON object, since endpoints take no objects: those that
   *     would be sent, so repaired and with the fixed ones; none by default
   * @param user as in {@link io.mcpbridge.approval.ApprovalRequest#user}; unknown by default
   * @throws InvalidEndpointRequestException if there is no such tool, or the arguments are no
   *     object
   */
  @WriteOperation
  public Explanation explain(
      @Selector String server,
      @Selector Question question,
      String tool,
      @org.springframework.lang.Nullable @Nullable String arguments,
      @org.springframework.lang.Nullable @Nullable String user) {
    CatalogTool found =
        catalog.snapshot().all().stream()
            .filter(it -> it.server().equals(server))
            .filter(it -> it.name().equals(tool) || it.modelName().equals(tool))
            .findFirst()
            .orElse(null);
    if (found == null) {
      throw invalid("Unknown tool of this MCP server");
    }
    try {
      return Explanation.of(
          catalog.explainApproval(
              found, arguments == null ? Map.of() : Json.readObject(arguments), user));
    } catch (JsonException e) {
      throw invalid("The arguments are no JSON object");
    }
  }

  /**
   * An {@link ApprovalExplanation}.
   *
   * @param reason the rule in words, or what decides in place of a rule
   * @param tried the rules for this tool that were tried before and do not apply
   */
  public record Explanation(ApprovalMode mode, String reason, List<String> tried) {

    static Explanation of(ApprovalExplanation explanation) {
      return new Explanation(
          explanation.mode(),
          explanation.reason(),
          explanation.tried().stream().map(ApprovalRule::toString).toList());
    }
  }

  private @Nullable ServerStatus find(String name) {
    return catalog.servers().stream()
        .filter(server -> server.name().equals(name))
        .findFirst()
        .orElse(null);
  }

  /**
   * The last messages of one server, redacted.
   *
   * @param records oldest first
   */
  public record Trace(List<TraceEntry> records) {}

  /** A {@link TraceRecord}, member by member. */
  public record TraceEntry(
      Instant time,
      String server,
      TraceRecord.Direction direction,
      String event,
      @Nullable String method,
      @Nullable String id,
      long bytes,
      Map<String, String> headers,
      @Nullable String body) {

    /** The members of a record. */
    public static TraceEntry of(TraceRecord record) {
      return new TraceEntry(
          record.time(),
          record.server(),
          record.direction(),
          record.event(),
          record.method(),
          record.id(),
          record.bytes(),
          record.headers(),
          record.body());
    }
  }

  /**
   * The tool search.
   *
   * @param decisions whether models get the search tools instead of all tools, and why; empty
   *     before the first request, and if the mode is {@code OFF}
   */
  public record ToolSearchState(
      ToolSearchMode mode, ToolSearchStyle style, List<Decision> decisions) {

    /** The state of a tool search. */
    public static ToolSearchState of(ToolSearch search) {
      return new ToolSearchState(
          search.mode(), search.style(), search.decisions().stream().map(Decision::of).toList());
    }
  }

  /** A {@link ToolSearchDecision}, member by member. */
  public record Decision(
      boolean active,
      String reason,
      List<String> servers,
      int tools,
      int tokens,
      int tokenBudget,
      @Nullable String provider,
      @Nullable Integer toolLimit) {

    static Decision of(ToolSearchDecision decision) {
      return new Decision(
          decision.active(),
          decision.reason(),
          decision.servers(),
          decision.tools(),
          decision.tokens(),
          decision.tokenBudget(),
          decision.provider(),
          decision.toolLimit());
    }
  }

  /**
   * All servers.
   *
   * @param servers by name
   * @param perUser for each server with {@code per-user}, how many users have which state; actions
   *     do not apply to them
   * @param unknownToolCalls how often a model called a tool that does not exist
   * @param toolSearch the tool search; {@code null} without one
   */
  public record Servers(
      Map<String, ServerSummary> servers,
      Map<String, Map<ServerState, Integer>> perUser,
      long unknownToolCalls,
      @Nullable ToolSearchState toolSearch) {}
}
