package io.mcpbridge.search;

import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.SearchHints;
import io.mcpbridge.internal.schema.SchemaWalker;
import io.mcpbridge.internal.text.Sha256;
import io.mcpbridge.model.Tool;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The words of a tool, by the part of its definition in which they occur. Immutable. */
final class ToolDocument {

  /** The number of different words from which each counts less; nine of ten tools have fewer. */
  private static final double MAX_UNDILUTED_WORDS = 150;

  /** The number of names and values of which a query can have one exactly. */
  private static final int MAX_IDENTIFIERS = 200;

  private static final Pattern CASE = Pattern.compile("(\\p{Ll}|\\p{N})(\\p{Lu})");
  private static final Pattern SEPARATORS = Pattern.compile("[_\\-./]+");

  private static final ToolField[] FIELDS = ToolField.values();

  private static final List<ToolField> PROMINENT =
      List.of(
          ToolField.NAME, ToolField.TITLE, ToolField.SUMMARY, ToolField.ARGUMENT, ToolField.VALUE);

  private final CatalogTool tool;
  private final @Nullable String instructions;
  private final Map<String, short[]> counts = new HashMap<>();
  private final Set<String> identifiers = new HashSet<>();
  private final int[] lengths = new int[FIELDS.length];
  private final float dilution;
  private final String text;
  private volatile @Nullable String hash;

  ToolDocument(CatalogTool tool, @Nullable String instructions) {
    this.tool = tool;
    this.instructions = instructions;
    Tool shown = tool.shown();
    add(ToolField.NAME, tool.listed().name());
    identifiers.add(normalized(tool.listed().name()));
    add(ToolField.TITLE, shown.title());
    add(ToolField.TITLE, shown.annotations().title());
    String description = shown.description() == null ? "" : shown.description();
    int summary = FirstSentence.end(description);
    add(ToolField.SUMMARY, description.substring(0, summary));
    add(ToolField.DESCRIPTION, description.substring(summary));
    addSchema(shown.inputSchema());
    double share = Math.min(1, MAX_UNDILUTED_WORDS / Math.max(1, counts.size()));
    dilution = (float) (share * share);
    tool.searchHints().aliases().forEach(alias -> add(ToolField.ALIAS, alias));
    add(ToolField.WHEN_TO_USE, tool.searchHints().whenToUse());
    add(ToolField.SERVER, tool.server());
    add(ToolField.INSTRUCTIONS, instructions);
    text =
        words(tool.server())
            + ": "
            + words(tool.listed().name())
            + ". "
            + description.substring(0, summary).strip()
            + hints(tool.searchHints());
  }

  private static String hints(SearchHints hints) {
    String use = hints.whenToUse() == null ? "" : " " + hints.whenToUse();
    return hints.aliases().isEmpty() ? use : use + " " + String.join(", ", hints.aliases());
  }

  private void addSchema(Map<String, @Nullable Object> schema) {
    SchemaWalker.visit(
        schema,
        (keywords, location) -> {
          if (keywords.get("properties") instanceof Map<?, ?> properties) {
            properties.keySet().forEach(name -> addArgument(String.valueOf(name)));
          }
          if (keywords.get("description") instanceof String text) {
            add(ToolField.ARGUMENT_DESCRIPTION, text);
          }
          if (keywords.get("enum") instanceof List<?> values) {
            values.forEach(this::addValue);
          }
          addValue(keywords.get("const"));
        });
  }

  private void addArgument(String name) {
    add(ToolField.ARGUMENT, name);
    if (identifiers.size() < MAX_IDENTIFIERS) {
      identifiers.add(normalized(name));
    }
  }

  private void addValue(@Nullable Object value) {
    if (value instanceof String text) {
      if (identifiers.size() < MAX_IDENTIFIERS) {
        identifiers.add(normalized(text));
      }
      add(ToolField.VALUE, text);
    }
  }

  private void add(ToolField field, @Nullable String text) {
    int index = field.ordinal();
    for (String term : SearchTerms.of(text, field.maxWords() - lengths[index])) {
      counts.computeIfAbsent(term, any -> new short[FIELDS.length])[index]++;
      lengths[index]++;
    }
  }

  /** Whether it is of this definition. */
  boolean isOf(CatalogTool candidate, @Nullable String candidateInstructions) {
    return tool.shown() == candidate.shown()
        && tool.listed() == candidate.listed()
        && tool.searchHints().equals(candidate.searchHints())
        && tool.server().equals(candidate.server())
        && (instructions == null
            ? candidateInstructions == null
            : instructions.equals(candidateInstructions));
  }

  /** What an embedding model reads: server, name, first sentence of the description, and hints. */
  String text() {
    return text;
  }

  /** The hash of the text. */
  String hash() {
    String cached = hash;
    if (cached == null) {
      cached = Sha256.of(text);
      hash = cached;
    }
    return cached;
  }

  /** A name as others write it: {@code in_trash}, {@code inTrash} and {@code in-trash} are one. */
  static String normalized(String identifier) {
    return SEPARATORS.matcher(identifier).replaceAll("").toLowerCase(Locale.ROOT);
  }

  /** The normalized names of the tool and its arguments, and their values. */
  Set<String> identifiers() {
    return identifiers;
  }

  private static String words(String name) {
    return SEPARATORS
        .matcher(CASE.matcher(name).replaceAll("$1 $2"))
        .replaceAll(" ")
        .toLowerCase(Locale.ROOT);
  }

  String server() {
    return tool.server();
  }

  /** How often each word occurs in each part. */
  Map<String, short[]> counts() {
    return counts;
  }

  /**
   * Adds its words to those of its server's tools.
   *
   * @param names gets the words of the name
   * @param words gets those of all parts that count most
   */
  void addWords(Set<String> names, Set<String> words) {
    counts.forEach(
        (term, ofField) -> {
          if (ofField[ToolField.NAME.ordinal()] > 0) {
            names.add(term);
          }
          if (PROMINENT.stream().anyMatch(field -> ofField[field.ordinal()] > 0)) {
            words.add(term);
          }
        });
  }

  /**
   * How much the words of a part count, at most 1: less if the definition has very many different
   * words. The name and what the application says count fully.
   */
  float dilution(ToolField field) {
    return switch (field) {
      case NAME, ALIAS, WHEN_TO_USE, SERVER -> 1;
      default -> dilution;
    };
  }

  int length(ToolField field) {
    return lengths[field.ordinal()];
  }

  /** The average length of a field where it is not empty; 1 if it is empty everywhere. */
  static float averageLength(List<ToolDocument> documents, ToolField field) {
    long total = 0;
    int filled = 0;
    for (ToolDocument document : documents) {
      total += document.length(field);
      filled += document.length(field) > 0 ? 1 : 0;
    }
    return filled == 0 ? 1 : (float) total / filled;
  }
}
