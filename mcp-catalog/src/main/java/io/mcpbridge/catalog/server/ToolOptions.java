package io.mcpbridge.catalog.server;

import io.mcpbridge.arguments.FixedArguments;
import io.mcpbridge.catalog.internal.truncation.ResultTruncation;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Options of one tool that differ from its server's. Immutable. {@link Builder} creates them. */
public final class ToolOptions {

  /** Has the minimum number of characters also if they are JSON. */
  private static final int MIN_RESULT_TOKENS = 100;

  private static final ToolOptions DEFAULTS = builder().build();

  private final Values values;

  private record Values(
      @Nullable Duration timeout,
      @Nullable Duration idleTimeout,
      @Nullable Integer maxResultCharacters,
      @Nullable Integer maxResultTokens,
      @Nullable String title,
      @Nullable String description,
      FixedArguments fixedArguments,
      SearchHints searchHints) {}

  private ToolOptions(Values values) {
    this.values = values;
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

  /** A builder with these options. */
  public Builder toBuilder() {
    return new Builder(this);
  }

  /** The timeout of a call; {@code null} for the server's. */
  public @Nullable Duration timeout() {
    return values.timeout();
  }

  /** The longest time during a call without a sign of activity; {@code null} for the server's. */
  public @Nullable Duration idleTimeout() {
    return values.idleTimeout();
  }

  /** The maximum length of a result for the model; {@code null} for the server's. */
  public @Nullable Integer maxResultCharacters() {
    return values.maxResultCharacters();
  }

  /** The maximum length of a result for the model in tokens; {@code null} for the server's. */
  public @Nullable Integer maxResultTokens() {
    return values.maxResultTokens();
  }

  /** The title shown to users; {@code null} for the server's. */
  public @Nullable String title() {
    return values.title();
  }

  /** The description for the model; {@code null} for the server's. */
  public @Nullable String description() {
    return values.description();
  }

  /** Arguments that the application supplies instead of the model, and hidden ones. */
  public FixedArguments fixedArguments() {
    return values.fixedArguments();
  }

  /** How the tool search finds the tool. */
  public SearchHints searchHints() {
    return values.searchHints();
  }

  /** As {@link ServerOptions}, whose equality decides whether a server's options changed. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ToolOptions that && values.equals(that.values);
  }

  @Override
  public int hashCode() {
    return values.hashCode();
  }

  @Override
  public String toString() {
    return values.toString();
  }

  /** Builds options; what is not set is as for the server's other tools. */
  public static final class Builder {

    private @Nullable Duration timeout;
    private @Nullable Duration idleTimeout;
    private @Nullable Integer maxResultCharacters;
    private @Nullable Integer maxResultTokens;
    private @Nullable String title;
    private @Nullable String description;
    private FixedArguments fixedArguments = FixedArguments.none();
    private SearchHints searchHints = SearchHints.none();

    private Builder() {}

    private Builder(ToolOptions options) {
      timeout = options.timeout();
      idleTimeout = options.idleTimeout();
      maxResultCharacters = options.maxResultCharacters();
      maxResultTokens = options.maxResultTokens();
      title = options.title();
      description = options.description();
      fixedArguments = options.fixedArguments();
      searchHints = options.searchHints();
    }

    /** The timeout of a call; setting {@code tools.<name>.timeout}. */
    public Builder timeout(Duration limit) {
      this.timeout = limit;
      return this;
    }

    /**
     * The longest time during a call without a sign of activity; setting {@code
     * tools.<name>.idle-timeout}.
     */
    public Builder idleTimeout(Duration limit) {
      this.idleTimeout = limit;
      return this;
    }

    /**
     * The maximum length of a result for the model, see {@link
     * ServerOptionsBuilder#maxResultCharacters}; setting {@code
     * tools.<name>.max-result-characters}.
     */
    public Builder maxResultCharacters(int characters) {
      this.maxResultCharacters = characters;
      return this;
    }

    /**
     * The maximum length of a result for the model in tokens, see {@link
     * ServerOptionsBuilder#maxResultTokens}; setting {@code tools.<name>.max-result-tokens}.
     */
    public Builder maxResultTokens(int tokens) {
      this.maxResultTokens = tokens;
      return this;
    }

    /** The title shown to users; setting {@code tools.<name>.title}. */
    public Builder title(String text) {
      this.title = text;
      return this;
    }

    /** The description for the model; setting {@code tools.<name>.description}. */
    public Builder description(String text) {
      this.description = text;
      return this;
    }

    /**
     * An argument with the same value in each call. It is hidden from the model, and a value that
     * the model writes under that name is dropped. Setting {@code tools.<name>.fixed-arguments}.
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

    /**
     * Optional arguments that the model does not see, which saves the tokens of their descriptions.
     * They are not sent, also if the model writes them. One that the tool requires stays visible,
     * with a warning in the log, unless it has a {@linkplain #fixedArgument(String, Object) value}.
     * Setting {@code tools.<name>.hidden-arguments}.
     */
    public Builder hiddenArguments(String... names) {
      this.fixedArguments = fixedArguments.withHidden(List.of(names));
      return this;
    }

    /**
     * Other words for what the tool does, by which the tool search finds it; setting {@code
     * tools.<name>.search.aliases}.
     */
    public Builder searchAliases(String... words) {
      this.searchHints = new SearchHints(List.of(words), searchHints.whenToUse());
      return this;
    }

    /**
     * When to use the tool, for the tool search and for the model that reads its hits; setting
     * {@code tools.<name>.search.when-to-use}.
     */
    public Builder whenToUse(String sentence) {
      this.searchHints = new SearchHints(searchHints.aliases(), sentence);
      return this;
    }

    /**
     * Builds the options.
     *
     * @throws IllegalArgumentException if a time limit or a size limit is out of range
     */
    public ToolOptions build() {
      checkTime("tools.<name>.timeout", timeout);
      checkTime("tools.<name>.idle-timeout", idleTimeout);
      if (maxResultCharacters != null) {
        checkResultCharacters(maxResultCharacters);
      }
      checkResultTokens(maxResultTokens);
      return new ToolOptions(
          new Values(
              timeout,
              idleTimeout,
              maxResultCharacters,
              maxResultTokens,
              title,
              description,
              fixedArguments,
              searchHints));
    }
  }
}
