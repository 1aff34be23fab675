package io.mcpbridge.approval;

import io.mcpbridge.model.Tool;
import io.mcpbridge.selection.ToolPattern;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which calls run by themselves, which have to be allowed by somebody, and which never run. A rule
 * that denies counts before all others; of those, the first that matches. What no rule matches runs
 * by itself, unless {@link Builder#otherwise} says something else. Immutable.
 *
 * <pre>{@code
 * ApprovalPolicy.builder()
 *     .auto(ToolPattern.any().readOnly().ofServers("files"))
 *     .ask(ToolPattern.any().destructive())
 *     .deny("drop_*")
 *     .handler(request -> askTheUser(request))
 *     .build();
 * }</pre>
 *
 * <p>Annotations are claims of a server. A rule that asks because of them makes nothing worse; one
 * that lets calls run because of them trusts the server: name it.
 */
public final class ApprovalPolicy {

  private static final ApprovalPolicy AUTOMATIC = builder().build();

  private final List<Rule> rules;
  private final ApprovalMode otherwise;
  private final boolean alwaysAllow;
  private final ApprovalHandler handler;
  private final Duration timeout;
  private final Duration remembered;

  private ApprovalPolicy(Builder builder, ApprovalHandler handler) {
    List<Rule> ordered = new ArrayList<>(builder.denying);
    ordered.addAll(builder.others);
    ordered.addAll(builder.last);
    this.rules = List.copyOf(ordered);
    this.otherwise = builder.otherwise;
    this.alwaysAllow = builder.alwaysAllow;
    this.handler = handler;
    this.timeout = builder.timeout;
    this.remembered = builder.remembered;
  }

  /** Every call runs by itself: the default of a catalogue. */
  public static ApprovalPolicy automatic() {
    return AUTOMATIC;
  }

  /** Begins with no rule. */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * What the rules say of a tool.
   *
   * @param always whether it is on its server's list of tools that are always allowed
   */
  ApprovalMode modeOf(String server, Tool tool, boolean always) {
    ApprovalMode mode = ruleFor(server, tool);
    return mode == ApprovalMode.ASK && always && alwaysAllow ? ApprovalMode.AUTO : mode;
  }

  private ApprovalMode ruleFor(String server, Tool tool) {
    for (Rule rule : rules) {
      if (rule.pattern.matches(server, tool)) {
        return rule.mode;
      }
    }
    return otherwise;
  }

  ApprovalHandler handler() {
    return handler;
  }

  Duration timeout() {
    return timeout;
  }

  Duration remembered() {
    return remembered;
  }

  private record Rule(ToolPattern pattern, ApprovalMode mode) {}

  /** Collects rules. Names are the tools' own, with {@code *} and {@code ?}. Not thread-safe. */
  public static final class Builder {

    private final List<Rule> denying = new ArrayList<>();
    private final List<Rule> others = new ArrayList<>();
    private final List<Rule> last = new ArrayList<>();
    private ApprovalMode otherwise = ApprovalMode.AUTO;
    private boolean alwaysAllow = true;
    private @Nullable ApprovalHandler handler;
    private Duration timeout = Duration.ofMinutes(5);
    private Duration remembered = Duration.ofDays(1);

    private Builder() {}

    /** Tools of these names run by themselves, on any server. */
    public Builder auto(String... names) {
      return names.length == 0 ? this : auto(ToolPattern.named(names));
    }

    /** These run by themselves. */
    public Builder auto(ToolPattern pattern) {
      others.add(new Rule(pattern, ApprovalMode.AUTO));
      return this;
    }

    /** Tools of these names have to be allowed each time, on any server. */
    public Builder ask(String... names) {
      return names.length == 0 ? this : ask(ToolPattern.named(names));
    }

    /** These have to be allowed each time, unless the answer was {@code allowAlways()}. */
    public Builder ask(ToolPattern pattern) {
      others.add(new Rule(pattern, ApprovalMode.ASK));
      return this;
    }

    /** Tools of these names never run, on any server. */
    public Builder deny(String... names) {
      return names.length == 0 ? this : deny(ToolPattern.named(names));
    }

    /** These never run, whatever the other rules say. The model is told when it tries. */
    public Builder deny(ToolPattern pattern) {
      denying.add(new Rule(pattern, ApprovalMode.DENY));
      return this;
    }

    /** What holds where no rule matches; default {@link ApprovalMode#AUTO}. */
    public Builder otherwise(ApprovalMode mode) {
      this.otherwise = mode;
      return this;
    }

    /**
     * What holds for those of these tools that no rule matches; several are tried in their order.
     */
    public Builder otherwise(ToolPattern pattern, ApprovalMode mode) {
      last.add(new Rule(pattern, mode));
      return this;
    }

    /**
     * Whether a server's own list of tools that are always allowed ({@code alwaysAllow} in its
     * options or in an {@code mcpServers} file) turns {@code ASK} into {@code AUTO}; default true.
     * Say {@code false} where others than you write that list. It never overrides {@code DENY}.
     */
    public Builder honourAlwaysAllow(boolean honoured) {
      this.alwaysAllow = honoured;
      return this;
    }

    /** Who is asked. */
    public Builder handler(ApprovalHandler handler) {
      this.handler = handler;
      return this;
    }

    /**
     * How long a call waits for an answer, default 5 minutes. This is not part of the time that the
     * call itself may take.
     */
    public Builder timeout(Duration limit) {
      this.timeout = limit;
      return this;
    }

    /**
     * For how long {@code allowAlways()} holds, default a day, for whomever it is; never longer
     * than the server is in the catalogue at the same address, and the tool is listed as it was.
     */
    public Builder remember(Duration length) {
      this.remembered = length;
      return this;
    }

    /**
     * The policy.
     *
     * @throws IllegalStateException if something is to be asked and nobody is there to ask
     */
    public ApprovalPolicy build() {
      boolean asks =
          otherwise == ApprovalMode.ASK
              || Stream.concat(others.stream(), last.stream())
                  .anyMatch(rule -> rule.mode == ApprovalMode.ASK);
      if (asks && handler == null) {
        throw new IllegalStateException("an approval policy that asks needs a handler(...)");
      }
      return new ApprovalPolicy(this, handler == null ? Builder::nobody : handler);
    }

    private static CompletableFuture<ApprovalDecision> nobody(ApprovalRequest request) {
      return CompletableFuture.completedFuture(ApprovalDecision.deny());
    }
  }
}
