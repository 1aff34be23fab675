package io.mcpbridge.catalog.server;

/**
 * Guards against a model in a loop: limits on the tool calls of one request to an agent (an
 * invocation) and of one conversation. They apply to calls whose {@link
 * io.mcpbridge.client.call.CallOptions} name the invocation or the conversation, as LangChain4j's
 * {@code McpToolProvider} and Spring AI's {@code McpToolCallingManager} do. A call beyond a limit
 * is not sent. Calls of the search tools and of unknown tools count, too.
 *
 * <p>Each catalog counts by itself: calls in a catalog of the user's own do not count in the shared
 * one. In a shared catalog, each user's conversations count separately.
 *
 * <pre>{@code
 * ToolCatalog.builder()
 *     .callGuards(CallGuards.builder().maxCallsPerInvocation(30).maxConsecutiveFailures(3).build())
 * }</pre>
 *
 * @param maxCallsPerInvocation how many calls the model may make to answer one request, default
 *     200, 0 for no limit; setting {@code guards.max-calls-per-invocation}
 * @param maxCallsPerConversation how many calls the model may make in one conversation, default 0
 *     for no limit; the count starts anew with the application, and after 10,000 conversations.
 *     Setting {@code guards.max-calls-per-conversation}
 * @param maxConsecutiveFailures how many calls of one invocation may fail one after the other, for
 *     any reason, errors of tools included; default 10, 0 for no limit. The model is then not
 *     allowed any more calls to answer this request. Setting {@code
 *     guards.max-consecutive-failures}
 * @param maxCallsWithoutApproval how many calls of one invocation the approval policy may allow one
 *     after the other without asking; the next one is asked for, whatever the policy says. Default
 *     0 for no limit; setting {@code guards.max-calls-without-approval}
 * @param onLimit what happens to a call beyond a limit, default {@link OnLimit#TELL_MODEL}; setting
 *     {@code guards.on-limit}
 */
public record CallGuards(
    int maxCallsPerInvocation,
    int maxCallsPerConversation,
    int maxConsecutiveFailures,
    int maxCallsWithoutApproval,
    OnLimit onLimit) {

  private static final CallGuards DEFAULTS = builder().build();

  /** What happens to a call beyond a limit. */
  public enum OnLimit {
    /**
     * The model reads that it must call no more tools and answer. If it goes on with ten more
     * calls, the next one throws.
     */
    TELL_MODEL,

    /** {@link io.mcpbridge.error.McpCallLimitException} ends the request to the agent. */
    THROW
  }

  /**
   * Validates the values.
   *
   * @throws IllegalArgumentException if a value is negative; the message names the setting
   */
  public CallGuards {
    requireNotNegative("max-calls-per-invocation", maxCallsPerInvocation);
    requireNotNegative("max-calls-per-conversation", maxCallsPerConversation);
    requireNotNegative("max-consecutive-failures", maxConsecutiveFailures);
    requireNotNegative("max-calls-without-approval", maxCallsWithoutApproval);
  }

  private static void requireNotNegative(String setting, int value) {
    if (value < 0) {
      throw new IllegalArgumentException("guards." + setting + " must not be negative: " + value);
    }
  }

  /** 200 calls and 10 consecutive failures per invocation, then further calls are refused. */
  public static CallGuards defaults() {
    return DEFAULTS;
  }

  /** A builder with the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds guards. Not thread-safe. */
  public static final class Builder {

    private int maxCallsPerInvocation = 200;
    private int maxCallsPerConversation;
    private int maxConsecutiveFailures = 10;
    private int maxCallsWithoutApproval;
    private OnLimit onLimit = OnLimit.TELL_MODEL;

    private Builder() {}

    /** Sets how many calls the model may make to answer one request; 0 for no limit. */
    public Builder maxCallsPerInvocation(int most) {
      this.maxCallsPerInvocation = most;
      return this;
    }

    /** Sets how many calls the model may make in one conversation; 0 for no limit. */
    public Builder maxCallsPerConversation(int most) {
      this.maxCallsPerConversation = most;
      return this;
    }

    /** Sets how many calls of one invocation may fail one after the other; 0 for no limit. */
    public Builder maxConsecutiveFailures(int most) {
      this.maxConsecutiveFailures = most;
      return this;
    }

    /** Sets after how many calls without approval the next one is asked for; 0 for never. */
    public Builder maxCallsWithoutApproval(int most) {
      this.maxCallsWithoutApproval = most;
      return this;
    }

    /** Sets what happens to a call beyond a limit. */
    public Builder onLimit(OnLimit action) {
      this.onLimit = action;
      return this;
    }

    /**
     * Builds the guards.
     *
     * @throws IllegalArgumentException if a value is negative; the message names the setting
     */
    public CallGuards build() {
      return new CallGuards(
          maxCallsPerInvocation,
          maxCallsPerConversation,
          maxConsecutiveFailures,
          maxCallsWithoutApproval,
          onLimit);
    }
  }
}
