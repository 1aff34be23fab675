package io.mcpbridge.schema;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where to put the notes about the root's keywords that cannot be sent: constraints on the
 * arguments, and names of the schema.
 */
enum SchemaNotes {

  /** Names go to the schema's description, because the Gemini adapters send it. */
  ALSO_IN_THE_SCHEMA {
    @Override
    AdaptedSchema write(
        InputSchema parts,
        String description,
        boolean strict,
        SchemaLossCollector schemaLossCollector) {
      String root = parts.description();
      String all = (root == null ? "" : root) + names(parts);
      return adapted(parts, description + limits(parts), all, strict, schemaLossCollector);
    }
  },

  /** Everything goes to the tool's description, because some adapters drop the root's. */
  IN_THE_TOOLS_DESCRIPTION {
    @Override
    AdaptedSchema write(
        InputSchema parts,
        String description,
        boolean strict,
        SchemaLossCollector schemaLossCollector) {
      String all = description + root(parts) + limits(parts) + names(parts);
      return adapted(parts, all, null, strict, schemaLossCollector);
    }
  },

  /** In the tool's description up to its maximum length; the rest in the schema's. */
  IN_A_SHORT_DESCRIPTION {
    @Override
    AdaptedSchema write(
        InputSchema parts,
        String description,
        boolean strict,
        SchemaLossCollector schemaLossCollector) {
      ShortDescription shortDescription = new ShortDescription(description);
      shortDescription.add(root(parts));
      shortDescription.add(limits(parts));
      shortDescription.add(names(parts));
      return adapted(
          parts, shortDescription.text(), shortDescription.rest(), strict, schemaLossCollector);
    }
  };

  /** Keywords that name the schema without constraining the arguments. */
  private static final Set<String> NAMING = Set.of("title");

  abstract AdaptedSchema write(
      InputSchema parts,
      String description,
      boolean strict,
      SchemaLossCollector schemaLossCollector);

  private static String root(InputSchema parts) {
    String root = parts.description();
    return root == null || root.isBlank() ? "" : "\n\nThe arguments: " + root;
  }

  private static String limits(InputSchema parts) {
    Map<String, @Nullable Object> limits = new LinkedHashMap<>(parts.unsent());
    limits.keySet().removeAll(NAMING);
    return NoteText.ending("The arguments must also match this JSON Schema: ", limits);
  }

  private static String names(InputSchema parts) {
    Map<String, @Nullable Object> names = new LinkedHashMap<>(parts.unsent());
    names.keySet().retainAll(NAMING);
    return NoteText.ending("This schema also says: ", names);
  }

  private static AdaptedSchema adapted(
      InputSchema parts,
      String description,
      @Nullable String ofSchema,
      boolean strict,
      SchemaLossCollector schemaLossCollector) {
    String ofRoot = ofSchema == null || ofSchema.isBlank() ? null : ofSchema.strip();
    return new AdaptedSchema(
        description, parts.sent(ofRoot, strict), strict, schemaLossCollector.all());
  }
}
