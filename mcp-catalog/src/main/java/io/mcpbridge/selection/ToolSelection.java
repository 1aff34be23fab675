package io.mcpbridge.selection;

import io.mcpbridge.model.Tool;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Selects tools and their audience: an allow list (include) and a deny list (exclude), and tools to
 * hide or disable. Excluding takes precedence over including and disabling, and disabling over
 * hiding.
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
 * @param included if not empty, only tools that match one of these patterns are selected
 * @param excluded tools to exclude
 * @param hidden tools that the application may call and the model does not see
 * @param disabled tools that user interfaces show and that cannot be called
 * @param excludedByDefault whether an empty {@code included} selects nothing instead of everything
 * @param within a selection that this one cannot exceed; {@code null} for none
 */
public record ToolSelection(
    List<ToolPattern> included,
    List<ToolPattern> excluded,
    List<ToolPattern> hidden,
    List<ToolPattern> disabled,
    boolean excludedByDefault,
    @Nullable ToolSelection within) {

  private static final ToolSelection EVERYTHING = builder().build();

  /** Copies the lists. */
  public ToolSelection {
    included = List.copyOf(included);
    excluded = List.copyOf(excluded);
    hidden = List.copyOf(hidden);
    disabled = List.copyOf(disabled);
  }

  /** All tools, offered to the model. */
  public static ToolSelection everything() {
    return EVERYTHING;
  }

  /** Creates a builder that selects everything. */
  public static Builder builder() {
    return new Builder();
  }

  /** A builder with these patterns. */
  public Builder toBuilder() {
    Builder builder = new Builder();
    builder.included.addAll(included);
    builder.excluded.addAll(excluded);
    builder.hidden.addAll(hidden);
    builder.disabled.addAll(disabled);
    builder.excludedByDefault = excludedByDefault;
    builder.within = within;
    return builder;
  }

  /** Returns the visibility of a tool. */
  public Visibility of(String server, Tool tool) {
    Visibility declared = declared(server, tool);
    return within == null ? declared : declared.narrower(within.of(server, tool));
  }

  private Visibility declared(String server, Tool tool) {
    boolean isIncluded =
        included.isEmpty() ? !excludedByDefault : anyMatches(included, server, tool);
    if (!isIncluded || anyMatches(excluded, server, tool)) {
      return Visibility.EXCLUDED;
    }
    if (anyMatches(disabled, server, tool)) {
      return Visibility.DISABLED;
    }
    return anyMatches(hidden, server, tool) ? Visibility.HIDDEN : Visibility.OFFERED;
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
   * Collects patterns. Names are server-side tool names, with {@code *} and {@code ?} wildcards:
   * see {@link Glob}.
   */
  public static final class Builder {

    private final List<ToolPattern> included = new ArrayList<>();
    private final List<ToolPattern> excluded = new ArrayList<>();
    private final List<ToolPattern> hidden = new ArrayList<>();
    private final List<ToolPattern> disabled = new ArrayList<>();
    private boolean excludedByDefault;
    private @Nullable ToolSelection within;

    private Builder() {}

    /** Includes only tools of these names, and those that other include patterns match. */
    public Builder include(String... names) {
      return names.length == 0 ? this : include(ToolPattern.named(names));
    }

    /**
     * Includes only tools that this pattern matches, and those that other include patterns match.
     */
    public Builder include(ToolPattern pattern) {
      included.add(pattern);
      return this;
    }

    /** Excludes tools of these names. */
    public Builder exclude(String... names) {
      return names.length == 0 ? this : exclude(ToolPattern.named(names));
    }

    /**
     * Excludes tools that this pattern matches; a call is answered like a call of an unknown tool.
     */
    public Builder exclude(ToolPattern pattern) {
      excluded.add(pattern);
      return this;
    }

    /** Hides tools of these names from the model; the application may call them. */
    public Builder hide(String... names) {
      return names.length == 0 ? this : hide(ToolPattern.named(names));
    }

    /** Hides tools that this pattern matches from the model; the application may call them. */
    public Builder hide(ToolPattern pattern) {
      hidden.add(pattern);
      return this;
    }

    /** Disables tools of these names. */
    public Builder disable(String... names) {
      return names.length == 0 ? this : disable(ToolPattern.named(names));
    }

    /**
     * Disables tools that this pattern matches: shown in user interfaces, hidden from the model,
     * and calls are refused.
     */
    public Builder disable(ToolPattern pattern) {
      disabled.add(pattern);
      return this;
    }

    /** Excludes everything that no include pattern matches, even if there is no include pattern. */
    public Builder excludeByDefault() {
      excludedByDefault = true;
      return this;
    }

    /** Never selects more than another selection does, whatever is included here. */
    public Builder within(ToolSelection outer) {
      within = outer;
      return this;
    }

    /** Builds the selection. */
    public ToolSelection build() {
      return new ToolSelection(included, excluded, hidden, disabled, excludedByDefault, within);
    }
  }
}
