package io.mcpbridge.schema;

import java.text.BreakIterator;
import java.util.LinkedHashMap;
import java.util.Locale;
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

  /**
   * A tool description of at most {@link #MAX_LENGTH} characters, for OpenAI and other providers of
   * its models, some of which reject a whole request, with the tools of all servers, if one
   * description is longer. The excess is available separately.
   */
  private static final class ShortDescription {

    /** In characters. */
    static final int MAX_LENGTH = 1024;

    private static final String ELLIPSIS = "…";

    private final StringBuilder text;
    private final StringBuilder rest = new StringBuilder();

    ShortDescription(String description) {
      if (description.length() <= MAX_LENGTH) {
        text = new StringBuilder(description);
        return;
      }
      int end = end(description, MAX_LENGTH - ELLIPSIS.length() - 1);
      text =
          new StringBuilder(description.substring(0, end).stripTrailing())
              .append(' ')
              .append(ELLIPSIS);
      rest.append(ELLIPSIS).append(' ').append(description.substring(end).strip());
    }

    /**
     * Cuts after a sentence if that keeps most of the text, otherwise after a word or character.
     */
    private static int end(String description, int maxLength) {
      int end = boundary(BreakIterator.getSentenceInstance(Locale.ROOT), description, maxLength);
      if (end < maxLength * 2 / 3) {
        end = boundary(BreakIterator.getLineInstance(Locale.ROOT), description, maxLength);
      }
      return end < maxLength / 2
          ? boundary(BreakIterator.getCharacterInstance(Locale.ROOT), description, maxLength)
          : end;
    }

    private static int boundary(BreakIterator boundaries, String description, int maxLength) {
      boundaries.setText(description);
      return boundaries.preceding(maxLength + 1);
    }

    /** Appends a paragraph to the description if it fits, otherwise to the excess. */
    void add(String paragraph) {
      (text.length() + paragraph.length() <= MAX_LENGTH ? text : rest).append(paragraph);
    }

    String text() {
      return text.toString();
    }

    /** The excess; {@code null} for none. */
    @Nullable String rest() {
      return rest.isEmpty() ? null : rest.toString().strip();
    }
  }
}
