package io.mcpbridge.search;

import io.mcpbridge.catalog.server.CatalogSnapshot;
import io.mcpbridge.catalog.server.CatalogTool;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The offered tools of one snapshot, to search. Immutable. */
final class ToolSearchIndex {

  private final List<CatalogTool> tools;
  private final List<ToolDocument> documents;
  private final Map<String, ToolDocument> byModelName;
  private final LexicalIndex words;

  /**
   * @param previous another index, whose documents are reused
   * @param isTrustedServer whether a server's tools count fully, whatever words they have
   */
  ToolSearchIndex(
      CatalogSnapshot snapshot,
      @Nullable ToolSearchIndex previous,
      Predicate<String> isTrustedServer) {
    tools = snapshot.tools();
    documents = new ArrayList<>(tools.size());
    byModelName = new HashMap<>(tools.size() * 2);
    for (CatalogTool tool : tools) {
      String instructions = snapshot.instructions().get(tool.server());
      ToolDocument existing = previous == null ? null : previous.byModelName.get(tool.modelName());
      ToolDocument document =
          existing != null && existing.isOf(tool, instructions)
              ? existing
              : new ToolDocument(tool, instructions);
      documents.add(document);
      byModelName.put(tool.modelName(), document);
    }
    words = new LexicalIndex(documents, isTrustedServer);
  }

  List<ToolDocument> documents() {
    return documents;
  }

  /** The best tools for several wordings of one query; the best one of each is among them. */
  ToolSearchResult search(List<String> wordings, int limit, @Nullable ToolVectors vectors) {
    List<LexicalIndex.Scores> byWords = wordings.stream().map(words::scores).toList();
    List<ToolScores> scores = new ArrayList<>();
    for (int i = 0; i < wordings.size(); i++) {
      float[] similarities =
          vectors == null ? null : vectors.similarities(wordings.get(i), documents);
      scores.add(ToolScores.of(byWords.get(i), similarities));
    }
    String query = String.join("; ", wordings);
    if (scores.isEmpty()) {
      return new ToolSearchResult(query, List.of(), 0);
    }
    ToolScores merged = ToolScores.merged(scores);
    Set<Integer> best =
        new LinkedHashSet<>(
            merged.best(
                limit,
                byWords.get(0).serverOf(),
                tool -> byWords.stream().anyMatch(wording -> wording.isNamed(tool))));
    scores.stream().map(ToolScores::first).filter(tool -> tool >= 0).forEach(best::add);
    List<ToolHit> hits = new ArrayList<>();
    for (int tool : best) {
      hits.add(ToolHit.of(tools.get(tool), merged.scores()[tool]));
    }
    return new ToolSearchResult(query, hits, merged.confidence());
  }
}
