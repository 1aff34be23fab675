package io.mcpbridge.verification.toolsearch;

import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.embedding.onnx.bgesmallenv15q.BgeSmallEnV15QuantizedEmbeddingModel;
import dev.langchain4j.service.tool.search.simple.SimpleToolSearchStrategy;
import dev.langchain4j.service.tool.search.vector.VectorToolSearchStrategy;
import io.mcpbridge.catalog.internal.truncation.TokenEstimate;
import io.mcpbridge.catalog.server.CatalogSnapshot;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.search.ToolEmbedder;
import io.mcpbridge.search.ToolHit;
import io.mcpbridge.search.ToolSearch;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Measures tool searches on recorded tool lists; see the README beside it. */
public final class ToolSearchBenchmark {

  private static final int TOOLS = 1_000;
  private static final int ROUNDS = 100;

  /** What the authors of the model put before queries. */
  private ToolSearchBenchmark() {}

  /**
   * @param arguments the directory of servers, the file of queries, and {@code embeddings} to also
   *     measure with an embedding model
   */
  public static void main(String[] arguments) throws Exception {
    Corpus corpus = Corpus.read(Path.of(arguments[0]), Path.of(arguments[1]));
    CatalogSnapshot tools = corpus.tools();
    List<Contestant> contestants = new ArrayList<>();
    contestants.add(
        new LangChain4jSearch(
            "LangChain4j `SimpleToolSearchStrategy`", new SimpleToolSearchStrategy(), tools, true));
    contestants.add(new OurSearch("MCP Bridge, words", ToolSearch.defaults(), tools));
    if (List.of(arguments).contains("embeddings")) {
      EmbeddingModel model = new BgeSmallEnV15QuantizedEmbeddingModel();
      ToolEmbedder embedder =
          texts ->
              model.embedAll(texts.stream().map(TextSegment::from).toList()).content().stream()
                  .map(Embedding::vector)
                  .toList();
      contestants.add(
          new LangChain4jSearch(
              "LangChain4j `VectorToolSearchStrategy`, bge-small-en-v1.5",
              VectorToolSearchStrategy.builder().embeddingModel(model).maxResults(5).build(),
              tools,
              false));
      ToolSearch hybrid = ToolSearch.builder().embedder(embedder).build();
      hybrid.prepare(tools);
      contestants.add(new OurSearch("MCP Bridge, words and bge-small-en-v1.5", hybrid, tools));
    }
    Map<String, Measures> measured = new LinkedHashMap<>();
    contestants.forEach(
        contestant -> measured.put(contestant.name(), Measures.of(contestant, corpus.queries())));
    print("%d tools, %d queries%n%n", tools.tools().size(), corpus.queries().size());
    print("| search | a | b | c | d | e |%n|---|---|---|---|---|---|%n");
    measured.forEach(
        (name, measures) ->
            print("| %s | %s |%n", name, String.join(" | ", measures.columns().values())));
    tokens(corpus);
    speed(corpus);
  }

  /** What a model reads: all definitions, or the hits of one search. */
  private static void tokens(Corpus corpus) {
    long all = corpus.tools().tools().stream().mapToLong(CatalogTool::tokens).sum();
    ToolSearch search = ToolSearch.defaults();
    long hits = 0;
    for (Corpus.Query query : corpus.queries()) {
      for (ToolHit hit : search.search(corpus.tools(), query.text()).hits()) {
        hits += TokenEstimate.of(hit.name() + hit.signature() + hit.summary());
      }
    }
    print(
        "%n%,d tokens for all definitions, %,d for the hits of a search%n",
        all, hits / corpus.queries().size());
  }

  private static void speed(Corpus corpus) {
    CatalogSnapshot tools = Corpus.resize(corpus.tools(), TOOLS);
    List<Long> index = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      ToolSearch unprepared = ToolSearch.defaults();
      long start = cpuTime();
      unprepared.prepare(tools);
      index.add(cpuTime() - start);
    }
    ToolSearch search = ToolSearch.defaults();
    List<Long> queries = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      for (Corpus.Query query : corpus.queries()) {
        long start = cpuTime();
        search.search(tools, query.text());
        if (round >= ROUNDS / 2) {
          queries.add(cpuTime() - start);
        }
      }
    }
    print("%n| words, %,d tools | p50 | p99 |%n|---|---:|---:|%n", TOOLS);
    print(
        "| microseconds per query | %,d | %,d |%n",
        percentile(queries, 50) / 1_000, percentile(queries, 99) / 1_000);
    print(
        "| milliseconds for an index | %,d | %,d (first: %,d) |%n",
        percentile(index.subList(15, 30), 50) / 1_000_000,
        percentile(index.subList(15, 30), 99) / 1_000_000,
        index.get(0) / 1_000_000);
  }

  /** Time of this thread on a processor: the search does no I/O, and other load does not count. */
  private static long cpuTime() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private static long percentile(List<Long> values, int percent) {
    long[] sorted = values.stream().mapToLong(Long::longValue).toArray();
    Arrays.sort(sorted);
    return sorted[Math.min(sorted.length - 1, sorted.length * percent / 100)];
  }

  private static void print(String format, Object... values) {
    System.out.printf(Locale.ROOT, format, values);
  }
}
