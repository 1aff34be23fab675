package io.mcpbridge.langchain4j.document;

import dev.langchain4j.data.document.Document;
import dev.langchain4j.data.document.DocumentParser;
import dev.langchain4j.data.document.Metadata;
import io.mcpbridge.catalog.ResourceVisitor;
import io.mcpbridge.langchain4j.document.LoadedDocuments.SkippedResource;
import io.mcpbridge.model.Resource;
import io.mcpbridge.model.ResourceContents;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Collects the documents of one server's resources, and what was left out. */
final class ServerDocuments implements ResourceVisitor {

  private final String server;
  private final Map<String, DocumentParser> parsers;
  private final List<Document> documents = new ArrayList<>();
  private final List<SkippedResource> skipped = new ArrayList<>();

  ServerDocuments(String server, Map<String, DocumentParser> parsers) {
    this.server = server;
    this.parsers = parsers;
  }

  LoadedDocuments loaded() {
    return new LoadedDocuments(documents, skipped);
  }

  @Override
  public void skipped(String uri, String reason) {
    skipped.add(new SkippedResource(uri, reason));
  }

  @Override
  public void contents(
      ResourceContents contents, @Nullable String type, @Nullable Resource listed) {
    try {
      add(contents, type, listed);
    } catch (RuntimeException e) {
      // A failing parser must not affect the other resources.
      skipped(contents.uri(), "it cannot be parsed as " + type + ": " + e);
    }
  }

  private void add(ResourceContents contents, @Nullable String type, @Nullable Resource listed) {
    String text = contents.text();
    Document document;
    if (text == null) {
      DocumentParser parser = parser(type);
      if (parser == null) {
        skipped(contents.uri(), "there is no parser for " + type + " (withParser)");
        return;
      }
      document = parser.parse(new ByteArrayInputStream(bytes(contents)));
    } else if (text.isBlank()) {
      skipped(contents.uri(), "it is empty");
      return;
    } else {
      document = Document.from(text);
    }
    documents.add(
        Document.from(document.text(), metadata(document.metadata(), contents, type, listed)));
  }

  private @Nullable DocumentParser parser(@Nullable String type) {
    // without parameters such as charset
    String plain = type == null ? "" : type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    DocumentParser parser = parsers.get(plain);
    return parser == null ? parsers.get(McpDocumentLoader.ANY_TYPE) : parser;
  }

  private static byte[] bytes(ResourceContents contents) {
    String blob = contents.blob();
    return Base64.getMimeDecoder().decode(blob == null ? "" : blob);
  }

  private Metadata metadata(
      Metadata parsers,
      ResourceContents contents,
      @Nullable String type,
      @Nullable Resource listed) {
    Metadata metadata = parsers.copy();
    metadata.put(McpDocumentLoader.SERVER, server);
    metadata.put(McpDocumentLoader.URI, contents.uri());
    if (type != null) {
      metadata.put(McpDocumentLoader.MIME_TYPE, type);
    }
    if (listed != null) {
      metadata.put(McpDocumentLoader.NAME, listed.name());
    }
    return metadata;
  }
}
