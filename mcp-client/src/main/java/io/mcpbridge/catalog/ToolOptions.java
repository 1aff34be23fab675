package io.mcpbridge.catalog;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How one tool of a server is treated, where that differs from the server's other tools.
 *
 * @param timeout the most that a call of it may take, {@code null} for the server's; setting {@code
 *     tools.<name>.timeout}
 */
public record ToolOptions(@Nullable Duration timeout) {

  private static final ToolOptions DEFAULTS = builder().build();

  /** As the server's other tools. */
  public static ToolOptions defaults() {
    return DEFAULTS;
  }

  /** Begins with the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /** Collects options; each method's parameter is the record's component of that name. */
  public static final class Builder {

    private @Nullable Duration timeout;

    private Builder() {}

    /** The most that a call of the tool may take. */
    public Builder timeout(Duration limit) {
      this.timeout = limit;
      return this;
    }

    /** What was collected. */
    public ToolOptions build() {
      return new ToolOptions(timeout);
    }
  }
}
