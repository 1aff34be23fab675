package io.mcpbridge.catalog.server;

import io.mcpbridge.arguments.FixedArguments;
import io.mcpbridge.catalog.internal.truncation.ResultTruncation;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Options of one tool that differ from its server's.
 *
 * @param timeout the timeout of a call, {@code null} for the server's; setting {@code
 *     tools.<name>.timeout}
 * @param idleTimeout the longest time during a call without a sign of activity, {@code null} for
 *     the server's; setting {@code tools.<name>.idle-timeout}
 * @param maxResultCharacters the maximum length of a result for the model, {@code null} for the
 *     server's; setting {@code tools.<name>.max-result-characters}
 * @param maxResultTokens the maximum length of a result for the model in estimated tokens, {@code
 *     null} for the server's; setting {@code tools.<name>.max-result-tokens}
 * @param title the title shown to users, {@code null} for the server's; setting {@code
 *     tools.<name>.title}
 * @param description the description for the model, {@code null} for the server's; setting {@code
 *     tools.<name>.description}
 * @param fixedArguments arguments that the application supplies instead of the model; setting
 *     {@code tools.<name>.fixed-arguments}
 * @param searchHints how the tool search finds the tool; settings {@code
 *     tools.<name>.search.aliases} and {@code tools.<name>.search.when-to-use}
 */
public record ToolOptions(
    @Nullable Duration timeout,
    @Nullable Duration idleTimeout,
    @Nullable Integer maxResultCharacters,
    @Nullable Integer maxResultTokens,
    @Nullable String title,
    @Nullable String description,
    FixedArguments fixedArguments,
    SearchHints searchHints) {

  /** Has the minimum number of characters also if they are JSON. */
  private static final int MIN_RESULT_TOKENS = 100;

  private static final ToolOptions DEFAULTS = builder().build();

  /**
   * @throws IllegalArgumentException if a time limit or a size limit is out of range
   */
  public ToolOptions {
    checkTime("tools.<name>.timeout", timeout);
    checkTime("tools.<name>.idle-timeout", idleTimeout);
    if (maxResultCharacters != null) {
      checkResultCharacters(maxResultCharacters);
    }
    checkResultTokens(maxResultTokens);
  }

  static void checkTime(String setting, @Nullable Duration time) {
    if (time != null && (time.isZero() || time.isNegative())) {
      throw new IllegalArgumentException(setting + " must be positive: " + time);
    }
  }

  static void checkResultCharacters(int characters) {
    if (characters < ResultTruncation.MIN_CHARACTERS) {
      throw new IllegalArgumentException(
          "max-result-characters must be at least "
              + ResultTruncation.MIN_CHARACTERS
              + ", not "
              + characters);
    }
  }

  static void checkResultTokens(@Nullable Integer tokens) {
    if (tokens != null && tokens < MIN_RESULT_TOKENS) {
      throw new IllegalArgumentException(
          "max-result-tokens must be at least " + MIN_RESULT_TOKENS + ", not " + tokens);
    }
  }

  /** The same options as the server's other tools. */
  public static ToolOptions defaults() {
    return DEFAULTS;
  }

  /** A builder with the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds options. Each method's parameter is the record component of the same name. */
  public static final class Builder {

    private @Nullable Duration timeout;
    private @Nullable Integer maxResultCharacters;
    private @Nullable Integer maxResultTokens;
    private @Nullable Duration idleTimeout;
    private @Nullable String title;
    private @Nullable String description;
    private FixedArguments fixedArguments = FixedArguments.none();
    private SearchHints searchHints = SearchHints.none();

    private Builder() {}

    /** The timeout of a call. */
    public Builder timeout(Duration limit) {
      this.timeout = limit;
      return this;
    }

    /** The longest time during a call without a sign of activity. */
    public Builder idleTimeout(Duration limit) {
      this.idleTimeout = limit;
      return this;
    }

    /** The maximum length of a result for the model. */
    public Builder maxResultCharacters(int characters) {
      this.maxResultCharacters = characters;
      return this;
    }

    /** The maximum length of a result for the model in tokens, see {@link ServerOptions}. */
    public Builder maxResultTokens(int tokens) {
      this.maxResultTokens = tokens;
      return this;
    }

    /** The title shown to users. */
    public Builder title(String text) {
      this.title = text;
      return this;
    }

    /** The description for the model. */
    public Builder description(String text) {
      this.description = text;
      return this;
    }

    /**
     * An argument with the same value in each call. It is hidden from the model, and a value that
     * the model writes under that name is dropped.
     *
     * @param value a plain Java value (Map, List, String, Number, Boolean)
     */
    public Builder fixedArgument(String name, Object value) {
      this.fixedArguments = fixedArguments.with(name, value);
      return this;
    }

    /**
     * An argument whose value the application supplies for each call, on the thread that makes the
     * call. It is hidden from the model, and a value that the model writes under that name is
     * dropped.
     *
     * @param value supplies a plain Java value (Map, List, String, Number, Boolean); if it throws
     *     or returns {@code null}, the call is not made
     */
    public Builder fixedArgument(String name, Supplier<?> value) {
      this.fixedArguments = fixedArguments.with(name, value);
      return this;
    }

    /** Other words for what the tool does, by which the tool search finds it. */
    public Builder searchAliases(String... words) {
      this.searchHints = new SearchHints(List.of(words), searchHints.whenToUse());
      return this;
    }

    /** When to use the tool, for the tool search and for the model that reads its hits. */
    public Builder whenToUse(String sentence) {
      this.searchHints = new SearchHints(searchHints.aliases(), sentence);
      return this;
    }

    /** Builds the options. */
    public ToolOptions build() {
      return new ToolOptions(
          timeout,
          idleTimeout,
          maxResultCharacters,
          maxResultTokens,
          title,
          description,
          fixedArguments,
          searchHints);
    }
  }
}
