package io.mcpbridge.samples.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import wiremock.com.fasterxml.jackson.databind.JsonNode;
import wiremock.com.fasterxml.jackson.databind.node.ObjectNode;

/** Fills a tool's arguments with facts from the question, in a fixed order of preference. */
final class ArgumentFiller {

  private final OfferedTool tool;
  private final String part;
  private final JsonNode schema;
  private final Facts facts;
  private final ValueFinder finder;
  private final Set<String> requiredNames = new LinkedHashSet<>();
  private final Map<String, JsonNode> values = new HashMap<>();

  private ArgumentFiller(OfferedTool tool, String part) {
    this.tool = tool;
    this.part = part;
    this.schema = tool.parameters();
    this.facts = Facts.of(part, tool);
    this.finder = new ValueFinder(facts, schema);
    schema.path("required").forEach(name -> requiredNames.add(name.asText()));
  }

  static ArgumentFiller fill(OfferedTool tool, String part) {
    ArgumentFiller filler = new ArgumentFiller(tool, part);
    filler.fill();
    return filler;
  }

  /** Whether no argument is missing, and no number, path or quotation of the question is unused. */
  boolean useEverything() {
    return missing().isEmpty() && facts.usedAllLiterals();
  }

  /** A call with every required argument, or a message that names the missing ones. */
  Step step() {
    List<String> missing = missing();
    return missing.isEmpty()
        ? new Step.Call(tool.name(), arguments().toString())
        : new Step.Unclear(
            tool.name()
                + " looks right for \""
                + part
                + "\", but these required arguments were not found there: "
                + String.join(", ", missing)
                + ".");
  }

  private void fill() {
    List<PropertySchema> required = requiredNames.stream().map(this::property).toList();
    List<PropertySchema> optional = new ArrayList<>();
    schema.path("properties").fieldNames().forEachRemaining(name -> optional.add(property(name)));
    optional.removeIf(property -> requiredNames.contains(property.name()));
    // "the first 5 lines" belongs to the property that mentions first lines.
    optional.sort(Comparator.comparingInt(property -> -sharedWords(property)));

    required.forEach(property -> put(property, finder.named(property)));
    optional.forEach(property -> put(property, finder.named(property)));
    // Values with a distinct form first, so that a text argument does not consume them.
    open(required).stream()
        .sorted(Comparator.comparing(PropertySchema::isText))
        .forEach(property -> put(property, finder.best(property)));
    if (required.isEmpty()) {
      // Such a schema requires some property without naming it: the first text fills it.
      open(optional).stream()
          .filter(PropertySchema::isText)
          .findFirst()
          .ifPresent(property -> put(property, finder.best(property)));
    }
    open(optional).forEach(property -> put(property, finder.clear(property)));
    open(required).forEach(property -> put(property, property.fallback()));
  }

  private List<String> missing() {
    return open(requiredNames.stream().map(this::property).toList()).stream()
        .map(property -> property.name() + " (" + property.type() + ")")
        .toList();
  }

  private int sharedWords(PropertySchema property) {
    Set<String> shared = Words.of(property.name() + " " + property.description());
    shared.retainAll(Words.of(part));
    return shared.size();
  }

  private PropertySchema property(String name) {
    return PropertySchema.of(name, schema, schema.path("properties").path(name));
  }

  private List<PropertySchema> open(List<PropertySchema> properties) {
    return properties.stream().filter(property -> !values.containsKey(property.name())).toList();
  }

  private void put(PropertySchema property, Optional<JsonNode> value) {
    value.ifPresent(argument -> values.put(property.name(), argument));
  }

  /** In schema order, so that a question always yields the same text. */
  private ObjectNode arguments() {
    ObjectNode arguments = JsonText.object();
    Set<String> names = new LinkedHashSet<>();
    schema.path("properties").fieldNames().forEachRemaining(names::add);
    names.addAll(requiredNames);
    for (String name : names) {
      JsonNode value = values.get(name);
      if (value != null) {
        arguments.set(name, value);
      }
    }
    return arguments;
  }
}
