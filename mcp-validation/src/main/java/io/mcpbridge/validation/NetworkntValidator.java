package io.mcpbridge.validation;

import com.networknt.schema.AbsoluteIri;
import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import io.mcpbridge.arguments.Problem;
import io.mcpbridge.arguments.SchemaValidator;
import io.mcpbridge.input.ServersPattern;
import io.mcpbridge.json.Json;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Checks arguments and results against the whole of JSON Schema, all drafts from 4 to 2020-12, with
 * networknt's json-schema-validator: patterns, conditions, {@code not} and what else the built-in
 * check leaves to the server. What the built-in check finds it says better, so that is asked first.
 *
 * <p>Nothing is ever fetched: a schema that refers to another document cannot be used, and the
 * arguments are then sent with the built-in check alone. A pattern that could take for ever is not
 * tried.
 *
 * <p>Needs {@code com.networknt:json-schema-validator}, 2 or 3, on the class path; Spring AI 1 and
 * 2 bring the one that goes with them. Thread-safe; one for all catalogues is enough.
 */
public final class NetworkntValidator implements SchemaValidator {

  /** Where the drafts' own schemas stand, which are on the class path. */
  private static final String DRAFTS = "//json-schema.org/";

  private final SchemaValidator builtIn = SchemaValidator.builtIn();
  private final SchemaRegistry registry;
  private final ReadSchemas schemas;

  /** A validator that has not seen a schema yet. */
  public NetworkntValidator() {
    SchemaRegistryConfig config =
        SchemaRegistryConfig.builder()
            .locale(Locale.ENGLISH)
            .regularExpressionFactory(pattern -> text -> !ServersPattern.refuses(pattern, text))
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
        new ReadSchemas(schema -> registry.getSchema(Json.write(schema), InputFormat.JSON));
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
  public List<Problem> check(
      Map<String, @Nullable Object> schema, Map<String, @Nullable Object> arguments) {
    List<Problem> plain = builtIn.check(schema, arguments);
    return plain.isEmpty() ? whole(schema, arguments) : plain;
  }

  /**
   * {@inheritDoc}
   *
   * @throws RuntimeException if the schema cannot be used
   */
  @Override
  public List<Problem> checkResult(Map<String, @Nullable Object> schema, @Nullable Object content) {
    List<Problem> plain = builtIn.checkResult(schema, content);
    return plain.isEmpty() ? whole(schema, content) : plain;
  }

  private List<Problem> whole(Map<String, @Nullable Object> schema, @Nullable Object value) {
    Schema read = schemas.read(schema);
    List<Error> errors = read.validate(Json.write(value), InputFormat.JSON);
    return errors.stream().map(Problems::of).toList();
  }
}
