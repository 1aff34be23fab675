package io.mcpbridge.catalog;

import io.mcpbridge.arguments.Problem;
import io.mcpbridge.arguments.ToolArguments;
import io.mcpbridge.error.ServersWords;
import io.mcpbridge.model.CallToolResult;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Validates structured content against the tool's output schema (2025-06-18 and later, tools,
 * output schema: clients should). The model and the application get invalid content nevertheless.
 * The log warns once per tool, without values, which may be secret.
 */
final class OutputCheck {

  private static final Logger log = LoggerFactory.getLogger(ToolCatalog.class);

  private final SchemaChecks checks;
  private final ToldOnce told = new ToldOnce();

  OutputCheck(SchemaChecks checks) {
    this.checks = checks;
  }

  void check(CatalogTool tool, CallToolResult result) {
    Map<String, @Nullable Object> schema = tool.listed().outputSchema();
    if (schema == null || result.isError()) {
      return;
    }
    if (result.structuredContent() == null) {
      tell(tool, "it is missing");
      return;
    }
    List<Problem> problems = checks.ofResult(tool, schema, result.structuredContent().value());
    if (!problems.isEmpty()) {
      tell(tool, "look at " + ToolArguments.places(problems));
    }
  }

  private void tell(CatalogTool tool, String what) {
    if (told.isNews(tool.modelName())) {
      log.warn(
          "MCP server \"{}\": the structured content of \"{}\" does not fit the output schema of that"
              + " tool, {}; it is used as it is",
          tool.server(),
          ServersWords.line(tool.name()),
          what);
    }
  }
}
