package io.mcpbridge.search;

import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.internal.text.ServerText;
import io.mcpbridge.model.ToolAnnotations;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A tool that a search found, with enough about it to choose.
 *
 * @param tool the tool
 * @param summary what it does, in one line
 * @param signature its arguments: {@code owner*, repo*, state: open|closed}; {@code *} marks
 *     required ones
 * @param hints what its server says about it: {@code read-only}, {@code destructive}. Untrusted
 * @param score its rank among the hits of one search; says nothing across searches
 */
public record ToolHit(
    CatalogTool tool, String summary, String signature, List<String> hints, double score) {

  private static final int MAX_ARGUMENTS = 12;
  private static final int MAX_NAME_LENGTH = 60;
  private static final int MAX_VALUES = 8;
  private static final int MAX_VALUES_LENGTH = 80;

  private static final int LONGEST = 160;

  /** Copies the list. */
  public ToolHit {
    hints = List.copyOf(hints);
  }

  /** Describes a tool that was not searched for. */
  public static ToolHit of(CatalogTool tool) {
    return of(tool, 0);
  }

  static ToolHit of(CatalogTool tool, double score) {
    return new ToolHit(
        tool,
        summary(tool.description()),
        signature(tool.shown().inputSchema()),
        hints(tool.shown().annotations()),
        score);
  }

  /** The name by which the model calls the tool. */
  public String name() {
    return tool.modelName();
  }

  /** When the application says to use it; {@code null} if it does not. */
  public @Nullable String whenToUse() {
    return tool.searchHints().whenToUse();
  }

  /** The key of its server. */
  public String server() {
    return tool.server();
  }

  /** What a hit says about a tool. */
  private static String summary(String description) {
    return ServerText.line(description.substring(0, FirstSentence.end(description)), LONGEST);
  }

  private static List<String> hints(ToolAnnotations annotations) {
    List<String> hints = new ArrayList<>();
    if (annotations.isReadOnly()) {
      hints.add("read-only");
    } else if (Boolean.TRUE.equals(annotations.destructiveHint())) {
      hints.add("destructive");
    }
    return hints;
  }

  /** The arguments of a tool in one line: {@code owner*, repo*, state: open|closed}. */
  private static String signature(Map<String, @Nullable Object> schema) {
    if (!(schema.get("properties") instanceof Map<?, ?> properties)) {
      return "";
    }
    List<?> required = schema.get("required") instanceof List<?> names ? names : List.of();
    List<String> first = new ArrayList<>();
    List<String> optional = new ArrayList<>();
    properties.forEach(
        (key, value) -> {
          String name = ServerText.line(String.valueOf(key), MAX_NAME_LENGTH);
          boolean isRequired = required.contains(key);
          (isRequired ? first : optional).add(name + (isRequired ? "*" : "") + enumValues(value));
        });
    first.addAll(optional);
    return first.size() <= MAX_ARGUMENTS
        ? String.join(", ", first)
        : String.join(", ", first.subList(0, MAX_ARGUMENTS)) + ", ...";
  }

  private static String enumValues(@Nullable Object schema) {
    if (!(schema instanceof Map<?, ?> keywords)
        || !(keywords.get("enum") instanceof List<?> values)
        || values.isEmpty()) {
      return "";
    }
    String choices =
        String.join(
            "|", values.stream().limit(MAX_VALUES).map(value -> String.valueOf(value)).toList());
    return ": "
        + ServerText.line(choices, MAX_VALUES_LENGTH)
        + (values.size() > MAX_VALUES ? "|..." : "");
  }
}
