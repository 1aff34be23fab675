package io.mcpbridge.catalog;

import io.mcpbridge.arguments.FixedArguments;
import io.mcpbridge.shortening.Shortening;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How one tool of a server is treated, where that differs from the server's other tools.
 *
 * @param timeout the most that a call of it may take, {@code null} for the server's; setting {@code
 *     tools.<name>.timeout}
 * @param idleTimeout the most that may pass during a call of it without a sign of work, {@code
 *     null} for the server's; setting {@code tools.<name>.idle-timeout}
 * @param maxResultCharacters how much of a result the model gets, {@code null} for the server's;
 *     setting {@code tools.<name>.max-result-characters}
 * @param title what people are told it is called, {@code null} for what the server says; setting
 *     {@code tools.<name>.title}
 * @param description what the model is told it does, {@code null} for what the server says; setting
 *     {@code tools.<name>.description}
 * @param fixedArguments what this application gives instead of the model; setting {@code
 *     tools.<name>.fixed-arguments}
 */
public record ToolOptions(
    @Nullable Duration timeout,
    @Nullable Duration idleTimeout,
    @Nullable Integer maxResultCharacters,
    @Nullable String title,
    @Nullable String description,
    FixedArguments fixedArguments) {

  private static final ToolOptions DEFAULTS = builder().build();

  /**
   * @throws IllegalArgumentException if there is no time for any call, or no room for any result
   */
  public ToolOptions {
    checkTime("tools.<name>.timeout", timeout);
    checkTime("tools.<name>.idle-timeout", idleTimeout);
    if (maxResultCharacters != null) {
      checkResultCharacters(maxResultCharacters);
    }
  }

  static void checkTime(String setting, @Nullable Duration time) {
    if (time != null && (time.isZero() || time.isNegative())) {
      throw new IllegalArgumentException(setting + " must be longer than nothing: " + time);
    }
  }

  static void checkResultCharacters(int characters) {
    if (characters < Shortening.LEAST) {
      throw new IllegalArgumentException(
          "max-result-characters must be at least " + Shortening.LEAST + ", not " + characters);
    }
  }

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
    private @Nullable Integer maxResultCharacters;
    private @Nullable Duration idleTimeout;
    private @Nullable String title;
    private @Nullable String description;
    private FixedArguments fixedArguments = FixedArguments.none();

    private Builder() {}

    /** The most that a call of the tool may take. */
    public Builder timeout(Duration limit) {
      this.timeout = limit;
      return this;
    }

    /** The most that may pass without a sign of work. */
    public Builder idleTimeout(Duration limit) {
      this.idleTimeout = limit;
      return this;
    }

    /** How much of a result of the tool the model gets. */
    public Builder maxResultCharacters(int characters) {
      this.maxResultCharacters = characters;
      return this;
    }

    /** What people are told the tool is called. */
    public Builder title(String text) {
      this.title = text;
      return this;
    }

    /** What the model is told the tool does. */
    public Builder description(String text) {
      this.description = text;
      return this;
    }

    /**
     * An argument that is the same in each call. The model is neither shown nor asked for it, and
     * what it writes under that name is dropped.
     *
     * @param value a plain Java value (Map, List, String, Number, Boolean)
     */
    public Builder fixedArgument(String name, Object value) {
      this.fixedArguments = fixedArguments.with(name, value);
      return this;
    }

    /**
     * An argument that each call asks this application for, on the thread that makes the call. The
     * model is neither shown nor asked for it, and what it writes under that name is dropped.
     *
     * @param value gives a plain Java value (Map, List, String, Number, Boolean); if it throws or
     *     gives {@code null}, the call is not made
     */
    public Builder fixedArgument(String name, Supplier<?> value) {
      this.fixedArguments = fixedArguments.with(name, value);
      return this;
    }

    /** What was collected. */
    public ToolOptions build() {
      return new ToolOptions(
          timeout, idleTimeout, maxResultCharacters, title, description, fixedArguments);
    }
  }
}
