package io.mcpbridge.catalog;

import java.time.Duration;

/**
 * How a server is kept from taking the application's threads, and spared when it has trouble.
 *
 * <pre>{@code
 * CallLimits careful = CallLimits.builder().maxConcurrentCalls(4).maxWaitingCalls(16).build();
 * }</pre>
 *
 * @param maxConcurrentCalls how many calls of the server may be under way at once, default 64: more
 *     than an agent makes side by side, and as fast for a server that answers in time as any number
 *     more; setting {@code max-concurrent-calls}
 * @param maxWaitingCalls how many more calls may wait for one of those to end, each until its own
 *     time is up, default 1,000; others are answered at once. Each of them holds its caller's
 *     thread unless it is asynchronous: with few threads, set it low; setting {@code
 *     max-waiting-calls}
 * @param circuitFailures after how many calls in a row that failed on the way (no answer in time, a
 *     lost connection, HTTP status 408, 429 or 5xx) the server is spared, default 5, 0 for never;
 *     setting {@code circuit.failures}
 * @param circuitPause about how long it is spared at first, default 5 seconds; then one call finds
 *     out, and the pause doubles up to a minute if it fails; setting {@code circuit.pause}
 * @param maxRetryAfter the longest that a server is left alone because it asks to be ({@code
 *     Retry-After}), default 10 minutes, zero for never; setting {@code limits.max-retry-after}
 * @param maxRepeats how many times a call that failed on the way is made once more where that is
 *     safe: it provably did not run, or the server says that it may run twice and is {@linkplain
 *     ServerOptions#trustAnnotations() trusted}; default 1; setting {@code max-repeats}
 * @param maxInputRounds how many times the server gets input that it needs for one call, default
 *     10; if it then needs more, the call is given up; setting {@code limits.max-input-rounds}
 */
public record CallLimits(
    int maxConcurrentCalls,
    int maxWaitingCalls,
    int circuitFailures,
    Duration circuitPause,
    Duration maxRetryAfter,
    int maxRepeats,
    int maxInputRounds) {

  private static final CallLimits DEFAULTS = builder().build();

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if one makes no sense; the message names the setting
   */
  public CallLimits {
    require(maxConcurrentCalls >= 1, "max-concurrent-calls must be at least 1", maxConcurrentCalls);
    require(maxWaitingCalls >= 0, "max-waiting-calls must not be negative", maxWaitingCalls);
    require(circuitFailures >= 0, "circuit.failures must not be negative", circuitFailures);
    require(
        !circuitPause.isNegative() && !circuitPause.isZero(),
        "circuit.pause must be longer than nothing",
        circuitPause);
    require(
        !maxRetryAfter.isNegative(), "limits.max-retry-after must not be negative", maxRetryAfter);
    require(maxRepeats >= 0, "max-repeats must not be negative", maxRepeats);
    require(maxInputRounds >= 1, "limits.max-input-rounds must be at least 1", maxInputRounds);
  }

  private static void require(boolean sane, String otherwise, Object value) {
    if (!sane) {
      throw new IllegalArgumentException(otherwise + ": " + value);
    }
  }

  /** 64 calls at once; spared after 5 failures in a row; one repeat where that is safe. */
  public static CallLimits defaults() {
    return DEFAULTS;
  }

  /** Begins with the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /** Collects limits; each method's parameter is the record's component of that name. */
  public static final class Builder {

    private int maxConcurrentCalls = 64;
    private int maxWaitingCalls = 1_000;
    private int circuitFailures = 5;
    private Duration circuitPause = Duration.ofSeconds(5);
    private Duration maxRetryAfter = Duration.ofMinutes(10);
    private int maxRepeats = 1;
    private int maxInputRounds = 10;

    private Builder() {}

    /** How many calls may be under way at once. */
    public Builder maxConcurrentCalls(int calls) {
      this.maxConcurrentCalls = calls;
      return this;
    }

    /** How many more may wait for that. */
    public Builder maxWaitingCalls(int calls) {
      this.maxWaitingCalls = calls;
      return this;
    }

    /** After how many failures in a row the server is spared; 0 for never. */
    public Builder circuitFailures(int failures) {
      this.circuitFailures = failures;
      return this;
    }

    /** About how long it is spared at first. */
    public Builder circuitPause(Duration pause) {
      this.circuitPause = pause;
      return this;
    }

    /** The longest that it is left alone because it asks to be; zero for never. */
    public Builder maxRetryAfter(Duration pause) {
      this.maxRetryAfter = pause;
      return this;
    }

    /** How many times a call is made once more where that is safe; 0 for never. */
    public Builder maxRepeats(int repeats) {
      this.maxRepeats = repeats;
      return this;
    }

    /** How many times the server may ask for input during one call. */
    public Builder maxInputRounds(int rounds) {
      this.maxInputRounds = rounds;
      return this;
    }

    /**
     * What was collected.
     *
     * @throws IllegalArgumentException if a number makes no sense; the message names the setting
     */
    public CallLimits build() {
      return new CallLimits(
          maxConcurrentCalls,
          maxWaitingCalls,
          circuitFailures,
          circuitPause,
          maxRetryAfter,
          maxRepeats,
          maxInputRounds);
    }
  }
}
