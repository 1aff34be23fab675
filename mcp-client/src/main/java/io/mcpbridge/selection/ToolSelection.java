package io.mcpbridge.selection;

import io.mcpbridge.model.Tool;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which tools there are, and for whom. What is excluded is not there at all, whatever else is said
 * of it; then what is disabled is, and then what is hidden.
 *
 * <pre>{@code
 * ToolSelection reading =
 *     ToolSelection.builder()
 *         .include("get_*", "list_*")
 *         .include(ToolPattern.any().readOnly())
 *         .exclude("get_secret*")
 *         .build();
 * }</pre>
 *
 * @param included if there are any, only tools that one of them matches are there
 * @param excluded tools that are not there
 * @param hidden tools that the application may call, and of which the model is not told
 * @param disabled tools that people are shown, and that nobody may call
 * @param onlyIncluded whether nothing is there unless it is included, even if nothing is
 * @param within another selection, of which this is a part: nothing is there for more than it says;
 *     {@code null} for none
 */
public record ToolSelection(
    List<ToolPattern> included,
    List<ToolPattern> excluded,
    List<ToolPattern> hidden,
    List<ToolPattern> disabled,
    boolean onlyIncluded,
    @Nullable ToolSelection within) {

  private static final ToolSelection EVERYTHING = builder().build();

  /** Copies the lists. */
  public ToolSelection {
    included = List.copyOf(included);
    excluded = List.copyOf(excluded);
    hidden = List.copyOf(hidden);
    disabled = List.copyOf(disabled);
  }

  /** All tools, for the model. */
  public static ToolSelection everything() {
    return EVERYTHING;
  }

  /** Begins with everything. */
  public static Builder builder() {
    return new Builder();
  }

  /** For whom a tool is there. */
  public Visibility of(String server, Tool tool) {
    Visibility own = ownWord(server, tool);
    return within == null ? own : own.orLess(within.of(server, tool));
  }

  private Visibility ownWord(String server, Tool tool) {
    boolean wanted = included.isEmpty() ? !onlyIncluded : anyMatches(included, server, tool);
    if (!wanted || anyMatches(excluded, server, tool)) {
      return Visibility.EXCLUDED;
    }
    if (anyMatches(disabled, server, tool)) {
      return Visibility.DISABLED;
    }
    return anyMatches(hidden, server, tool) ? Visibility.HIDDEN : Visibility.OFFERED;
  }

  /** All patterns, whatever they are for. */
  List<ToolPattern> patterns() {
    List<ToolPattern> all = new ArrayList<>(included);
    all.addAll(excluded);
    all.addAll(hidden);
    all.addAll(disabled);
    if (within != null) {
      all.addAll(within.patterns());
    }
    return all;
  }

  private static boolean anyMatches(List<ToolPattern> patterns, String server, Tool tool) {
    for (ToolPattern pattern : patterns) {
      if (pattern.matches(server, tool)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Collects patterns. Names are the tools' own, with {@code *} and {@code ?}: see {@link Glob}.
   */
  public static final class Builder {

    private final List<ToolPattern> included = new ArrayList<>();
    private final List<ToolPattern> excluded = new ArrayList<>();
    private final List<ToolPattern> hidden = new ArrayList<>();
    private final List<ToolPattern> disabled = new ArrayList<>();
    private boolean onlyIncluded;
    private @Nullable ToolSelection within;

    private Builder() {}

    /** Only tools of these names, and of other patterns that are included. */
    public Builder include(String... names) {
      return names.length == 0 ? this : include(ToolPattern.named(names));
    }

    /** Only these tools, and those of other patterns that are included. */
    public Builder include(ToolPattern pattern) {
      included.add(pattern);
      return this;
    }

    /** No tools of these names. */
    public Builder exclude(String... names) {
      return names.length == 0 ? this : exclude(ToolPattern.named(names));
    }

    /** Not these tools: they are not there, and a call is answered as that of an unknown tool. */
    public Builder exclude(ToolPattern pattern) {
      excluded.add(pattern);
      return this;
    }

    /** Tools of these names are for the application alone. */
    public Builder hide(String... names) {
      return names.length == 0 ? this : hide(ToolPattern.named(names));
    }

    /** The application may call these; the model is not told of them. */
    public Builder hide(ToolPattern pattern) {
      hidden.add(pattern);
      return this;
    }

    /** Tools of these names are not to be called. */
    public Builder disable(String... names) {
      return names.length == 0 ? this : disable(ToolPattern.named(names));
    }

    /** People are shown these; the model is not told of them, and nobody may call them. */
    public Builder disable(ToolPattern pattern) {
      disabled.add(pattern);
      return this;
    }

    /** Nothing unless it is included: with no pattern for that, no tool is there. */
    public Builder onlyIncluded() {
      onlyIncluded = true;
      return this;
    }

    /** No more than another selection lets through, whatever is included here. */
    public Builder within(ToolSelection other) {
      within = other;
      return this;
    }

    /** What was collected. */
    public ToolSelection build() {
      return new ToolSelection(included, excluded, hidden, disabled, onlyIncluded, within);
    }
  }
}
