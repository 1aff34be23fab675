package io.mcpbridge.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.model.chat.request.json.JsonArraySchema;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonStringSchema;
import dev.langchain4j.service.tool.search.ToolSearchRequest;
import dev.langchain4j.service.tool.search.ToolSearchResult;
import dev.langchain4j.service.tool.search.ToolSearchStrategy;
import io.mcpbridge.catalog.server.CatalogSnapshot;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ServerNames;
import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonException;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.model.Tool;
import io.mcpbridge.model.ToolAnnotations;
import io.mcpbridge.search.ToolHit;
import io.mcpbridge.search.ToolSearch;
import io.mcpbridge.selection.Visibility;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The ranking of {@link ToolSearch} in LangChain4j's own tool search, for all tools of an AI
 * service:
 *
 * <pre>{@code
 * AiServices.builder(Assistant.class)
 *     .chatModel(model)
 *     .toolProvider(tools) // built with .toolSearch(ToolSearch.builder().mode(ToolSearchMode.OFF).build())
 *     .toolSearchStrategy(McpToolSearchStrategy.of(ToolSearch.defaults()))
 *     .chatMemory(memory)
 *     .build();
 * }</pre>
 *
 * <p>LangChain4j adds the definitions of found tools to the following requests, so the model calls
 * them by name, and the provider's prompt cache begins anew. It forgets them with the messages of
 * the chat memory. {@link McpToolProviderBuilder#toolSearch} instead keeps the list of tools as it
 * is; beside this strategy it must be {@linkplain io.mcpbridge.search.ToolSearchMode#OFF off}, or
 * there is nothing to find above its limits. Tools of a {@linkplain McpToolProviderBuilder#dynamic
 * dynamic} provider are shown without a search, which is logged as a warning. Mode and style of the
 * search do not matter here. Thread-safe.
 */
public final class McpToolSearchStrategy implements ToolSearchStrategy {

  private static final Logger log = LoggerFactory.getLogger(McpToolSearchStrategy.class);

  private static final String NAME = "tool_search_tool";
  private static final String QUERIES = "queries";
  private static final int MAX_QUERIES = 8;

  /** LangChain4j adds the definitions of all hits to the next request. */
  private static final int MAX_HITS = 5;

  private static final ToolSpecification TOOL =
      ToolSpecification.builder()
          .name(NAME)
          .description(
              "Finds tools by what they do and makes them available. Give one query for each thing to"
                  + " do, as a verb and an object in English, such as \"create calendar event\", and"
                  + " name the product if there is one.")
          .parameters(
              JsonObjectSchema.builder()
                  .addProperty(
                      QUERIES,
                      JsonArraySchema.builder()
                          .description("What the tools should do, one query per tool wanted.")
                          .items(JsonStringSchema.builder().build())
                          .build())
                  .required(QUERIES)
                  .build())
          .build();

  private final ToolSearch search;
  private final AtomicBoolean emptyLogged = new AtomicBoolean();
  private volatile Searchable searchable = new Searchable(List.of(), CatalogSnapshot.EMPTY);

  /** The tools of one request, and what is searched. */
  private record Searchable(List<ToolSpecification> specifications, CatalogSnapshot tools) {

    boolean isOf(List<ToolSpecification> candidates) {
      if (specifications.size() != candidates.size()) {
        return false;
      }
      for (int i = 0; i < candidates.size(); i++) {
        if (specifications.get(i) != candidates.get(i)) {
          return false;
        }
      }
      return true;
    }
  }

  private McpToolSearchStrategy(ToolSearch search) {
    this.search = search;
  }

  /** Ranks with this search. */
  public static McpToolSearchStrategy of(ToolSearch search) {
    return new McpToolSearchStrategy(Objects.requireNonNull(search, "search"));
  }

  @Override
  public List<ToolSpecification> getToolSearchTools(InvocationContext context) {
    UnsearchedToolsWarning.searching(context);
    return List.of(TOOL);
  }

  @Override
  public ToolSearchResult search(ToolSearchRequest request) {
    List<String> queries = queries(request.toolExecutionRequest());
    if (queries.isEmpty()) {
      return new ToolSearchResult(
          List.of(), "The argument queries is missing: what the tools should do.");
    }
    if (request.searchableTools().isEmpty() && !emptyLogged.getAndSet(true)) {
      log.warn(
          "McpToolSearchStrategy has no tools to search: where it is used, McpToolProviderBuilder"
              + ".toolSearch must be off");
    }
    CatalogSnapshot tools = searchable(request.searchableTools());
    Set<String> matches = new LinkedHashSet<>();
    List<String> parts = new ArrayList<>();
    for (String query : queries) {
      io.mcpbridge.search.ToolSearchResult result =
          search.search(tools, query, Math.min(MAX_HITS, search.limit()));
      List<String> names = result.hits().stream().map(ToolHit::name).toList();
      matches.addAll(names);
      parts.add(
          names.isEmpty()
              ? "No tool fits \"" + query + "\"."
              : (result.isMatch() ? "Found for \"" : "Probably none fits \"")
                  + query
                  + (result.isMatch() ? "\": " : "\"; the nearest: ")
                  + String.join(", ", names)
                  + ".");
    }
    return new ToolSearchResult(List.copyOf(matches), String.join("\n", parts));
  }

  private static List<String> queries(ToolExecutionRequest request) {
    try {
      Map<String, @Nullable Object> arguments = Json.readObject(request.arguments());
      Object value = arguments.get(QUERIES);
      List<?> values =
          value instanceof List<?> list ? list : value == null ? List.of() : List.of(value);
      return values.stream()
          .filter(query -> query instanceof String text && !text.isBlank())
          .map(String.class::cast)
          .limit(MAX_QUERIES)
          .toList();
    } catch (JsonException e) {
      return List.of();
    }
  }

  private CatalogSnapshot searchable(List<ToolSpecification> specifications) {
    Searchable current = searchable;
    if (current.isOf(specifications)) {
      return current.tools;
    }
    List<CatalogTool> tools = specifications.stream().map(McpToolSearchStrategy::tool).toList();
    CatalogSnapshot snapshot = new CatalogSnapshot(tools, Map.of(), ServerNames.none());
    searchable = new Searchable(List.copyOf(specifications), snapshot);
    return snapshot;
  }

  /** The name has the server's, which is all that a specification says about it. */
  private static CatalogTool tool(ToolSpecification specification) {
    JsonObject schema =
        JsonObject.orNull(Json.readObject(specification.toJson()).get("parameters"));
    Tool tool =
        new Tool(
            specification.name(),
            null,
            specification.description(),
            schema == null ? Map.of() : schema.toMap(),
            null,
            ToolAnnotations.none(),
            List.of(),
            null,
            Map.of());
    return new CatalogTool(specification.name(), "", tool, tool, Visibility.OFFERED);
  }
}
