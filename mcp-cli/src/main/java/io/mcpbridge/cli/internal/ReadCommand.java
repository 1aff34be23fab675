package io.mcpbridge.cli.internal;

import io.mcpbridge.catalog.server.ServerStatus;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.model.ReadResourceResult;
import io.mcpbridge.model.ResourceContents;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Reads a resource. */
@Command(name = "read", description = "Reads a resource and writes its content to standard output.")
final class ReadCommand extends ServersCommand {

  @Parameters(paramLabel = "URI", description = "As in: mcp resources")
  private String uri = "";

  @Override
  ExitCode run(ServerSession session) {
    String server = server(session);
    if (server == null) { // reported
      return session.exitCode();
    }
    ReadResourceResult result =
        session.catalog().resources().read(server, uri, callOptions(server).build());
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
    List<String> owners =
        session
            .catalog()
            .resources()
            .list(CallOptions.builder().timeout(timeout).build())
            .byServer()
            .entrySet()
            .stream()
            .filter(it -> it.getValue().stream().anyMatch(resource -> resource.uri().equals(uri)))
            .map(Map.Entry::getKey)
            .toList();
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
