package io.mcpbridge.search;

import io.mcpbridge.catalog.server.CatalogSnapshot;
import io.mcpbridge.catalog.server.CatalogTool;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The offered tools of one snapshot, to search. Immutable. */
final class ToolSearchIndex {

  private final List<CatalogTool> tools;
  private final List<ToolDocument> documents;
  private final Map<String, ToolDocument> byModelName;
  private final LexicalIndex words;

  /**
   * @param previous another index, whose documents are reused
   */
  ToolSearchIndex(CatalogSnapshot snapshot, @Nullable ToolSearchIndex previous) {
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
    words = new LexicalIndex(documents);
  }

  List<ToolDocument> documents() {
    return documents;
  }

  ToolSearchResult search(String query, int limit, @Nullable ToolVectors vectors) {
    float[] similarities = vectors == null ? null : vectors.similarities(query, documents);
    LexicalIndex.Scores byWords = words.scores(query);
    ToolScores scores = ToolScores.of(byWords, similarities);
    List<ToolHit> hits = new ArrayList<>();
    for (int best : scores.best(limit, byWords)) {
      hits.add(ToolHit.of(tools.get(best), scores.scores()[best]));
    }
    return new ToolSearchResult(query, hits, scores.confidence());
  }
}
