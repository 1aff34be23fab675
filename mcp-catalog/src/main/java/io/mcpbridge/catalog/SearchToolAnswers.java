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
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a model reads that searches tools or asks for their definitions. */
final class SearchToolAnswers {

  private static final int MAX_QUERIES = 8;
  private static final int MAX_NAMES = 10;
  private static final int MAX_DEFINITION_LENGTH = 16_000;
  private static final int MAX_LIST_LENGTH = 8_000;
  private static final int MAX_WHEN_TO_USE_LENGTH = 300;
  private static final int MAX_HITS_OF_SERVER = 50;

  /** The number of hits with signature and summary; the others are only named. */
  private static final int DESCRIBED_HITS = 5;

  /** The number of hits that become available, with {@link ToolSearchStyle#LOAD}. */
  private static final int LOADED_HITS = 2;

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
    List<String> names = texts(arguments, SearchToolDefinitions.NAMES, SearchToolDefinitions.NAME);
    if (search.style() == ToolSearchStyle.LOAD && queries.isEmpty() && !names.isEmpty()) {
      return load(tools, loadable, names.stream().limit(search.maxLoaded()).toList());
    }
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
    List<String> wordings = queries.stream().limit(MAX_QUERIES).toList();
    ToolSearchResult result = search(search, tools, wordings, server, search.limit());
    List<String> parts = new ArrayList<>();
    parts.add(hitList(wordings, result));
    if (queries.size() > MAX_QUERIES) {
      parts.add("Only the first " + MAX_QUERIES + " queries were searched.");
    }
    if (search.style() == ToolSearchStyle.CALL) {
      return text(String.join("\n\n", parts));
    }
    Set<String> best = new LinkedHashSet<>(); // each query may be for a tool of its own
    for (String wording : wordings) {
      search(search, tools, List.of(wording), server, 1)
          .hits()
          .forEach(hit -> best.add(hit.name()));
    }
    result.hits().stream().limit(LOADED_HITS).forEach(hit -> best.add(hit.name()));
    return loaded(best.stream().filter(loadable).limit(search.maxLoaded()).toList(), parts);
  }

  /** Makes tools available, whose names the model reads and the adapter. */
  private static ToolOutput loaded(List<String> names, List<String> parts) {
    if (!names.isEmpty()) {
      parts.add(
          "Available now: "
              + String.join(", ", names)
              + ". Call one by its name. To load others, give their "
              + SearchToolDefinitions.NAMES
              + ".");
    }
    return new ToolOutput(
        String.join("\n\n", parts), false, null, List.of(), Map.of(FOUND, names), null);
  }

  /** Makes tools available that the model read the names of. */
  private static ToolOutput load(
      CatalogSnapshot tools, Predicate<String> loadable, List<String> names) {
    List<String> parts = new ArrayList<>();
    names.stream()
        .filter(name -> tools.tool(name) == null)
        .forEach(name -> parts.add("There is no tool named " + ServerText.line(name, 100) + "."));
    return loaded(names.stream().filter(loadable).toList(), parts);
  }

  private static ToolSearchResult search(
      ToolSearch search,
      CatalogSnapshot tools,
      List<String> wordings,
      @Nullable String server,
      int limit) {
    if (server == null) {
      return search.search(tools, wordings, limit);
    }
    List<String> named = wordings.stream().map(wording -> server + " " + wording).toList();
    ToolSearchResult all = search.search(tools, named, MAX_HITS_OF_SERVER);
    List<ToolHit> hits =
        all.hits().stream().filter(hit -> hit.server().equals(server)).limit(limit).toList();
    return new ToolSearchResult(all.query(), hits, all.confidence());
  }

  private static String hitList(List<String> wordings, ToolSearchResult result) {
    String query =
        wordings.stream()
            .map(wording -> "\"" + ServerText.line(wording, 100) + "\"")
            .collect(Collectors.joining(", "));
    if (result.hits().isEmpty()) {
      return "No tool fits " + query + ". Try other words, or list the tools of a server.";
    }
    StringBuilder text =
        new StringBuilder(
            result.isMatch()
                ? "Tools for " + query + ":"
                : "Probably no tool fits " + query + ". The nearest:");
    result.hits().stream()
        .limit(DESCRIBED_HITS)
        .forEach(hit -> text.append("\n- ").append(line(hit)));
    if (result.hits().size() > DESCRIBED_HITS) {
      text.append("\nLess likely: ")
          .append(
              result.hits().stream()
                  .skip(DESCRIBED_HITS)
                  .map(ToolHit::name)
                  .collect(Collectors.joining(", ")));
    }
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

  /** A list of texts; models also write a single one, lists in it, or a similar name. */
  private static List<String> texts(
      Map<String, @Nullable Object> arguments, String name, String singular) {
    Object value = arguments.containsKey(name) ? arguments.get(name) : arguments.get(singular);
    List<String> texts = new ArrayList<>();
    addTexts(value, texts);
    return texts;
  }

  private static void addTexts(@Nullable Object value, List<String> texts) {
    if (value instanceof String text && !text.isBlank()) {
      texts.add(text);
    } else if (value instanceof List<?> list) {
      list.forEach(element -> addTexts(element, texts));
    }
  }

  private static ToolOutput text(String text) {
    return ToolOutput.success(text);
  }
}
