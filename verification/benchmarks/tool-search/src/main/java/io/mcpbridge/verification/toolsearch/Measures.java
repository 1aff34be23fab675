package io.mcpbridge.verification.toolsearch;

import io.mcpbridge.catalog.server.CatalogTool;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** What one search finds of a set of queries. */
final class Measures {

  private static final int HITS = 5;
  private static final String WITHOUT_TOOL = "e";

  /** The sums over the queries of one kind. */
  private static final class OfKind {
    private int queries;
    private double recall;
    private int first;
    private int any;
  }

  private final Map<String, OfKind> kinds = new TreeMap<>();
  private final List<Double> withTool = new ArrayList<>();
  private final List<Double> withoutTool = new ArrayList<>();

  static Measures of(Contestant search, List<Corpus.Query> queries) {
    Measures measures = new Measures();
    for (Corpus.Query query : queries) {
      measures.add(query, search.search(query.text()));
    }
    return measures;
  }

  private void add(Corpus.Query query, Contestant.SearchResult result) {
    boolean isWithout = query.kind().equals(WITHOUT_TOOL);
    result
        .confidence()
        .ifPresent(confidence -> (isWithout ? withoutTool : withTool).add(confidence));
    if (isWithout) {
      return;
    }
    List<CatalogTool> tools = result.tools();
    long hits = tools.stream().limit(HITS).filter(query::isRelevant).count();
    OfKind kind = kinds.computeIfAbsent(query.kind(), any -> new OfKind());
    kind.queries++;
    kind.recall += hits / (double) Math.min(HITS, query.relevant().size());
    kind.first += !tools.isEmpty() && query.isRelevant(tools.get(0)) ? 1 : 0;
    kind.any += hits > 0 ? 1 : 0;
  }

  /** The columns of the table, by their heading. */
  Map<String, String> columns() {
    Map<String, String> columns = new LinkedHashMap<>();
    kinds.forEach(
        (kind, of) ->
            columns.put(
                kind,
                String.format(
                    Locale.ROOT,
                    "%.0f / %.0f / %.0f",
                    100.0 * of.first / of.queries,
                    100 * of.recall / of.queries,
                    100.0 * of.any / of.queries)));
    columns.put(WITHOUT_TOOL, withoutTool.isEmpty() ? "-" : "%.2f".formatted(areaUnderCurve()));
    return columns;
  }

  /** How often a query with a tool gets a higher confidence than one without. */
  private double areaUnderCurve() {
    double higher = 0;
    for (double with : withTool) {
      for (double without : withoutTool) {
        higher += with > without ? 1 : with == without ? 0.5 : 0;
      }
    }
    return higher / withTool.size() / withoutTool.size();
  }
}
