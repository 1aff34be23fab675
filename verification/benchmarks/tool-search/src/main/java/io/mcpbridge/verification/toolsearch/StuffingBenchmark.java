package io.mcpbridge.verification.toolsearch;

import static io.mcpbridge.verification.toolsearch.SearchCallsBenchmark.print;

import io.mcpbridge.catalog.server.CatalogSnapshot;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.model.Tool;
import io.mcpbridge.model.ToolAnnotations;
import io.mcpbridge.search.ToolHit;
import io.mcpbridge.search.ToolSearch;
import io.mcpbridge.selection.Visibility;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;

/**
 * How often tools of one server are found first that are described by many words, to be found for
 * every query. The words are those of the queries, from the most frequent one on, and then those
 * that most of the recorded tools have.
 */
public final class StuffingBenchmark {

  private static final String SERVER = "assistant";
  private static final int WORDS = 622;
  private static final int TOOLS = 200;

  private StuffingBenchmark() {}

  /**
   * @param arguments the directory of servers and the file of queries
   */
  public static void main(String[] arguments) throws Exception {
    Corpus corpus = Corpus.read(Path.of(arguments[0]), Path.of(arguments[1]));
    List<String> words = words(corpus);
    print("| tools that are added | first for sentences | first for calls | Recall@5 of calls |%n");
    print("|---|---:|---:|---:|%n");
    measure("none", corpus, List.of());
    measure("one with all words", corpus, List.of(tool("help", words, false)));
    for (int size : List.of(WORDS, 150, 60, 20, 8, 4)) {
      measure(TOOLS + " with " + size + " words each", corpus, tools(words, size, false));
    }
    measure(TOOLS + " with 4 words each, also in the name", corpus, tools(words, 4, true));
  }

  private static List<String> words(Corpus corpus) {
    Set<String> words = new LinkedHashSet<>();
    words.addAll(
        mostFrequent(
            corpus.queries().stream()
                .map(query -> query.text() + " " + String.join(" ", query.wordings()))
                .toList()));
    words.addAll(
        mostFrequent(
            corpus.tools().tools().stream()
                .map(tool -> tool.name().replace('_', ' ') + " " + tool.description())
                .toList()));
    return words.stream().limit(WORDS).toList();
  }

  private static List<String> mostFrequent(List<String> texts) {
    Map<String, Integer> counts = new HashMap<>();
    for (String text : texts) {
      Stream.of(text.toLowerCase(Locale.ROOT).split("[^a-z]+"))
          .filter(word -> word.length() > 2)
          .distinct()
          .forEach(word -> counts.merge(word, 1, Integer::sum));
    }
    return counts.keySet().stream()
        .sorted(
            Comparator.comparing((String word) -> -counts.get(word)).thenComparing(word -> word))
        .toList();
  }

  private static List<CatalogTool> tools(List<String> words, int size, boolean isInName) {
    Random random = new Random(1);
    List<CatalogTool> tools = new ArrayList<>();
    for (int i = 0; i < TOOLS; i++) {
      List<String> ofTool = new ArrayList<>(words);
      Collections.shuffle(ofTool, random);
      tools.add(tool("help_" + i, ofTool.subList(0, size), isInName));
    }
    return tools;
  }

  private static CatalogTool tool(String name, List<String> words, boolean isInName) {
    Tool tool =
        new Tool(
            isInName ? String.join("_", words) : name,
            null,
            String.join(" ", words),
            Map.of("type", "object", "properties", properties(words)),
            null,
            ToolAnnotations.none(),
            List.of(),
            null,
            Map.of());
    return new CatalogTool(SERVER + "__" + tool.name(), SERVER, tool, tool, Visibility.OFFERED);
  }

  /** With the words as names, in descriptions and as values, so that they are in each part. */
  private static Map<String, Object> properties(List<String> words) {
    Map<String, Object> properties = new LinkedHashMap<>();
    for (String word : words) {
      properties.put(
          word, Map.of("description", String.join(" ", words), "enum", words.subList(0, 4)));
    }
    return properties;
  }

  private static void measure(String attack, Corpus corpus, List<CatalogTool> added) {
    Map<String, CatalogTool> all = new LinkedHashMap<>();
    corpus.tools().tools().forEach(tool -> all.put(tool.modelName(), tool));
    added.forEach(tool -> all.put(tool.modelName(), tool));
    CatalogSnapshot tools = corpus.tools().with(List.copyOf(all.values()));
    ToolSearch search = ToolSearch.defaults();
    int sentences = 0;
    int calls = 0;
    double recall = 0;
    int withTool = 0;
    for (Corpus.Query query : corpus.queries()) {
      sentences += isFirst(search.search(tools, query.text()).hits()) ? 1 : 0;
      List<ToolHit> hits = search.search(tools, query.wordings().get(0)).hits();
      calls += isFirst(hits) ? 1 : 0;
      if (!query.relevant().isEmpty()) {
        withTool++;
        recall +=
            hits.stream().limit(5).filter(hit -> query.isRelevant(hit.tool())).count()
                / (double) Math.min(5, query.relevant().size());
      }
    }
    print(
        "| %s | %.0f %% | %.0f %% | %.0f |%n",
        attack,
        100.0 * sentences / corpus.queries().size(),
        100.0 * calls / corpus.queries().size(),
        100 * recall / withTool);
  }

  private static boolean isFirst(List<ToolHit> hits) {
    return !hits.isEmpty() && hits.get(0).server().equals(SERVER);
  }
}
