package io.mcpbridge.catalog;

import io.mcpbridge.arguments.SchemaViolation;
import io.mcpbridge.arguments.ToolArguments;
import io.mcpbridge.error.ServerText;
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
final class OutputValidation {

  private static final Logger log = LoggerFactory.getLogger(ToolCatalog.class);

  private final LenientSchemaValidator checks;
  private final OnceLogger told = new OnceLogger();

  OutputValidation(LenientSchemaValidator checks) {
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
    List<SchemaViolation> problems =
        checks.ofResult(tool, schema, result.structuredContent().value());
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
          ServerText.line(tool.name()),
          what);
    }
  }
}
