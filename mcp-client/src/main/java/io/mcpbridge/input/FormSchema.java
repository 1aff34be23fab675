package io.mcpbridge.input;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.model.ElicitFormRequest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a form that a server requests: a flat object of strings, numbers, booleans and
 * enums (2026-07-28, client, elicitation, requested schema).
 */
public final class FormSchema {

  private final List<FormField> fields;

  private FormSchema(List<FormField> fields) {
    this.fields = List.copyOf(fields);
  }

  /**
   * Parses the form of a request.
   *
   * @throws IllegalArgumentException if a field has a type that forms do not support
   */
  public static FormSchema of(ElicitFormRequest request) {
    JsonObject schema = JsonObject.of(request.requestedSchema());
    List<@Nullable Object> required = schema.list("required");
    List<FormField> fields = new ArrayList<>();
    schema
        .map("properties")
        .forEach(
            (name, property) ->
                fields.add(FormFieldReader.read(name, property, required.contains(name))));
    return new FormSchema(fields);
  }

  /** The fields in the server's order. */
  public List<FormField> fields() {
    return fields;
  }

  /** Returns the content with the defaults of missing fields added (SEP-1034). */
  public Map<String, @Nullable Object> withDefaults(Map<String, ?> content) {
    Map<String, @Nullable Object> completed = new LinkedHashMap<>();
    for (FormField field : fields) {
      if (content.containsKey(field.name())) {
        completed.put(field.name(), content.get(field.name()));
      } else if (field.defaultValue() != null) {
        completed.put(field.name(), field.defaultValue());
      }
    }
    content.forEach(completed::putIfAbsent);
    return completed;
  }

  /** Validates the content; returns short sentences that name the field, empty if it is valid. */
  public List<String> problems(Map<String, ?> content) {
    List<String> problems = new ArrayList<>();
    for (FormField field : fields) {
      Object value = content.get(field.name());
      if (value != null) {
        problems.addAll(field.problems(value));
      } else if (field.required()) {
        problems.add(field.name() + " is missing");
      } else if (content.containsKey(field.name())) {
        problems.add(field.name() + " must be omitted rather than null");
      }
    }
    for (String name : content.keySet()) {
      if (fields.stream().noneMatch(field -> field.name().equals(name))) {
        problems.add(name + " is not a field of the form");
      }
    }
    return problems;
  }
}
