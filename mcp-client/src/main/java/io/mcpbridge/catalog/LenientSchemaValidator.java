package io.mcpbridge.catalog;

import io.mcpbridge.arguments.SchemaValidator;
import io.mcpbridge.arguments.SchemaViolation;
import io.mcpbridge.error.ServerText;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the schema validator. If the validator fails, no violations are reported: the server itself
 * must apply a schema that the client cannot use. The log warns once per tool.
 */
final class LenientSchemaValidator {

  private static final Logger log = LoggerFactory.getLogger(ToolCatalog.class);

  private final SchemaValidator validator;
  private final OnceLogger unusable = new OnceLogger();

  LenientSchemaValidator(SchemaValidator validator) {
    this.validator = validator;
  }

  List<SchemaViolation> ofArguments(CatalogTool tool, Map<String, @Nullable Object> arguments) {
    return guarded(
        "arguments", tool, () -> validator.check(tool.listed().inputSchema(), arguments));
  }

  List<SchemaViolation> ofResult(
      CatalogTool tool, Map<String, @Nullable Object> schema, @Nullable Object content) {
    return guarded("results", tool, () -> validator.checkResult(schema, content));
  }

  private List<SchemaViolation> guarded(
      String what, CatalogTool tool, Supplier<List<SchemaViolation>> check) {
    try {
      return check.get();
    } catch (RuntimeException | StackOverflowError e) {
      if (unusable.isNews(what + " of " + tool.modelName())) {
        log.warn(
            "MCP server \"{}\": the {} of {} are not checked, its schema cannot be used: {}",
            tool.server(),
            what,
            tool.modelName(),
            ServerText.line(e.toString()));
      }
      return List.of();
    }
  }
}
