package io.mcpbridge.catalog.internal.result;

import io.mcpbridge.arguments.SchemaViolation;
import io.mcpbridge.arguments.ToolArguments;
import io.mcpbridge.catalog.internal.state.OnceLogger;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.internal.text.ServerText;
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
public final class OutputValidation {

  private static final Logger log = LoggerFactory.getLogger(OutputValidation.class);

  private final LenientSchemaValidator checks;
  private final OnceLogger reported = new OnceLogger();

  public OutputValidation(LenientSchemaValidator checks) {
    this.checks = checks;
  }

  public void check(CatalogTool tool, CallToolResult result) {
    Map<String, @Nullable Object> schema = tool.listed().outputSchema();
    if (schema == null || result.isError()) {
      return;
    }
    if (result.structuredContent() == null) {
      report(tool, "there is none");
      return;
    }
    List<SchemaViolation> problems =
        checks.ofResult(tool, schema, result.structuredContent().value());
    if (!problems.isEmpty()) {
      report(tool, "check " + ToolArguments.locations(problems));
    }
  }

  private void report(CatalogTool tool, String advice) {
    if (reported.isFirst(tool.modelName())) {
      log.warn(
          "MCP server \"{}\": the structured content of \"{}\" does not match the tool's"
              + " output schema ({}); passed on unchanged",
          tool.server(),
          ServerText.line(tool.name()),
          advice);
    }
  }
}
