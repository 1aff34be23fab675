package io.mcpbridge.cli.internal;

import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ServerState;
import io.mcpbridge.catalog.server.ServerStatus;
import io.mcpbridge.cli.internal.CliOutput.Style;
import io.mcpbridge.cli.internal.CliOutput.Styled;
import io.mcpbridge.internal.text.ServerText;
import io.mcpbridge.model.Implementation;
import io.mcpbridge.search.ToolHit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/** Lists servers and tools. */
@Command(name = "list", description = "Lists the servers and their tools.")
final class ListCommand extends ServersCommand {

  @Override
  ExitCode run(ServerSession session) {
    if (json) {
      output()
          .json(
              Map.of("servers", session.entries().stream().map(it -> json(it, session)).toList()));
    } else {
      session.entries().forEach(entry -> print(entry, session));
    }
    return session.exitCode();
  }

  private void print(ConfiguredEntry entry, ServerSession session) {
    ServerStatus status = session.status(entry);
    Styled name = Style.BOLD.of(entry.name());
    if (status == null || session.exitCode(entry) != ExitCode.OK) {
      output().line(name, "  ", state(status), ": ", session.reason(entry));
      if (!entry.address().isEmpty()) {
        output().line("  " + entry.address());
      }
      return;
    }
    List<CatalogTool> tools = session.catalog().snapshot().of(entry.name());
    int tokens = tools.stream().mapToInt(CatalogTool::tokens).sum();
    String revision = status.info() == null ? "" : ", " + status.info().protocolVersion();
    output().line(name, "  ", state(status), revision, ", ", size(tools.size(), tokens));
    tools.forEach(tool -> printTool(output(), ToolHit.of(tool)));
  }

  static String size(int tools, int tokens) {
    // no format, which would load the data of the locale
    return tools + (tools == 1 ? " tool" : " tools") + ", about " + tokens + " tokens";
  }

  /** The name, the arguments and the purpose of a tool. */
  static void printTool(CliOutput output, ToolHit tool) {
    output.line(
        "  ",
        Style.GREEN.of(tool.name()),
        Style.DIM.of("(" + tool.signature() + ")"),
        "  ",
        tool.summary());
  }

  private static Styled state(@Nullable ServerStatus status) {
    if (status == null) {
      return Style.YELLOW.of("not started");
    }
    boolean isFine = status.state() == ServerState.CONNECTED;
    return (isFine ? Style.GREEN : Style.RED).of(stateName(status.state()));
  }

  static String stateName(ServerState state) {
    return state.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private static Map<String, @Nullable Object> json(ConfiguredEntry entry, ServerSession session) {
    ServerStatus status = session.status(entry);
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("name", entry.name());
    json.put("state", status == null ? "NOT_STARTED" : status.state().name());
    CliOutput.put(json, "address", entry.address());
    CliOutput.put(json, "location", entry.location());
    if (status == null || session.exitCode(entry) != ExitCode.OK) {
      CliOutput.put(json, "reason", session.reason(entry));
    }
    if (status != null && status.info() != null) {
      json.put("protocolVersion", status.info().protocolVersion());
      Implementation implementation = status.info().implementation();
      if (implementation != null) {
        json.put(
            "serverInfo",
            Map.of("name", implementation.name(), "version", implementation.version()));
      }
      CliOutput.put(json, "instructions", status.instructions());
    }
    List<Object> tools = new ArrayList<>();
    session.catalog().snapshot().of(entry.name()).forEach(tool -> tools.add(json(tool)));
    json.put("tools", tools);
    return json;
  }

  static Map<String, @Nullable Object> json(CatalogTool tool) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("name", tool.modelName());
    json.put("server", tool.server());
    json.put("tool", tool.name());
    CliOutput.put(json, "title", tool.shown().title());
    CliOutput.put(json, "description", tool.shown().description());
    json.put("tokens", tool.tokens());
    json.put("inputSchema", tool.shown().inputSchema());
    CliOutput.put(json, "outputSchema", tool.shown().outputSchema());
    return json;
  }

  /** One line of a text of a server. */
  static String oneLine(@Nullable String text) {
    return text == null ? "" : ServerText.line(text);
  }
}
