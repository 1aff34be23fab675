package io.mcpbridge.catalog.internal.result;

import io.mcpbridge.arguments.SchemaValidator;
import io.mcpbridge.arguments.SchemaViolation;
import io.mcpbridge.catalog.internal.state.OnceLogger;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.internal.text.ServerText;
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
public final class LenientSchemaValidator {

  private static final Logger log = LoggerFactory.getLogger(LenientSchemaValidator.class);

  private final SchemaValidator validator;
  private final OnceLogger unusable = new OnceLogger();

  public LenientSchemaValidator(SchemaValidator validator) {
    this.validator = validator;
  }

  public List<SchemaViolation> ofArguments(
      CatalogTool tool, Map<String, @Nullable Object> arguments) {
    return guarded(
        "arguments", tool, () -> validator.check(tool.listed().inputSchema(), arguments));
  }

  /** For arguments in which the built-in validator has found no mismatch. */
  public List<SchemaViolation> ofFittingArguments(
      CatalogTool tool, Map<String, @Nullable Object> arguments) {
    return guarded(
        "arguments", tool, () -> validator.checkFurther(tool.listed().inputSchema(), arguments));
  }

  List<SchemaViolation> ofResult(
      CatalogTool tool, Map<String, @Nullable Object> schema, @Nullable Object content) {
    return guarded("results", tool, () -> validator.checkResult(schema, content));
  }

  private List<SchemaViolation> guarded(
      String subject, CatalogTool tool, Supplier<List<SchemaViolation>> check) {
    try {
      return check.get();
    } catch (RuntimeException | StackOverflowError e) {
      if (unusable.isFirst(subject + " of " + tool.modelName())) {
        log.warn(
            "MCP server \"{}\": the {} of {} are not validated because its schema is unusable: {}",
            tool.server(),
            subject,
            tool.modelName(),
            ServerText.line(e.toString()));
      }
      return List.of();
    }
  }
}
