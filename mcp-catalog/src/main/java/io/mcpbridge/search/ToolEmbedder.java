package io.mcpbridge.search;

import java.util.List;

/**
 * An embedding model, for {@link ToolSearch} by meaning: LangChain4j's, Spring AI's or any other.
 *
 * <pre>{@code
 * ToolEmbedder embedder = texts -> model.embed(texts); // Spring AI
 * ToolEmbedder embedder =                              // LangChain4j
 *     texts ->
 *         model.embedAll(texts.stream().map(TextSegment::from).toList()).content().stream()
 *             .map(Embedding::vector)
 *             .toList();
 * }</pre>
 */
@FunctionalInterface
public interface ToolEmbedder {

  /**
   * Returns the vector of each text, in their order and all of the same length. Called on threads
   * of the search, by several at once, with up to 64 texts about tools. An exception, or no answer
   * in time, makes the search lexical only for a minute.
   */
  List<float[]> embed(List<String> texts);

  /**
   * Returns the vector of a query; by default the one of the same text about a tool. Called and
   * limited in time as {@link #embed}.
   */
  default float[] embedQuery(String query) {
    return embed(List.of(query)).get(0);
  }
}
