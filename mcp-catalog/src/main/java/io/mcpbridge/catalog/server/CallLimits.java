package io.mcpbridge.catalog.server;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Concurrency limits, circuit breaker and retries for one server.
 *
 * <pre>{@code
 * CallLimits careful = CallLimits.builder().maxConcurrentCalls(4).maxQueuedCalls(16).build();
 * }</pre>
 *
 * Immutable; {@link Builder} documents each limit and its default.
 */
public final class CallLimits {

  private static final CallLimits DEFAULTS = builder().build();

  private final Limits limits;

  private record Limits(
      int maxConcurrentCalls,
      int maxQueuedCalls,
      int circuitBreakerFailureThreshold,
      Duration circuitBreakerOpenDuration,
      Duration maxRetryAfter,
      int maxRetries,
      int maxInputRounds) {}

  private CallLimits(Limits limits) {
    this.limits = limits;
  }

  /** 256 concurrent calls, circuit breaker after 5 consecutive failures, one retry if safe. */
  public static CallLimits defaults() {
    return DEFAULTS;
  }

  /** A builder with the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /** A builder with these limits. */
  public Builder toBuilder() {
    return builder()
        .maxConcurrentCalls(limits.maxConcurrentCalls())
        .maxQueuedCalls(limits.maxQueuedCalls())
        .circuitBreakerFailureThreshold(limits.circuitBreakerFailureThreshold())
        .circuitBreakerOpenDuration(limits.circuitBreakerOpenDuration())
        .maxRetryAfter(limits.maxRetryAfter())
        .maxRetries(limits.maxRetries())
        .maxInputRounds(limits.maxInputRounds());
  }

  /** How many calls of the server may be in flight. */
  public int maxConcurrentCalls() {
    return limits.maxConcurrentCalls();
  }

  /** How many more calls may wait for a permit. */
  public int maxQueuedCalls() {
    return limits.maxQueuedCalls();
  }

  /** How many consecutive transport failures open the circuit breaker; 0 for never. */
  public int circuitBreakerFailureThreshold() {
    return limits.circuitBreakerFailureThreshold();
  }

  /** Approximately how long the circuit breaker first stays open. */
  public Duration circuitBreakerOpenDuration() {
    return limits.circuitBreakerOpenDuration();
  }

  /** The longest {@code Retry-After} that is honored; zero for none. */
  public Duration maxRetryAfter() {
    return limits.maxRetryAfter();
  }

  /** How many times a failed call is retried if that is safe. */
  public int maxRetries() {
    return limits.maxRetries();
  }

  /** How many times the server may request input during one call. */
  public int maxInputRounds() {
    return limits.maxInputRounds();
  }

  /** As {@link ServerOptions}, whose equality decides whether a server's options changed. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof CallLimits that && limits.equals(that.limits);
  }

  @Override
  public int hashCode() {
    return limits.hashCode();
  }

  @Override
  public String toString() {
    return limits.toString();
  }

  /** Builds limits. */
  public static final class Builder {

    private int maxConcurrentCalls = 256;
    private int maxQueuedCalls = 1_000;
    private int circuitBreakerFailureThreshold = 5;
    private Duration circuitBreakerOpenDuration = Duration.ofSeconds(5);
    private Duration maxRetryAfter = Duration.ofMinutes(10);
    private int maxRetries = 1;
    private int maxInputRounds = 10;

    private Builder() {}

    /**
     * How many calls of the server may be in flight, default 256: the 200 request threads of a web
     * application do not wait for each other, and a server that hangs holds no more.
     */
    public Builder maxConcurrentCalls(int calls) {
      this.maxConcurrentCalls = calls;
      return this;
    }

    /**
     * How many more calls may wait for a permit, each until its own deadline, default 1,000;
     * further calls fail at once. A synchronous call blocks its caller's thread while it waits, so
     * set this low where threads are few.
     */
    public Builder maxQueuedCalls(int calls) {
      this.maxQueuedCalls = calls;
      return this;
    }

    /**
     * How many consecutive transport failures (timeout, lost connection, HTTP status 408, 429 or
     * 5xx) open the circuit breaker, default 5, 0 for never.
     */
    public Builder circuitBreakerFailureThreshold(int failures) {
      this.circuitBreakerFailureThreshold = failures;
      return this;
    }

    /**
     * Approximately how long the circuit breaker first stays open, default 5 seconds. Then one
     * trial call is let through; if it fails, the duration doubles, up to a minute.
     */
    public Builder circuitBreakerOpenDuration(Duration pause) {
      this.circuitBreakerOpenDuration = pause;
      return this;
    }

    /** The longest {@code Retry-After} that is honored, default 10 minutes, zero for none. */
    public Builder maxRetryAfter(Duration pause) {
      this.maxRetryAfter = pause;
      return this;
    }

    /**
     * How many times a failed call is retried if that is safe: the call provably did not run, or
     * the server declares the tool read-only or idempotent and is {@linkplain
     * ServerOptions#trustAnnotations() trusted}; default 1, 0 for never.
     */
    public Builder maxRetries(int repeats) {
      this.maxRetries = repeats;
      return this;
    }

    /**
     * How many times the server may request input during one call, default 10; the call fails if
     * the server then needs more.
     */
    public Builder maxInputRounds(int rounds) {
      this.maxInputRounds = rounds;
      return this;
    }

    /**
     * Builds the limits.
     *
     * @throws IllegalArgumentException if a value is out of range; the message names the setting
     */
    public CallLimits build() {
      require(
          maxConcurrentCalls >= 1,
          "CallLimits.maxConcurrentCalls must be at least 1",
          maxConcurrentCalls);
      require(
          maxQueuedCalls >= 0, "CallLimits.maxQueuedCalls must not be negative", maxQueuedCalls);
      require(
          circuitBreakerFailureThreshold >= 0,
          "CallLimits.circuitBreakerFailureThreshold must not be negative",
          circuitBreakerFailureThreshold);
      require(
          !circuitBreakerOpenDuration.isNegative() && !circuitBreakerOpenDuration.isZero(),
          "CallLimits.circuitBreakerOpenDuration must be positive",
          circuitBreakerOpenDuration);
      require(
          !maxRetryAfter.isNegative(),
          "CallLimits.maxRetryAfter must not be negative",
          maxRetryAfter);
      require(maxRetries >= 0, "CallLimits.maxRetries must not be negative", maxRetries);
      require(maxInputRounds >= 1, "CallLimits.maxInputRounds must be at least 1", maxInputRounds);
      return new CallLimits(
          new Limits(
              maxConcurrentCalls,
              maxQueuedCalls,
              circuitBreakerFailureThreshold,
              circuitBreakerOpenDuration,
              maxRetryAfter,
              maxRetries,
              maxInputRounds));
    }

    private static void require(boolean valid, String otherwise, Object value) {
      if (!valid) {
        throw new IllegalArgumentException(otherwise + ": " + value);
      }
    }
  }
}
