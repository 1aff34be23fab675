package io.mcpbridge.spring.console;

import io.mcpbridge.approval.McpApprovals;
import io.mcpbridge.catalog.SearchTools;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolExplanation;
import io.mcpbridge.catalog.ToolExplanation.Step;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ServerStatus;
import io.mcpbridge.catalog.server.ToolNames;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.json.Json;
import io.mcpbridge.model.ContentBlock;
import io.mcpbridge.model.ToolAnnotations;
import io.mcpbridge.schema.AdaptedSchema;
import io.mcpbridge.schema.AdaptedTool;
import io.mcpbridge.schema.SchemaLoss;
import io.mcpbridge.schema.SchemaProfile;
import io.mcpbridge.search.ToolHit;
import io.mcpbridge.search.ToolSearch;
import io.mcpbridge.search.ToolSearchDecision;
import io.mcpbridge.search.ToolSearchResult;
import io.mcpbridge.selection.Visibility;
import io.mcpbridge.spring.console.ConsoleAgents.Perspective;
import io.mcpbridge.spring.console.ConsoleCatalogs.Server;
import io.mcpbridge.spring.console.ConsoleCatalogs.ToolInCatalog;
import io.mcpbridge.spring.endpoint.McpEndpoint.ToolSearchState;
import io.mcpbridge.spring.endpoint.McpEndpoint.TraceEntry;
import io.mcpbridge.spring.endpoint.ServerSummary;
import io.mcpbridge.transport.TraceRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What the page shows, as JSON. */
final class ConsoleJson {

  private static final String PASSED = "passed";
  private static final String NOT_REACHED = "not reached";
  private static final int MAX_HITS = 50;

  private final @Nullable ToolSearch search;

  ConsoleJson(@Nullable ToolSearch search) {
    this.search = search;
  }

  Map<String, @Nullable Object> servers(ConsoleCatalogs catalogs) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put(
        "servers", catalogs.servers().stream().map(server -> summary(server.status())).toList());
    json.put("perUser", catalogs.statesPerUser());
    json.put("unknownToolCalls", catalogs.ofApplication().unknownToolCalls());
    json.put("toolSearch", search == null ? null : ToolSearchState.of(search));
    return json;
  }

  private static Map<String, @Nullable Object> summary(ServerStatus status) {
    Map<String, @Nullable Object> json = Json.toObject(ServerSummary.of(status));
    json.put("name", status.name());
    json.put(
        "offered",
        status.tools().stream().filter(tool -> tool.visibility() == Visibility.OFFERED).count());
    return json;
  }

  Map<String, @Nullable Object> server(Server server) {
    ServerStatus status = server.status();
    Map<String, @Nullable Object> json = summary(status);
    json.put("errorList", status.errors());
    json.put("standardError", status.standardError());
    json.put("instructions", status.instructions());
    return json;
  }

  /**
   * @param withBody whether the contents may be shown, which can be of any user's call
   */
  static Map<String, @Nullable Object> message(TraceRecord record, boolean withBody) {
    Map<String, @Nullable Object> json = Json.toObject(TraceEntry.of(record));
    if (!withBody) {
      json.put("body", null);
    }
    json.put("isWithheld", !withBody && record.body() != null);
    return json;
  }

  Map<String, @Nullable Object> tools(
      ConsoleCatalogs catalogs, SchemaProfile profile, Perspective agent, List<String> agents) {
    List<Map<String, @Nullable Object>> tools = new ArrayList<>();
    for (ToolCatalog catalog : catalogs.all()) {
      catalog
          .explainTools(profile)
          .forEach(explanation -> tools.add(entry(catalog, agent.of(catalog, explanation))));
    }
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("profile", profile);
    json.put("profiles", SchemaProfile.values());
    json.put("agents", agents);
    json.put("tools", tools);
    return json;
  }

  private static Map<String, @Nullable Object> entry(
      ToolCatalog catalog, ToolExplanation explanation) {
    CatalogTool tool = explanation.tool();
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put(
        "modelName",
        tool == null
            ? ToolNames.modelName(Objects.requireNonNull(explanation.server()), explanation.name())
            : tool.modelName());
    json.put("name", explanation.name());
    json.put("server", explanation.server());
    json.put("status", status(explanation));
    json.put("reason", explanation.reason());
    if (tool != null) {
      ToolAnnotations annotations = tool.listed().annotations();
      json.put("title", tool.shown().title());
      json.put("tokens", tool.tokens());
      json.put("approval", catalog.approvalMode(tool));
      json.put("readOnly", annotations.readOnlyHint());
      json.put("destructive", annotations.destructiveHint());
    }
    return json;
  }

  private static String status(ToolExplanation explanation) {
    Step step = explanation.stoppedAt();
    if (step == null) {
      return "offered";
    }
    return switch (step) {
      case INCLUDED -> "excluded";
      case NAMED -> "same name";
      case ACCEPTED -> "not accepted";
      case VISIBLE ->
          Objects.requireNonNull(explanation.tool()).visibility() == Visibility.HIDDEN
              ? "hidden"
              : "disabled";
      case SELECTED -> "not selected";
      case SERVER, LISTED, UNCHANGED -> "disabled";
    };
  }

  Map<String, @Nullable Object> tool(
      ToolInCatalog toolInCatalog, SchemaProfile profile, Perspective agent) {
    CatalogTool tool = toolInCatalog.tool();
    AdaptedTool adapted = tool.adaptedTo(profile);
    ToolCatalog catalog = toolInCatalog.catalog();
    ToolExplanation explanation = agent.of(catalog, catalog.explainTool(tool.modelName(), profile));
    Map<String, @Nullable Object> json = entry(catalog, explanation);
    json.put("description", tool.description());
    json.put("annotations", tool.listed().annotations());
    Map<String, @Nullable Object> listed = new LinkedHashMap<>();
    listed.put("description", tool.listed().description());
    listed.put("inputSchema", tool.listed().inputSchema());
    listed.put("outputSchema", tool.listed().outputSchema());
    json.put("listed", listed);
    AdaptedSchema sent = adapted.schema();
    json.put(
        "sent",
        sent == null
            ? null
            : Map.of("description", sent.description(), "inputSchema", sent.inputSchema()));
    json.put(
        "losses",
        adapted.report() == null
            ? List.of()
            : adapted.report().losses().stream().map(SchemaLoss::toString).toList());
    json.put("way", way(explanation));
    return json;
  }

  /**
   * @param explanations of each catalog
   */
  Map<String, @Nullable Object> explanation(String name, List<ToolExplanation> explanations) {
    ToolExplanation explanation =
        explanations.stream()
            .filter(ToolExplanation::isOffered)
            .findFirst()
            .or(() -> explanations.stream().filter(it -> it.tool() != null).findFirst())
            .or(() -> explanations.stream().filter(it -> it.server() != null).findFirst())
            .orElse(explanations.get(0));
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("name", name);
    json.put("server", explanation.server());
    json.put("modelName", explanation.tool() == null ? null : explanation.tool().modelName());
    json.put("offered", explanation.isOffered());
    json.put("way", way(explanation));
    json.put("similar", all(explanations, ToolExplanation::similarNames));
    json.put("unlisted", all(explanations, ToolExplanation::unlistedServers));
    return json;
  }

  private static List<String> all(
      List<ToolExplanation> explanations, Function<ToolExplanation, List<String>> part) {
    return explanations.stream().flatMap(it -> part.apply(it).stream()).distinct().toList();
  }

  /** The steps up to the one that stops the tool; the last one is the tool search. */
  private List<Map<String, @Nullable Object>> way(ToolExplanation explanation) {
    List<Map<String, @Nullable Object>> way = new ArrayList<>();
    Step stop = explanation.stoppedAt();
    for (Step step : Step.values()) {
      boolean isPassed = stop == null || step.compareTo(stop) < 0;
      boolean isNote = stop == null && step == Step.SERVER;
      way.add(
          step(
              step.name().toLowerCase(Locale.ROOT),
              isPassed ? PASSED : step == stop ? "stopped" : NOT_REACHED,
              step == stop || isNote ? explanation.reason() : null));
    }
    ToolSearchDecision decision = stop == null ? searchOf(explanation.server()) : null;
    way.add(
        step(
            "search",
            stop == null ? PASSED : NOT_REACHED,
            decision == null
                ? null
                : "models find it by search instead of getting its definition: "
                    + decision.reason()));
    return way;
  }

  private static Map<String, @Nullable Object> step(
      String name, String result, @Nullable String detail) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("step", name);
    json.put("result", result);
    json.put("detail", detail);
    return json;
  }

  /** The last decision to search the tools of a server. */
  private @Nullable ToolSearchDecision searchOf(@Nullable String server) {
    return search == null
        ? null
        : search.decisions().stream()
            .filter(ToolSearchDecision::active)
            .filter(decision -> decision.servers().contains(server))
            .findFirst()
            .orElse(null);
  }

  /** The best hits of all catalogs. */
  Map<String, @Nullable Object> found(String query, List<ToolCatalog> catalogs) {
    ToolSearch used = search == null ? ToolSearch.defaults() : search;
    List<ToolSearchResult> results =
        catalogs.stream().map(catalog -> used.search(catalog.snapshot(), query, MAX_HITS)).toList();
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("query", query);
    json.put(
        "confidence", results.stream().mapToDouble(ToolSearchResult::confidence).max().orElse(0));
    json.put("isMatch", results.stream().anyMatch(ToolSearchResult::isMatch));
    json.put(
        "hits",
        results.stream()
            .flatMap(result -> result.hits().stream())
            .sorted(Comparator.comparingDouble(ToolHit::score).reversed())
            .limit(MAX_HITS)
            .map(ConsoleJson::hit)
            .toList());
    json.put("model", model(SearchTools.preview(used, catalogs, query)));
    return json;
  }

  private static Map<String, @Nullable Object> hit(ToolHit hit) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("modelName", hit.name());
    json.put("server", hit.server());
    json.put("summary", hit.summary());
    json.put("signature", hit.signature());
    json.put("hints", hit.hints());
    json.put("score", hit.score());
    return json;
  }

  Map<String, @Nullable Object> users(Map<String, List<ServerStatus>> statusesByUser) {
    List<Map<String, @Nullable Object>> users = new ArrayList<>();
    statusesByUser.forEach(
        (name, statuses) -> {
          Map<String, @Nullable Object> servers = new LinkedHashMap<>();
          statuses.forEach(status -> servers.put(status.name(), state(status)));
          Map<String, @Nullable Object> user = new LinkedHashMap<>();
          user.put("user", name);
          user.put("servers", servers);
          users.add(user);
        });
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("users", users);
    return json;
  }

  private static Map<String, @Nullable Object> state(ServerStatus status) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("state", status.state());
    json.put("since", status.since());
    json.put("reason", status.reason());
    return json;
  }

  Map<String, @Nullable Object> result(ToolOutput output, Duration time) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    Object approval = output.meta().get(McpApprovals.ID_META);
    json.put("outcome", approval != null ? "suspended" : output.isError() ? "failure" : "success");
    json.put("approval", approval);
    json.put("millis", time.toMillis());
    json.put("model", model(output));
    Map<String, @Nullable Object> application = new LinkedHashMap<>();
    application.put("content", output.content().stream().map(ConsoleJson::block).toList());
    application.put(
        "structuredContent",
        output.structuredContent() == null ? null : output.structuredContent().value());
    application.put("isError", output.isError());
    application.put("meta", output.meta().isEmpty() ? null : output.meta());
    application.put("failure", output.failure() == null ? null : output.failure().getMessage());
    json.put("application", application);
    return json;
  }

  private static Map<String, @Nullable Object> model(ToolOutput output) {
    return Map.of("text", output.text(), "tokens", output.tokens());
  }

  private static Map<String, @Nullable Object> block(ContentBlock block) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("type", block.getClass().getSimpleName());
    json.putAll(Json.toObject(block));
    json.values().removeIf(Objects::isNull);
    return json;
  }
}
