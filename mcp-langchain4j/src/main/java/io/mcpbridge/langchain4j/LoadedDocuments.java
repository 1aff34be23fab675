package io.mcpbridge.langchain4j;

import dev.langchain4j.data.document.Document;
import java.util.List;

/**
 * What resources came to.
 *
 * @param documents in the order of the server
 * @param leftOut what there is no document of, and why
 */
public record LoadedDocuments(List<Document> documents, List<LeftOut> leftOut) {

  /** Copies the lists. */
  public LoadedDocuments {
    documents = List.copyOf(documents);
    leftOut = List.copyOf(leftOut);
  }

  /**
   * A resource, or a part of one, that there is no document of.
   *
   * @param uri of the resource
   * @param reason for the developer
   */
  public record LeftOut(String uri, String reason) {}
}
