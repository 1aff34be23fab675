package io.mcpbridge.catalog;

import io.mcpbridge.catalog.internal.truncation.ResultTruncation;
import io.mcpbridge.catalog.server.CatalogSnapshot;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.internal.text.ServerText;
import io.mcpbridge.json.Json;
import io.mcpbridge.schema.AdaptedSchema;
import io.mcpbridge.search.ToolHit;
import io.mcpbridge.search.ToolSearch;
import io.mcpbridge.search.ToolSearchResult;
import io.mcpbridge.search.ToolSearchStyle;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What a model reads that searches tools or asks for their definitions. */
final class SearchToolAnswers {

  private static final int MAX_QUERIES = 8;
  private static final int MAX_NAMES = 10;
  private static final int MAX_DEFINITION_LENGTH = 16_000;
  private static final int MAX_LIST_LENGTH = 8_000;
  private static final int MAX_WHEN_TO_USE_LENGTH = 300;
  private static final int MAX_HITS_OF_SERVER = 50;

  /** What a search found, in the metadata of its result, which models do not read. */
  private static final String FOUND = "io.mcpbridge/found-tools";

  private SearchToolAnswers() {}

  /** The names of the tools that a search found. */
  static List<String> foundNames(ToolOutput output) {
    return output.meta().get(FOUND) instanceof List<?> names
        ? names.stream().map(String::valueOf).toList()
        : List.of();
  }

  /**
   * @param loadable whether a tool is offered only once it was found
   */
  static ToolOutput search(
      ToolSearch search,
      CatalogSnapshot tools,
      Predicate<String> loadable,
      Map<String, @Nullable Object> arguments) {
    List<String> queries = texts(arguments, SearchToolDefinitions.QUERIES, "query");
    String server =
        arguments.get(SearchToolDefinitions.SERVER_ARGUMENT) instanceof String name
                && !name.isBlank()
            ? name
            : null;
    if (server != null && tools.tools().stream().noneMatch(tool -> tool.server().equals(server))) {
      return ToolOutput.refusal(
          "There is no server \"" + ServerText.line(server, 100) + "\" with tools.");
    }
    if (queries.isEmpty()) {
      return server == null
          ? ToolOutput.refusal(
              "The argument queries is missing: what the tools should do, or a server.")
          : text(names(tools, server));
    }
    List<String> parts = new ArrayList<>();
    List<List<ToolHit>> hits = new ArrayList<>();
    for (String query : queries.stream().limit(MAX_QUERIES).toList()) {
      ToolSearchResult result = ofServer(search, tools, query, server);
      parts.add(hitList(result));
      hits.add(result.hits());
    }
    if (queries.size() > MAX_QUERIES) {
      parts.add("Only the first " + MAX_QUERIES + " queries were searched.");
    }
    List<String> loadableNames = interleaved(hits).stream().filter(loadable).toList();
    if (search.style() == ToolSearchStyle.CALL || loadableNames.isEmpty()) {
      return text(String.join("\n\n", parts));
    }
    List<String> loaded = loadableNames.stream().limit(search.maxLoaded()).toList();
    parts.add(
        loaded.size() == loadableNames.size()
            ? "They are available now: call one by its name."
            : "These are available now: "
                + String.join(", ", loaded)
                + ". Call one by its name. A narrower search loads others.");
    return new ToolOutput(
        String.join("\n\n", parts), false, null, List.of(), Map.of(FOUND, loaded), null);
  }

  /** The best hit of each query, then the second of each, so that no query loses all of its. */
  private static Set<String> interleaved(List<List<ToolHit>> hits) {
    int maxHits = hits.stream().mapToInt(List::size).max().orElse(0);
    Set<String> names = new LinkedHashSet<>();
    for (int rank = 0; rank < maxHits; rank++) {
      for (List<ToolHit> ofQuery : hits) {
        if (rank < ofQuery.size()) {
          names.add(ofQuery.get(rank).name());
        }
      }
    }
    return names;
  }

  private static ToolSearchResult ofServer(
      ToolSearch search, CatalogSnapshot tools, String query, @Nullable String server) {
    if (server == null) {
      return search.search(tools, query);
    }
    ToolSearchResult all = search.search(tools, server + " " + query, MAX_HITS_OF_SERVER);
    List<ToolHit> hits =
        all.hits().stream()
            .filter(hit -> hit.server().equals(server))
            .limit(search.limit())
            .toList();
    return new ToolSearchResult(query, hits, all.confidence());
  }

  private static String hitList(ToolSearchResult result) {
    String query = "\"" + ServerText.line(result.query(), 100) + "\"";
    if (result.hits().isEmpty()) {
      return "No tool fits " + query + ". Try other words, or list the tools of a server.";
    }
    StringBuilder text =
        new StringBuilder(
            result.isMatch()
                ? "Tools for " + query + ":"
                : "Probably no tool fits " + query + ". The nearest:");
    result.hits().forEach(hit -> text.append("\n- ").append(line(hit)));
    return text.toString();
  }

  private static String line(ToolHit hit) {
    String hints = hit.hints().isEmpty() ? "" : " [" + String.join(", ", hit.hints()) + "]";
    String use =
        hit.whenToUse() == null
            ? ""
            : " When to use: " + ServerText.line(hit.whenToUse(), MAX_WHEN_TO_USE_LENGTH);
    return hit.name() + "(" + hit.signature() + "): " + hit.summary() + hints + use;
  }

  private static String names(CatalogSnapshot tools, String server) {
    StringBuilder text = new StringBuilder("Tools of " + server + ":");
    List<CatalogTool> serverTools =
        tools.tools().stream().filter(tool -> tool.server().equals(server)).toList();
    int listed = 0;
    for (CatalogTool tool : serverTools) {
      if (text.length() > MAX_LIST_LENGTH) {
        return text + "\nand " + (serverTools.size() - listed) + " more: search for them.";
      }
      text.append(listed++ == 0 ? " " : ", ").append(tool.modelName());
    }
    return text.toString();
  }

  static ToolOutput describe(
      Map<String, @Nullable Object> arguments,
      Function<String, @Nullable CatalogTool> tools,
      Function<String, String> unknown) {
    List<String> names = texts(arguments, SearchToolDefinitions.NAMES, SearchToolDefinitions.NAME);
    if (names.isEmpty()) {
      return ToolOutput.refusal("The argument names is missing: the names of tools, as found.");
    }
    List<String> parts = new ArrayList<>();
    boolean isAnyKnown = false;
    for (String name : names.stream().limit(MAX_NAMES).toList()) {
      CatalogTool tool = tools.apply(name);
      isAnyKnown |= tool != null;
      parts.add(
          tool == null
              ? ServerText.line(name, 100) + ": " + unknown.apply(name)
              : definition(tool));
    }
    if (names.size() > MAX_NAMES) {
      parts.add("Only the first " + MAX_NAMES + " are described.");
    }
    String text = String.join("\n\n", parts);
    return isAnyKnown ? text(text) : ToolOutput.refusal(text);
  }

  private static String definition(CatalogTool tool) {
    Map<String, @Nullable Object> schema = AdaptedSchema.reduced(tool.shown().inputSchema());
    List<String> parts =
        List.of(tool.modelName() + ": " + tool.description(), "Arguments: " + Json.write(schema));
    return ResultTruncation.join(parts, MAX_DEFINITION_LENGTH);
  }

  /** A list of texts; models also write a single one, or give it a similar name. */
  private static List<String> texts(
      Map<String, @Nullable Object> arguments, String name, String singular) {
    Object value = arguments.containsKey(name) ? arguments.get(name) : arguments.get(singular);
    if (value instanceof String text) {
      return text.isBlank() ? List.of() : List.of(text);
    }
    return value instanceof List<?> list
        ? list.stream()
            .filter(element -> element instanceof String text && !text.isBlank())
            .map(String.class::cast)
            .toList()
        : List.of();
  }

  private static ToolOutput text(String text) {
    return ToolOutput.success(text);
  }
}
