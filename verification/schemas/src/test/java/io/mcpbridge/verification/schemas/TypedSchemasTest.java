package io.mcpbridge.verification.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.model.chat.request.json.JsonAnyOfSchema;
import dev.langchain4j.model.chat.request.json.JsonArraySchema;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonRawSchema;
import dev.langchain4j.model.chat.request.json.JsonReferenceSchema;
import dev.langchain4j.model.chat.request.json.JsonSchemaElement;
import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.langchain4j.schema.AdaptedSchema;
import io.mcpbridge.langchain4j.schema.SchemaProfile;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The form for LangChain4j's adapters for Google's SDKs, which cannot be asked here: those throw
 * for a raw schema, a reference, and an array that says nothing about its elements.
 */
class TypedSchemasTest {

  static List<Shape> offered() {
    return Shape.all().stream()
        .filter(shape -> !shape.name().equals("root of another type"))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("offered")
  void areOfTypesThatTheAdaptersTake(Shape shape) {
    assertThat(parts(adapted(shape).parameters()))
        .noneMatch(JsonRawSchema.class::isInstance)
        .noneMatch(JsonReferenceSchema.class::isInstance)
        .allMatch(part -> !(part instanceof JsonArraySchema array) || array.items() != null)
        .allMatch(part -> !(part instanceof JsonObjectSchema o) || o.definitions().isEmpty())
        .allMatch(
            part ->
                !(part instanceof JsonObjectSchema object)
                    || object.properties().keySet().containsAll(object.required()));
  }

  @ParameterizedTest
  @MethodSource("offered")
  void nothingGetsLostWithoutAReport(Shape shape) {
    AdaptedSchema adapted = adapted(shape);
    String specification =
        ToolSpecification.builder()
            .name("t")
            .description(adapted.description())
            .parameters(adapted.parameters())
            .build()
            .toJson();
    SentTool sent =
        new SentTool(
            adapted.description(), JsonObject.of(Json.read(specification)).map("parameters"));

    Set<String> untold = Statements.of(shape.schema()).without(Statements.of(sent));

    if (adapted.losses().isEmpty()) {
      assertThat(untold).as(specification).isEmpty();
    }
    assertThat(adapted.losses())
        .allMatch(loss -> loss.place().startsWith("#/") || loss.what().startsWith("refers to"));
  }

  private static AdaptedSchema adapted(Shape shape) {
    return AdaptedSchema.of(shape.schema(), "Does it.", SchemaProfile.TYPED);
  }

  private static List<JsonSchemaElement> parts(JsonSchemaElement schema) {
    List<JsonSchemaElement> parts = new ArrayList<>(List.of(schema));
    inside(schema).filter(Objects::nonNull).forEach(part -> parts.addAll(parts(part)));
    return parts;
  }

  private static Stream<JsonSchemaElement> inside(JsonSchemaElement schema) {
    if (schema instanceof JsonObjectSchema object) {
      return object.properties().values().stream();
    }
    if (schema instanceof JsonArraySchema array) {
      return Stream.of(array.items());
    }
    return schema instanceof JsonAnyOfSchema any ? any.anyOf().stream() : Stream.empty();
  }
}
