package io.mcpbridge.cli.internal;

import io.mcpbridge.catalog.server.CatalogSnapshot;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ToolNames;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.error.McpException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Calls a tool. */
@Command(name = "call", description = "Calls a tool and prints its result.")
final class CallCommand extends ServersCommand {

  @Parameters(index = "0", paramLabel = "TOOL", description = "Its name, as in: mcp list")
  private String tool = "";

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "ARGUMENT",
      description = {
        "key=value, with the type that the tool's schema has for it;",
        "a.b=value for a member of an object;",
        "the same key again for a list;",
        "key:=JSON;",
        "- for a JSON object on standard input."
      })
  private List<String> words = new ArrayList<>();

  private @Nullable CallArguments arguments;

  @Override
  void prepare() {
    arguments = CallArguments.parse(words, streams().in());
  }

  /** The prefix of a tool's name tells the server; without one, any server may have the tool. */
  @Override
  List<ConfiguredEntry> needed(List<ConfiguredEntry> entries) {
    List<ConfiguredEntry> owners =
        entries.stream().filter(entry -> tool.startsWith(prefix(entry.name()))).toList();
    return owners.isEmpty() ? entries : owners;
  }

  private static String prefix(String server) {
    String letter = "x";
    String name = ToolNames.modelName(server, letter);
    return name.substring(0, name.length() - letter.length());
  }

  @Override
  ExitCode run(ServerSession session) {
    CatalogSnapshot tools = session.catalog().snapshot();
    CatalogTool called = tools.resolveAny(tool);
    if (called == null || arguments == null) {
      return unknown(session, tools);
    }
    Map<String, @Nullable Object> values =
        arguments.typed(called.modelName(), called.listed().inputSchema());
    ToolOutput result =
        session.catalog().call(called.modelName(), values, callOptions(called.server()).build());
    McpException failure = result.failure();
    if (json) {
      output().json(json(result, session));
    } else if (result.isError()) {
      output().error(failure == null ? result.text() : String.valueOf(failure.getMessage()));
    } else {
      output().serverText(result.text());
    }
    if (failure != null) {
      return CliStreams.exitCode(failure);
    }
    return result.isError() ? ExitCode.FAILED : ExitCode.OK;
  }

  private ExitCode unknown(ServerSession session, CatalogSnapshot tools) {
    ExitCode servers = session.reportUnavailable();
    if (servers != ExitCode.OK) {
      return servers;
    }
    List<String> nearest = tools.toolNameResolver().nearest(tool);
    throw new CliException(
        ExitCode.USAGE,
        "there is no tool \""
            + tool
            + "\""
            + (nearest.isEmpty() ? "; see: mcp list" : "; similar: " + String.join(", ", nearest)));
  }

  private static Map<String, @Nullable Object> json(ToolOutput result, ServerSession session) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("content", result.content().stream().map(ContentJson::of).toList());
    if (result.structuredContent() != null) {
      json.put("structuredContent", result.structuredContent().value());
    }
    json.put("isError", result.isError());
    McpException failure = result.failure();
    if (failure != null) {
      json.put("failure", session.configuration().written(String.valueOf(failure.getMessage())));
    }
    CliOutput.put(json, "_meta", result.meta());
    return json;
  }
}
