package io.mcpbridge.cli.internal;

import io.mcpbridge.catalog.server.CatalogListing;
import io.mcpbridge.cli.internal.CliOutput.Style;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.model.Resource;
import io.mcpbridge.model.ResourceTemplate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/** Lists resources. */
@Command(name = "resources", description = "Lists the resources and resource templates.")
final class ResourcesCommand extends ServersCommand {

  @Override
  ExitCode run(ServerSession session) {
    CallOptions options = CallOptions.builder().timeout(timeout).build();
    CatalogListing<Resource> resources = session.catalog().resources().list(options);
    CatalogListing<ResourceTemplate> templates = session.catalog().resources().templates(options);
    if (json) {
      List<Object> documents = new ArrayList<>();
      resources
          .byServer()
          .forEach((server, list) -> list.forEach(it -> documents.add(json(server, it))));
      List<Object> templateDocuments = new ArrayList<>();
      templates
          .byServer()
          .forEach((server, list) -> list.forEach(it -> templateDocuments.add(json(server, it))));
      output()
          .json(CliOutput.ordered("resources", documents, "resourceTemplates", templateDocuments));
    } else {
      resources
          .byServer()
          .forEach((server, list) -> list.forEach(it -> print(server, it.uri(), it.name())));
      templates
          .byServer()
          .forEach(
              (server, list) -> list.forEach(it -> print(server, it.uriTemplate(), it.name())));
    }
    return session
        .reportUnavailable()
        .and(session.reportFailures(resources))
        .and(session.reportFailures(templates));
  }

  private void print(String server, String uri, String name) {
    output()
        .line(
            Style.BOLD.of(server),
            "  ",
            Style.GREEN.of(ListCommand.oneLine(uri)),
            "  ",
            ListCommand.oneLine(name));
  }

  private static Map<String, @Nullable Object> json(String server, Resource resource) {
    Map<String, @Nullable Object> json =
        CliOutput.ordered("server", server, "uri", resource.uri(), "name", resource.name());
    CliOutput.put(json, "title", resource.title());
    CliOutput.put(json, "description", resource.description());
    CliOutput.put(json, "mimeType", resource.mimeType());
    CliOutput.put(json, "size", resource.size());
    return json;
  }

  private static Map<String, @Nullable Object> json(String server, ResourceTemplate template) {
    Map<String, @Nullable Object> json =
        CliOutput.ordered(
            "server", server, "uriTemplate", template.uriTemplate(), "name", template.name());
    CliOutput.put(json, "title", template.title());
    CliOutput.put(json, "description", template.description());
    CliOutput.put(json, "mimeType", template.mimeType());
    return json;
  }
}
