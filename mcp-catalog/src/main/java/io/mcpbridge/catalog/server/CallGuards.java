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
 * Immutable; {@link Builder} documents each limit and its default.
 */
public final class CallGuards {

  private static final CallGuards DEFAULTS = builder().build();

  private final int maxCallsPerInvocation;
  private final int maxCallsPerConversation;
  private final int maxConsecutiveFailures;
  private final int maxCallsWithoutApproval;
  private final OnLimit onLimit;

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

  private CallGuards(Builder builder) {
    maxCallsPerInvocation = builder.maxCallsPerInvocation;
    maxCallsPerConversation = builder.maxCallsPerConversation;
    maxConsecutiveFailures = builder.maxConsecutiveFailures;
    maxCallsWithoutApproval = builder.maxCallsWithoutApproval;
    onLimit = builder.onLimit;
  }

  /** 200 calls and 10 consecutive failures per invocation, then further calls are refused. */
  public static CallGuards defaults() {
    return DEFAULTS;
  }

  /** A builder with the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /** A builder with these limits. */
  public Builder toBuilder() {
    return builder()
        .maxCallsPerInvocation(maxCallsPerInvocation)
        .maxCallsPerConversation(maxCallsPerConversation)
        .maxConsecutiveFailures(maxConsecutiveFailures)
        .maxCallsWithoutApproval(maxCallsWithoutApproval)
        .onLimit(onLimit);
  }

  /** How many calls the model may make to answer one request; 0 for no limit. */
  public int maxCallsPerInvocation() {
    return maxCallsPerInvocation;
  }

  /** How many calls the model may make in one conversation; 0 for no limit. */
  public int maxCallsPerConversation() {
    return maxCallsPerConversation;
  }

  /** How many calls of one invocation may fail one after the other; 0 for no limit. */
  public int maxConsecutiveFailures() {
    return maxConsecutiveFailures;
  }

  /** After how many calls without approval the next one is asked for; 0 for never. */
  public int maxCallsWithoutApproval() {
    return maxCallsWithoutApproval;
  }

  /** What happens to a call beyond a limit. */
  public OnLimit onLimit() {
    return onLimit;
  }

  /**
   * Builds guards. A negative limit is an {@link IllegalArgumentException} that names its setting.
   * Not thread-safe.
   */
  public static final class Builder {

    private int maxCallsPerInvocation = 200;
    private int maxCallsPerConversation;
    private int maxConsecutiveFailures = 10;
    private int maxCallsWithoutApproval;
    private OnLimit onLimit = OnLimit.TELL_MODEL;

    private Builder() {}

    /**
     * How many calls the model may make to answer one request, default 200, 0 for no limit; setting
     * {@code guards.max-calls-per-invocation}.
     */
    public Builder maxCallsPerInvocation(int calls) {
      this.maxCallsPerInvocation = notNegative("guards.max-calls-per-invocation", calls);
      return this;
    }

    /**
     * How many calls the model may make in one conversation, default 0 for no limit. The count
     * starts anew with the application, and after 10,000 conversations.
     */
    public Builder maxCallsPerConversation(int calls) {
      this.maxCallsPerConversation = notNegative("CallGuards.maxCallsPerConversation", calls);
      return this;
    }

    /**
     * How many calls of one invocation may fail one after the other, for any reason, errors of
     * tools included; default 10, 0 for no limit. The model is then not allowed any more calls to
     * answer this request. Setting {@code guards.max-consecutive-failures}.
     */
    public Builder maxConsecutiveFailures(int failures) {
      this.maxConsecutiveFailures = notNegative("guards.max-consecutive-failures", failures);
      return this;
    }

    /**
     * How many calls of one invocation the approval policy may allow one after the other without
     * asking; the next one is asked for, whatever the policy says. Default 0 for no limit; setting
     * {@code guards.max-calls-without-approval}.
     */
    public Builder maxCallsWithoutApproval(int calls) {
      this.maxCallsWithoutApproval = notNegative("guards.max-calls-without-approval", calls);
      return this;
    }

    /** What happens to a call beyond a limit, default {@link OnLimit#TELL_MODEL}. */
    public Builder onLimit(OnLimit action) {
      this.onLimit = action;
      return this;
    }

    /** Builds the guards. */
    public CallGuards build() {
      return new CallGuards(this);
    }

    private static int notNegative(String setting, int value) {
      if (value < 0) {
        throw new IllegalArgumentException(setting + " must not be negative: " + value);
      }
      return value;
    }
  }
}
