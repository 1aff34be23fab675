package io.mcpbridge.cli.internal;

import io.mcpbridge.catalog.CatalogResources;
import io.mcpbridge.catalog.server.CatalogListing;
import io.mcpbridge.catalog.server.ServerStatus;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.model.Annotations;
import io.mcpbridge.model.ReadResourceResult;
import io.mcpbridge.model.Resource;
import io.mcpbridge.model.ResourceContents;
import io.mcpbridge.model.ResourceTemplate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Reads a resource. */
@Command(
    name = "read",
    description =
        "Reads a resource, or that of a template, and writes its content to standard output.")
final class ReadCommand extends ServersCommand {

  /** An expression for the query, which may be empty (RFC 6570, sections 3.2.8 and 3.2.9). */
  private static final Pattern OPTIONAL = Pattern.compile("\\{[?&][^}]*\\}");

  @Parameters(
      index = "0",
      paramLabel = "URI",
      description = "A URI or a URI template, as in: mcp resources")
  private String uri = "";

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "VARIABLE",
      description = "key=value, for a variable of the template")
  private List<String> words = new ArrayList<>();

  private String expanded = "";

  @Override
  void prepare() {
    boolean isTemplate = uri.indexOf('{') >= 0;
    if (!isTemplate && !words.isEmpty()) {
      throw new CliException(ExitCode.USAGE, uri + " is no URI template, so it has no variables");
    }
    expanded = isTemplate ? expand() : uri;
  }

  private String expand() {
    ResourceTemplate template =
        new ResourceTemplate(uri, uri, null, null, null, Annotations.none(), List.of(), Map.of());
    Map<String, String> values = CallArguments.parse(words, streams().in()).texts();
    try {
      boolean needsValues = OPTIONAL.matcher(uri).replaceAll("").indexOf('{') >= 0;
      if (values.isEmpty() && needsValues) {
        throw new CliException(
            ExitCode.USAGE,
            uri + " needs values: " + String.join("=... ", template.variables()) + "=...");
      }
      return template.expand(values);
    } catch (IllegalArgumentException e) {
      throw new CliException(ExitCode.USAGE, String.valueOf(e.getMessage()));
    }
  }

  @Override
  ExitCode run(ServerSession session) {
    String server = server(session);
    if (server == null) { // reported
      return session.exitCode();
    }
    ReadResourceResult result =
        session.catalog().resources().read(server, expanded, callOptions(server).build());
    if (json) {
      output().json(Map.of("contents", result.contents().stream().map(ContentJson::of).toList()));
    } else {
      result.contents().forEach(this::write);
    }
    result.omitted().forEach(reason -> output().serverProgress(server, reason));
    return ExitCode.OK;
  }

  /** The server to read from; {@code null} if none can be used, which was reported. */
  private @Nullable String server(ServerSession session) {
    List<String> readable =
        session.entries().stream()
            .filter(entry -> offersResources(session.status(entry)))
            .map(ConfiguredEntry::name)
            .toList();
    if (readable.size() == 1) {
      return readable.get(0);
    }
    CallOptions options = CallOptions.builder().timeout(timeout).build();
    CatalogResources resources = session.catalog().resources();
    List<String> owners =
        uri.equals(expanded)
            ? owners(resources.list(options), Resource::uri)
            : owners(resources.templates(options), ResourceTemplate::uriTemplate);
    if (owners.size() == 1) {
      return owners.get(0);
    }
    if (session.reportUnavailable() != ExitCode.OK) {
      return null;
    }
    throw new CliException(
        ExitCode.USAGE,
        (owners.isEmpty() ? "no server lists " : "several servers list ")
            + uri
            + "; name the server with --server");
  }

  private <T> List<String> owners(CatalogListing<T> listing, Function<T, String> address) {
    return listing.byServer().entrySet().stream()
        .filter(it -> it.getValue().stream().anyMatch(listed -> address.apply(listed).equals(uri)))
        .map(Map.Entry::getKey)
        .toList();
  }

  private static boolean offersResources(@Nullable ServerStatus status) {
    return status != null && status.info() != null && status.info().offers("resources");
  }

  private void write(ResourceContents contents) {
    if (contents.blob() == null) {
      output().content(contents.text() == null ? "" : contents.text());
      return;
    }
    if (streams().environment().terminalOutput()) {
      throw new CliException(
          ExitCode.USAGE,
          "the content is binary"
              + (contents.mimeType() == null ? "" : " (" + contents.mimeType() + ")")
              + ": redirect it to a file, or use --json");
    }
    byte[] bytes = Base64.getMimeDecoder().decode(contents.blob());
    output().stream().write(bytes, 0, bytes.length);
  }
}
