package io.mcpbridge.spring.ai;

import io.mcpbridge.catalog.ResourceVisitor;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.model.Resource;
import io.mcpbridge.model.ResourceContents;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.ai.document.Document;
import org.springframework.ai.document.DocumentReader;
import org.springframework.core.io.ByteArrayResource;

/**
 * Reads the resources of a server as Spring AI documents, for retrieval.
 *
 * <pre>{@code
 * McpDocumentReader notes = McpDocumentReader.of(catalog, "files")
 *     .withReader("application/pdf", PagePdfDocumentReader::new);
 * vectorStore.add(new TokenTextSplitter().apply(notes.read()));
 * }</pre>
 *
 * <p>Texts become documents directly. Other contents need a reader for their type. The metadata of
 * each document has {@link #SERVER}, {@link #URI}, {@link #MIME_TYPE} and {@link #NAME}, as far as
 * known. Blocks the calling thread. Immutable, thread-safe.
 */
public final class McpDocumentReader implements DocumentReader {

  /** Metadata: the key of the server. */
  public static final String SERVER = "server";

  /** Metadata: the URI of the contents, which may be a part of the resource. */
  public static final String URI = "uri";

  /** Metadata: the type of the contents, such as {@code text/markdown}. */
  public static final String MIME_TYPE = "mime_type";

  /** Metadata: the name under which the server lists the resource. */
  public static final String NAME = "name";

  /** Registers a reader for all types without one of their own. */
  public static final String ANY_TYPE = "*/*";

  /** Default of {@link #withMaxResources}. */
  public static final int MAX_RESOURCES = 1_000;

  private static final Logger log = LoggerFactory.getLogger(McpDocumentReader.class);

  private final ToolCatalog catalog;
  private final String server;
  private final Map<String, Function<org.springframework.core.io.Resource, DocumentReader>> readers;
  private final BiConsumer<String, String> onSkipped;
  private final int maxResources;

  private McpDocumentReader(
      ToolCatalog catalog,
      String server,
      Map<String, Function<org.springframework.core.io.Resource, DocumentReader>> readers,
      BiConsumer<String, String> onSkipped,
      int maxResources) {
    this.catalog = catalog;
    this.server = server;
    this.readers = readers;
    this.onSkipped = onSkipped;
    this.maxResources = maxResources;
  }

  /** A reader for the texts of all resources that a server lists. */
  public static McpDocumentReader of(ToolCatalog catalog, String server) {
    return new McpDocumentReader(
        catalog,
        server,
        Map.of(),
        (uri, reason) -> log.warn("Server \"{}\": no document of {}: {}", server, uri, reason),
        MAX_RESOURCES);
  }

  /**
   * Adds a reader for contents of this type.
   *
   * @param mimeType such as {@code application/pdf}, or {@link #ANY_TYPE}
   * @param reader such as {@code PagePdfDocumentReader::new} or {@code TikaDocumentReader::new}
   */
  public McpDocumentReader withReader(
      String mimeType, Function<org.springframework.core.io.Resource, DocumentReader> reader) {
    Map<String, Function<org.springframework.core.io.Resource, DocumentReader>> extended =
        new LinkedHashMap<>(readers);
    extended.put(mimeType.toLowerCase(Locale.ROOT), reader);
    return new McpDocumentReader(catalog, server, extended, onSkipped, maxResources);
  }

  /**
   * Reports each resource that yields no document; by default a warning is logged.
   *
   * @param listener receives the URI and the reason
   */
  public McpDocumentReader onSkipped(BiConsumer<String, String> listener) {
    return new McpDocumentReader(catalog, server, readers, listener, maxResources);
  }

  /** Maximum number of resources read; the others are skipped. */
  public McpDocumentReader withMaxResources(int resources) {
    return new McpDocumentReader(catalog, server, readers, onSkipped, resources);
  }

  /**
   * Reads all resources that the server lists, one after the other.
   *
   * @throws IllegalArgumentException if there is no such server
   * @throws io.mcpbridge.error.McpException if the server does not list its resources
   */
  @Override
  public List<Document> get() {
    Documents documents = new Documents();
    ResourceVisitor.visitAll(catalog, server, maxResources, documents);
    return documents.read;
  }

  /**
   * Reads one resource, listed or not; it may have several contents.
   *
   * @throws IllegalArgumentException if there is no such server
   * @throws io.mcpbridge.error.McpException if the server is unavailable or has no such resource
   */
  public List<Document> read(String uri) {
    Documents documents = new Documents();
    ResourceVisitor.visit(catalog, server, uri, documents);
    return documents.read;
  }

  /** Collects the documents. */
  private final class Documents implements ResourceVisitor {

    private final List<Document> read = new ArrayList<>();

    @Override
    public void skipped(String uri, String reason) {
      onSkipped.accept(uri, reason);
    }

    @Override
    public void contents(
        ResourceContents contents, @Nullable String type, @Nullable Resource listed) {
      List<Document> documents = new ArrayList<>();
      try {
        for (Document document : documents(contents, type, listed)) {
          documents.add(
              document.mutate().metadata(metadata(document, contents, type, listed)).build());
        }
      } catch (RuntimeException e) {
        // A failing reader must not affect the other resources.
        skipped(contents.uri(), "it cannot be read as " + type + ": " + e);
        return;
      }
      read.addAll(documents);
    }

    private List<Document> documents(
        ResourceContents contents, @Nullable String type, @Nullable Resource listed) {
      String text = contents.text();
      if (text != null && text.isBlank()) {
        skipped(contents.uri(), "it is empty");
        return List.of();
      }
      if (text != null) {
        return List.of(new Document(text));
      }
      Function<org.springframework.core.io.Resource, DocumentReader> reader = reader(type);
      if (reader == null) {
        skipped(contents.uri(), "there is no reader for " + type + " (withReader)");
        return List.of();
      }
      String blob = contents.blob();
      byte[] bytes = Base64.getMimeDecoder().decode(blob == null ? "" : blob);
      return reader
          .apply(new NamedBytes(bytes, contents.uri(), fileName(contents.uri(), listed)))
          .read();
    }

    private @Nullable Function<org.springframework.core.io.Resource, DocumentReader> reader(
        @Nullable String type) {
      // without parameters such as charset
      String plain = type == null ? "" : type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
      Function<org.springframework.core.io.Resource, DocumentReader> reader = readers.get(plain);
      return reader == null ? readers.get(ANY_TYPE) : reader;
    }

    private Map<String, Object> metadata(
        Document document,
        ResourceContents contents,
        @Nullable String type,
        @Nullable Resource listed) {
      Map<String, Object> metadata = new LinkedHashMap<>(document.getMetadata());
      // Readers add null for what they do not know, which a new document refuses.
      metadata.values().removeIf(Objects::isNull);
      metadata.put(SERVER, server);
      metadata.put(URI, contents.uri());
      if (type != null) {
        metadata.put(MIME_TYPE, type);
      }
      if (listed != null) {
        metadata.put(NAME, listed.name());
      }
      return metadata;
    }
  }

  /** The last segment of the path, else the name under which the server lists the resource. */
  private static String fileName(String uri, @Nullable Resource listed) {
    String path = uri.split("[?#]", 2)[0];
    String last = path.substring(path.lastIndexOf('/') + 1);
    if (!last.isBlank()) {
      return last;
    }
    return listed == null ? uri : listed.name();
  }

  /** Contents with a file name, which readers such as the one for PDF add to the metadata. */
  private static final class NamedBytes extends ByteArrayResource {

    private final String filename;

    NamedBytes(byte[] bytes, String description, String filename) {
      super(bytes, description);
      this.filename = filename;
    }

    @Override
    public String getFilename() {
      return filename;
    }
  }
}
