package io.mcpbridge.langchain4j.document;

import dev.langchain4j.data.document.Document;
import java.util.List;

/**
 * The documents of resources.
 *
 * @param documents in the order of the server
 * @param skipped what could not be loaded, and why
 */
public record LoadedDocuments(List<Document> documents, List<SkippedResource> skipped) {

  /** Copies the lists. */
  public LoadedDocuments {
    documents = List.copyOf(documents);
    skipped = List.copyOf(skipped);
  }

  /**
   * A resource, or a part of one, that was not loaded.
   *
   * @param uri of the resource
   * @param reason for the developer
   */
  public record SkippedResource(String uri, String reason) {}
}
