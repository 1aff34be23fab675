package io.mcpbridge.approval;

import io.mcpbridge.model.Tool;
import io.mcpbridge.selection.ToolPattern;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Decides which tool calls run without approval (allow list), which need it (human in the loop),
 * and which never run (deny list). Deny rules take precedence; among the others, the first match
 * wins. A call that no rule matches runs without approval, unless {@link Builder#otherwise} sets
 * another mode. Immutable.
 *
 * <pre>{@code
 * ApprovalPolicy.builder()
 *     .auto(ToolPattern.any().readOnly().ofServers("files"))
 *     .ask(ToolPattern.any().destructive())
 *     .deny("drop_*")
 *     .handler(request -> confirms(request) ? ApprovalDecision.allow() : ApprovalDecision.deny())
 *     .build();
 * }</pre>
 *
 * <p>Annotations are untrusted claims of a server. A rule that asks because of them does no harm; a
 * rule that allows calls because of them trusts the server, so limit it to named servers.
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
    List<Rule> ordered = new ArrayList<>(builder.denyRules);
    ordered.addAll(builder.rules);
    ordered.addAll(builder.fallbackRules);
    this.rules = List.copyOf(ordered);
    this.otherwise = builder.otherwise;
    this.alwaysAllow = builder.alwaysAllow;
    this.handler = handler;
    this.timeout = builder.timeout;
    this.remembered = builder.remembered;
  }

  /** Every call runs without approval. The default of a catalog. */
  public static ApprovalPolicy automatic() {
    return AUTOMATIC;
  }

  /** Creates a builder without rules. */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Returns the mode that the rules give a tool.
   *
   * @param modelName the name by which the model calls the tool
   * @param always whether the server's list of always-allowed tools contains it
   */
  ApprovalMode modeOf(String server, Tool tool, String modelName, boolean always) {
    ApprovalMode mode = mode(rule -> rule.matches(server, tool, modelName));
    // A rule that asks by the model's name must not let the server's list allow a denied tool.
    return mode == ApprovalMode.ASK
            && always
            && alwaysAllow
            && mode(rule -> rule.pattern.matches(server, tool)) != ApprovalMode.DENY
        ? ApprovalMode.AUTO
        : mode;
  }

  private ApprovalMode mode(Predicate<Rule> isMatch) {
    for (Rule rule : rules) {
      if (isMatch.test(rule)) {
        return rule.mode;
      }
    }
    return otherwise;
  }

  List<ToolPattern> patterns(ApprovalMode mode) {
    return rules.stream().filter(rule -> rule.mode == mode).map(Rule::pattern).toList();
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

  private record Rule(ToolPattern pattern, ApprovalMode mode) {

    /**
     * A rule that allows calls does not match names of the model: a server chooses the names of its
     * tools, and could choose one that looks like a tool of another server.
     */
    boolean matches(String server, Tool tool, String modelName) {
      return mode == ApprovalMode.AUTO
          ? pattern.matches(server, tool)
          : pattern.matches(server, tool, modelName);
    }
  }

  /**
   * Collects rules. Names have {@code *} and {@code ?} wildcards. Those that ask or deny match a
   * tool's name on the server ({@code delete}) and the name that the model uses ({@code
   * files__delete}); those that allow match only the former. The catalog logs a warning for a name
   * that matches no tool. Not thread-safe.
   */
  public static final class Builder {

    private final List<Rule> denyRules = new ArrayList<>();
    private final List<Rule> rules = new ArrayList<>();
    private final List<Rule> fallbackRules = new ArrayList<>();
    private ApprovalMode otherwise = ApprovalMode.AUTO;
    private boolean alwaysAllow = true;
    private @Nullable ApprovalHandler handler;
    private Duration timeout = Duration.ofMinutes(5);
    private Duration remembered = Duration.ofDays(1);

    private Builder() {}

    /** Tools of these names, on any server, run without approval. */
    public Builder auto(String... names) {
      return names.length == 0 ? this : auto(ToolPattern.named(names));
    }

    /** Tools that match this pattern run without approval. */
    public Builder auto(ToolPattern pattern) {
      rules.add(new Rule(pattern, ApprovalMode.AUTO));
      return this;
    }

    /** Tools of these names, on any server, need approval for each call. */
    public Builder ask(String... names) {
      return names.length == 0 ? this : ask(ToolPattern.named(names));
    }

    /**
     * Tools that match this pattern need approval for each call, unless an earlier answer was
     * {@code allowAlways()}.
     */
    public Builder ask(ToolPattern pattern) {
      rules.add(new Rule(pattern, ApprovalMode.ASK));
      return this;
    }

    /** Tools of these names, on any server, never run. */
    public Builder deny(String... names) {
      return names.length == 0 ? this : deny(ToolPattern.named(names));
    }

    /**
     * Tools that match this pattern never run, whatever the other rules say. A call returns an
     * error to the model.
     */
    public Builder deny(ToolPattern pattern) {
      denyRules.add(new Rule(pattern, ApprovalMode.DENY));
      return this;
    }

    /** Mode of tools that no rule matches; default {@link ApprovalMode#AUTO}. */
    public Builder otherwise(ApprovalMode mode) {
      this.otherwise = mode;
      return this;
    }

    /**
     * Mode of the tools of this pattern that no rule matches. Several such patterns are tried in
     * the order in which they were added.
     */
    public Builder otherwise(ToolPattern pattern, ApprovalMode mode) {
      fallbackRules.add(new Rule(pattern, mode));
      return this;
    }

    /**
     * Whether a server's own list of always-allowed tools ({@code alwaysAllow} in its options or in
     * an {@code mcpServers} file) turns {@code ASK} into {@code AUTO}; default true. Set to {@code
     * false} if others than you write that list. It never overrides {@code DENY}.
     */
    public Builder honorAlwaysAllow(boolean acknowledged) {
      this.alwaysAllow = acknowledged;
      return this;
    }

    /**
     * Decides about each call that needs approval before it returns, such as a terminal prompt or a
     * check of the arguments; no timeout applies to it. It runs on the thread that makes the call,
     * which is one of the catalog's for {@code callAsync}. An exception counts as a refusal. This
     * or {@link #handlerAsync} is required if any rule asks; the last one counts.
     */
    public Builder handler(Function<? super ApprovalRequest, ApprovalDecision> ask) {
      return handlerAsync(ApprovalHandler.of(ask));
    }

    /** As {@link #handler}, for a decision that comes later, such as on a page or in a chat. */
    public Builder handlerAsync(ApprovalHandler handler) {
      this.handler = handler;
      return this;
    }

    /**
     * How long a call waits for approval; default 5 minutes. Does not count toward the call's own
     * timeout.
     */
    public Builder timeout(Duration limit) {
      this.timeout = limit;
      return this;
    }

    /**
     * How long {@code allowAlways()} holds, for one user or for all; default 1 day. It ends earlier
     * if the server is removed or changes its address, or if the tool's definition changes.
     */
    public Builder remember(Duration length) {
      this.remembered = length;
      return this;
    }

    /**
     * Builds the policy.
     *
     * @throws IllegalStateException if a rule asks and no handler is set
     */
    public ApprovalPolicy build() {
      boolean asks =
          otherwise == ApprovalMode.ASK
              || Stream.concat(rules.stream(), fallbackRules.stream())
                  .anyMatch(rule -> rule.mode == ApprovalMode.ASK);
      if (asks && handler == null) {
        throw new IllegalStateException("an approval policy that asks needs a handler(...)");
      }
      return new ApprovalPolicy(this, handler == null ? Builder::denyAll : handler);
    }

    private static CompletableFuture<ApprovalDecision> denyAll(ApprovalRequest request) {
      return CompletableFuture.completedFuture(ApprovalDecision.deny());
    }
  }
}
