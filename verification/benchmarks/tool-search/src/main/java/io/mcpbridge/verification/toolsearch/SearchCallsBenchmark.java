package io.mcpbridge.verification.toolsearch;

import io.mcpbridge.catalog.SearchTools;
import io.mcpbridge.catalog.internal.truncation.TokenEstimate;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.json.Json;
import io.mcpbridge.search.ToolSearch;
import io.mcpbridge.search.ToolSearchMode;
import io.mcpbridge.search.ToolSearchStyle;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Measures the answers of {@code search_tools}; see README.md in this module. */
public final class SearchCallsBenchmark {

  private static final int FIRST_HITS = 5;
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]+__[A-Za-z0-9_-]+");

  private SearchCallsBenchmark() {}

  /** The sums over the queries of one kind. */
  private static final class Sums {
    private int queries;
    private int first;
    private double firstHits;
    private double allHits;
    private int hits;
    private int tokens;

    String cells() {
      return String.format(
          Locale.ROOT,
          "%.0f / %.0f / %.0f",
          100.0 * first / queries,
          100 * firstHits / queries,
          100 * allHits / queries);
    }
  }

  /**
   * @param arguments the directory of servers and the file of queries
   */
  public static void main(String[] arguments) throws Exception {
    List<Corpus.Query> queries =
        Corpus.read(Path.of(arguments[0]), Path.of(arguments[1])).queries();
    try (RecordedServers servers = new RecordedServers(Path.of(arguments[0]))) {
      SearchTools tools =
          servers.catalog().searchable(ToolSearch.builder().mode(ToolSearchMode.ALWAYS).build());
      print("%d queries as calls of search_tools%n%n", queries.size());
      print("| written as | a | c | d | all | hits | tokens | without a tool: tokens |%n");
      print("|---|---|---|---|---|---:|---:|---:|%n");
      measure("the sentence", tools, queries, query -> List.of(query.text()));
      measure("one wording", tools, queries, query -> query.wordings().subList(0, 1));
      measure("all wordings", tools, queries, Corpus.Query::wordings);
      print("%n| style | tokens of a conversation |%n|---|---:|%n");
      for (ToolSearchStyle style : ToolSearchStyle.values()) {
        print(
            "| `%s` | %,d |%n",
            style.name().toLowerCase(Locale.ROOT),
            SearchConversation.tokens(servers.catalog(), style, queries));
      }
    }
  }

  private static void measure(
      String form,
      SearchTools tools,
      List<Corpus.Query> queries,
      Function<Corpus.Query, List<String>> wordings) {
    Map<String, Sums> kinds = new TreeMap<>();
    for (Corpus.Query query : queries) {
      String text = tools.call("search_tools", arguments(wordings.apply(query))).text();
      List<CatalogTool> hits = hits(tools, text);
      for (String kind : query.relevant().isEmpty() ? List.of("e") : List.of(query.kind(), "all")) {
        Sums sums = kinds.computeIfAbsent(kind, any -> new Sums());
        sums.queries++;
        sums.hits += hits.size();
        sums.tokens += TokenEstimate.of(text);
        sums.first += !hits.isEmpty() && query.isRelevant(hits.get(0)) ? 1 : 0;
        sums.firstHits += recall(query, hits.subList(0, Math.min(FIRST_HITS, hits.size())));
        sums.allHits += recall(query, hits);
      }
    }
    Sums all = kinds.get("all");
    Sums without = kinds.getOrDefault("e", new Sums());
    print(
        "| %s | %s | %s | %s | %s | %.1f | %d | %d |%n",
        form,
        kinds.get("a").cells(),
        kinds.get("c").cells(),
        kinds.get("d").cells(),
        all.cells(),
        all.hits / (double) all.queries,
        all.tokens / all.queries,
        without.queries == 0 ? 0 : without.tokens / without.queries);
  }

  private static double recall(Corpus.Query query, List<CatalogTool> hits) {
    return hits.stream().filter(query::isRelevant).count()
        / (double) Math.min(Math.max(FIRST_HITS, hits.size()), query.relevant().size());
  }

  /** As models call {@code search_tools} for one need. */
  static String arguments(List<String> wordings) {
    return Json.write(Map.of("queries", wordings));
  }

  /** The tools in the answer of a search: the first of each list, then the second of each. */
  static List<CatalogTool> hits(SearchTools tools, String text) {
    Map<String, CatalogTool> byName = new LinkedHashMap<>();
    tools.catalog().tools().forEach(tool -> byName.put(tool.modelName(), tool));
    List<List<CatalogTool>> lists = new ArrayList<>();
    for (String list : text.split("\n\n")) {
      Set<CatalogTool> ofList = new LinkedHashSet<>();
      Matcher names = NAME.matcher(list);
      while (names.find()) {
        CatalogTool tool = byName.get(names.group());
        if (tool != null) {
          ofList.add(tool);
        }
      }
      lists.add(List.copyOf(ofList));
    }
    Set<CatalogTool> hits = new LinkedHashSet<>();
    int longest = lists.stream().mapToInt(List::size).max().orElse(0);
    for (int rank = 0; rank < longest; rank++) {
      for (List<CatalogTool> list : lists) {
        if (rank < list.size()) {
          hits.add(list.get(rank));
        }
      }
    }
    return List.copyOf(hits);
  }

  static void print(String format, Object... values) {
    System.out.printf(Locale.ROOT, format, values);
  }
}
