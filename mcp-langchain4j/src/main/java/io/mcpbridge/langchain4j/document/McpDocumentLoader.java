package io.mcpbridge.langchain4j.document;

import dev.langchain4j.data.document.DocumentParser;
import io.mcpbridge.catalog.ResourceVisitor;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.model.ResourceTemplate;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Loads resources of servers as LangChain4j documents, for retrieval.
 *
 * <pre>{@code
 * McpDocumentLoader loader = McpDocumentLoader.of(catalog)
 *     .withParser("application/pdf", new ApachePdfBoxDocumentParser());
 * LoadedDocuments notes = loader.loadAll("files");
 * EmbeddingStoreIngestor.ingest(notes.documents(), embeddingStore);
 * }</pre>
 *
 * <p>Texts become documents directly. Other contents need a parser for their type. The metadata of
 * each document has {@link #SERVER}, {@link #URI}, {@link #MIME_TYPE} and {@link #NAME}, as far as
 * known. Blocks the calling thread. Immutable, thread-safe.
 */
public final class McpDocumentLoader {

  /** Metadata: the key of the server. */
  public static final String SERVER = "server";

  /** Metadata: the URI of the contents, which may be a part of the requested resource. */
  public static final String URI = "uri";

  /** Metadata: the type of the contents, such as {@code text/markdown}. */
  public static final String MIME_TYPE = "mime_type";

  /** Metadata: the name under which the server lists the resource. */
  public static final String NAME = "name";

  /** Registers a parser for all types without one of their own. */
  public static final String ANY_TYPE = "*/*";

  /** Default of {@link #withMaxResources}. */
  public static final int MAX_RESOURCES = 1_000;

  private final ToolCatalog catalog;
  private final Map<String, DocumentParser> parsers;
  private final int maxResources;

  private McpDocumentLoader(
      ToolCatalog catalog, Map<String, DocumentParser> parsers, int maxResources) {
    this.catalog = catalog;
    this.parsers = parsers;
    this.maxResources = maxResources;
  }

  /** A loader for texts. */
  public static McpDocumentLoader of(ToolCatalog catalog) {
    return new McpDocumentLoader(catalog, Map.of(), MAX_RESOURCES);
  }

  /**
   * Adds a parser for contents of this type.
   *
   * @param mimeType such as {@code application/pdf}, or {@link #ANY_TYPE}
   */
  public McpDocumentLoader withParser(String mimeType, DocumentParser parser) {
    Map<String, DocumentParser> extended = new LinkedHashMap<>(parsers);
    extended.put(mimeType.toLowerCase(Locale.ROOT), parser);
    return new McpDocumentLoader(catalog, extended, maxResources);
  }

  /**
   * Maximum number of resources read per server; {@link LoadedDocuments#skipped} reports the
   * others.
   */
  public McpDocumentLoader withMaxResources(int resources) {
    return new McpDocumentLoader(catalog, parsers, resources);
  }

  /**
   * Loads one resource, listed or not; it may have several contents.
   *
   * @throws IllegalArgumentException if there is no such server
   * @throws io.mcpbridge.error.McpException if the server is unavailable or has no such resource
   */
  public LoadedDocuments load(String server, String uri) {
    ServerDocuments documents = new ServerDocuments(server, parsers);
    ResourceVisitor.visit(catalog, server, uri, documents);
    return documents.loaded();
  }

  /**
   * Loads one resource of a template; {@code catalog.resources().templates()} lists them.
   *
   * @param values by name of the template's variable
   * @throws IllegalArgumentException if there is no such server or variable
   * @throws io.mcpbridge.error.McpException if the server is unavailable or has no such resource
   */
  public LoadedDocuments load(
      String server, ResourceTemplate template, Map<String, String> values) {
    return load(server, template.expand(values));
  }

  /**
   * Loads all resources that a server lists, one after the other. Unreadable ones are left out and
   * reported.
   *
   * @throws IllegalArgumentException if there is no such server
   * @throws io.mcpbridge.error.McpException if the server does not list its resources
   */
  public LoadedDocuments loadAll(String server) {
    ServerDocuments documents = new ServerDocuments(server, parsers);
    ResourceVisitor.visitAll(catalog, server, maxResources, documents);
    return documents.loaded();
  }
}
