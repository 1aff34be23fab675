package io.mcpbridge.cli.internal;

import io.mcpbridge.search.ToolHit;
import io.mcpbridge.search.ToolSearchResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Searches tools. */
@Command(
    name = "search",
    description = "Finds tools by what they do, as the tool search of an agent does.")
final class SearchCommand extends ServersCommand {

  @Parameters(
      arity = "1..*",
      paramLabel = "QUERY",
      description = "What the tool shall do, such as: open a pull request")
  private List<String> query = new ArrayList<>();

  @Option(
      names = "--limit",
      paramLabel = "NUMBER",
      defaultValue = "5",
      description = "The maximum number of tools. Default: ${DEFAULT-VALUE}.")
  private int limit;

  @Override
  ExitCode run(ServerSession session) {
    ExitCode exitCode = session.reportUnavailable();
    ToolSearchResult result = session.catalog().search(String.join(" ", query), limit);
    if (json) {
      Map<String, @Nullable Object> document = new LinkedHashMap<>();
      document.put("query", result.query());
      document.put("confidence", result.confidence());
      document.put("tools", result.hits().stream().map(SearchCommand::json).toList());
      output().json(document);
    } else {
      result.hits().forEach(hit -> ListCommand.printTool(output(), hit));
      if (!result.isMatch()) {
        output().progress(result.hits().isEmpty() ? "no tool found" : "no tool fits well");
      }
    }
    return exitCode;
  }

  private static Map<String, @Nullable Object> json(ToolHit hit) {
    Map<String, @Nullable Object> json = ListCommand.json(hit.tool());
    json.put("score", hit.score());
    return json;
  }
}
