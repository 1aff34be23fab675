package io.mcpbridge.validation;

import com.networknt.schema.AbsoluteIri;
import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import com.networknt.schema.path.NodePath;
import io.mcpbridge.arguments.SchemaValidator;
import io.mcpbridge.arguments.SchemaViolation;
import io.mcpbridge.internal.text.BoundedPattern;
import io.mcpbridge.internal.text.ServerText;
import io.mcpbridge.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Validates arguments and results against all of JSON Schema, drafts 4 to 2020-12, with networknt's
 * json-schema-validator: patterns, conditions, {@code not} and other keywords that the built-in
 * check leaves to the server. The built-in check runs first, because its messages are better.
 *
 * <p>Nothing is ever fetched: a schema that refers to another document cannot be used; its
 * arguments are checked by the built-in check only. Patterns that could take too long to match are
 * skipped.
 *
 * <p>Needs {@code com.networknt:json-schema-validator}, 2 or 3, on the class path; Spring AI 1 and
 * 2 bring the matching one. Thread-safe; one instance can serve all catalogs.
 */
public final class NetworkntValidator implements SchemaValidator {

  /** The location of the drafts' meta-schemas, which are on the class path. */
  private static final String DRAFTS = "//json-schema.org/";

  private final SchemaValidator builtIn = SchemaValidator.builtIn();
  private final SchemaRegistry registry;
  private final SchemaCache schemas;

  /** A validator with an empty cache. */
  public NetworkntValidator() {
    SchemaRegistryConfig config =
        SchemaRegistryConfig.builder()
            .locale(Locale.ENGLISH)
            .regularExpressionFactory(pattern -> text -> !BoundedPattern.refuses(pattern, text))
            .build();
    this.registry =
        SchemaRegistry.withDefaultDialect(
            SpecificationVersion.DRAFT_2020_12,
            builder ->
                builder
                    .schemaRegistryConfig(config)
                    .schemaCacheEnabled(false)
                    .schemaLoader(
                        loader ->
                            loader
                                .fetchRemoteResources(false)
                                .block(NetworkntValidator::isElsewhere)));
    this.schemas =
        new SchemaCache(schema -> registry.getSchema(Json.write(schema), InputFormat.JSON));
  }

  private static boolean isElsewhere(AbsoluteIri iri) {
    String place = iri.toString();
    return !place.startsWith("https:" + DRAFTS) && !place.startsWith("http:" + DRAFTS);
  }

  /**
   * {@inheritDoc}
   *
   * @throws RuntimeException if the schema cannot be used
   */
  @Override
  public List<SchemaViolation> check(
      Map<String, @Nullable Object> schema, Map<String, @Nullable Object> arguments) {
    List<SchemaViolation> plain = builtIn.check(schema, arguments);
    return plain.isEmpty() ? fullCheck(schema, arguments) : plain;
  }

  @Override
  public List<SchemaViolation> checkFurther(
      Map<String, @Nullable Object> schema, Map<String, @Nullable Object> arguments) {
    return fullCheck(schema, arguments);
  }

  /**
   * {@inheritDoc}
   *
   * @throws RuntimeException if the schema cannot be used
   */
  @Override
  public List<SchemaViolation> checkResult(
      Map<String, @Nullable Object> schema, @Nullable Object content) {
    List<SchemaViolation> plain = builtIn.checkResult(schema, content);
    return plain.isEmpty() ? fullCheck(schema, content) : plain;
  }

  private List<SchemaViolation> fullCheck(
      Map<String, @Nullable Object> schema, @Nullable Object value) {
    Schema read = schemas.read(schema);
    List<Error> errors = read.validate(Json.write(value), InputFormat.JSON);
    return errors.stream().map(NetworkntValidator::violation).toList();
  }

  /** Formats the validator's messages for a model. */
  private static SchemaViolation violation(Error error) {
    List<Object> path = new ArrayList<>();
    NodePath place = error.getInstanceLocation();
    for (int i = 0; i < place.getNameCount(); i++) {
      path.add(place.getElement(i));
    }
    String keyword = String.valueOf(error.getKeyword());
    if (error.getProperty() != null && keyword.equals("required")) {
      path.add(error.getProperty());
      return new SchemaViolation(path, "is missing");
    }
    return new SchemaViolation(path, "does not match: " + ServerText.line(words(error)));
  }

  private static String words(Error error) {
    return error.getMessage() == null ? String.valueOf(error.getKeyword()) : error.getMessage();
  }
}
