package io.mcpbridge.approval;

import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.internal.schema.SchemaWalker;
import io.mcpbridge.internal.text.EditDistance;
import io.mcpbridge.internal.text.ServerText;
import io.mcpbridge.json.JsonObject;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * An argument that a rule names and a tool's schema does not declare. Where a schema leaves open
 * what else may be there, no argument is undeclared.
 *
 * @param declared the names in its place
 */
record UndeclaredArgument(String name, Collection<String> declared) {

  private static final int MAX_NAMES = 3;

  /** Keywords that may declare further members, or members elsewhere. */
  private static final List<String> OPEN_KEYWORDS =
      List.of(
          "patternProperties",
          "unevaluatedProperties",
          "allOf",
          "anyOf",
          "oneOf",
          "if",
          "dependentSchemas",
          "dependencies",
          "$dynamicRef",
          "$recursiveRef");

  /** Warnings of the arguments in a rule that none of these tools declares. */
  static List<String> warnings(
      ApprovalRule rule,
      Collection<CatalogTool> tools,
      BiPredicate<CatalogTool, String> isFixedArgument) {
    List<String> warnings = new ArrayList<>();
    List<CatalogTool> ofRule =
        tools.stream()
            .filter(tool -> rule.isForTool(new RuledCall(tool, null, null, null)))
            .toList();
    for (ArgumentPointer pointer : rule.pointers()) {
      UndeclaredArgument undeclared = null;
      for (CatalogTool tool : ofRule) {
        boolean isFixed = isFixedArgument.test(tool, pointer.names().get(0));
        undeclared = isFixed ? null : new Search(tool.listed().inputSchema()).find(pointer);
        if (undeclared == null) {
          break;
        }
      }
      if (undeclared != null) {
        warnings.add(undeclared.warning(rule, pointer, ofRule));
      }
    }
    return warnings;
  }

  private String warning(ApprovalRule rule, ArgumentPointer pointer, List<CatalogTool> tools) {
    CatalogTool tool = tools.get(tools.size() - 1);
    return "MCP server \"%s\": %s%s no argument %s, which a rule names: %s (setting: %s); %s"
        .formatted(
            tool.server(),
            quoted(List.of(tool.name())),
            tools.size() == 1 ? " has" : " and the other tools of the rule have",
            pointer,
            rule,
            rule.setting(),
            suggestion());
  }

  private String suggestion() {
    String similar = EditDistance.nearest(name, declared);
    return similar != null
        ? "similar name: " + quoted(List.of(similar))
        : declared.isEmpty() ? "there is none" : "there are " + quoted(declared);
  }

  private static String quoted(Collection<String> names) {
    return names.stream()
            .limit(MAX_NAMES)
            .map(name -> '"' + ServerText.line(name) + '"')
            .collect(Collectors.joining(", "))
        + (names.size() > MAX_NAMES ? ", ..." : "");
  }

  /** In a schema, which may refer to itself. */
  private static final class Search {

    private final Map<String, @Nullable Object> root;
    private int remainingSchemas = ArgumentPointer.MAX_VALUES;

    Search(Map<String, @Nullable Object> root) {
      this.root = root;
    }

    /** {@code null} if the argument may be there. */
    @Nullable UndeclaredArgument find(ArgumentPointer pointer) {
      return find(root, pointer.names());
    }

    private @Nullable UndeclaredArgument find(@Nullable Object subschema, List<String> names) {
      JsonObject schema = resolved(subschema);
      if (names.isEmpty() || schema == null || OPEN_KEYWORDS.stream().anyMatch(schema::has)) {
        return null;
      }
      String name = names.get(0);
      Map<?, ?> properties =
          schema.get("properties") instanceof Map<?, ?> declared ? declared : Map.of();
      List<@Nullable Object> elements = new ArrayList<>(schema.list("prefixItems"));
      if (schema.has("items")) {
        elements.add(schema.get("items"));
      }
      List<@Nullable Object> children = new ArrayList<>();
      if (name.equals(ArgumentPointer.EACH)) {
        children.addAll(elements);
        children.addAll(properties.values());
      } else if (properties.containsKey(name)) {
        children.add(properties.get(name));
      } else if (!elements.isEmpty()) {
        return null; // perhaps an index
      }
      boolean isClosed = Boolean.FALSE.equals(schema.get("additionalProperties"));
      boolean mayHaveMore = name.equals(ArgumentPointer.EACH) || children.isEmpty();
      boolean isOpen = schema.has("additionalProperties") || properties.isEmpty();
      if (mayHaveMore && isOpen && !isClosed && elements.isEmpty()) {
        return null;
      }
      UndeclaredArgument undeclared =
          new UndeclaredArgument(name, properties.keySet().stream().map(String::valueOf).toList());
      for (Object child : children) {
        undeclared = find(child, names.subList(1, names.size()));
        if (undeclared == null) {
          return null;
        }
      }
      return undeclared;
    }

    /** {@code null} if it constrains nothing, or cannot be read. */
    private @Nullable JsonObject resolved(@Nullable Object subschema) {
      JsonObject schema = JsonObject.orNull(subschema);
      while (schema != null && remainingSchemas-- > 0) {
        if (!schema.has("$ref")) {
          return subschema != root && schema.has("$id") ? null : schema;
        }
        String reference = schema.string("$ref");
        schema =
            reference == null || schema.has("properties")
                ? null
                : JsonObject.orNull(SchemaWalker.target(reference, root));
      }
      return null;
    }
  }
}
