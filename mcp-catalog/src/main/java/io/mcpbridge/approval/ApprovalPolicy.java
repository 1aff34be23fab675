package io.mcpbridge.approval;

import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.model.Tool;
import io.mcpbridge.model.ToolAnnotations;
import io.mcpbridge.selection.ToolPattern;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Decides which tool calls run without approval (allow list), which need it (human in the loop),
 * and which never run (deny list). Rules that deny come before rules that ask, and these before
 * rules that allow, in whatever order they are added; the first one that applies decides. A call
 * that no rule applies to runs without approval, unless {@link Builder#otherwise} sets another
 * mode. Immutable.
 *
 * <pre>{@code
 * ApprovalPolicy.builder()
 *     .deny("drop_*")
 *     .ask(ToolPattern.any().destructive())
 *     .rule(ApprovalRule.ask("shell__run").when("/command", ArgumentCondition.regex("rm|sudo")))
 *     .handler(request -> confirms(request) ? ApprovalDecision.allow() : ApprovalDecision.deny())
 *     .build();
 * }</pre>
 *
 * <p>To ask for all calls but some, set {@link Builder#otherwise} to {@link ApprovalMode#ASK} and
 * add rules that allow: a rule that asks for every tool would come before them.
 *
 * <p>Annotations are untrusted claims of a server. A rule that asks because of them does no harm; a
 * rule that allows calls because of them trusts the server, so limit it to named servers.
 */
public final class ApprovalPolicy {

  /** Bounds the memory; the rules for further tools are found in each call. */
  private static final int MAX_TOOLS = 10_000;

  private static final ApprovalPolicy ALLOW_ALL = builder().build();

  private static final Ruling ALWAYS_ALLOWED =
      new Ruling(ApprovalMode.ALLOW, null, "the alwaysAllow of the server");

  /** Those that deny, then those that ask, then those that allow. */
  private final List<Ruling> rules;

  /** Those for each tool that was called, so that a call tries no others. */
  private final Map<RuledTool, List<Ruling>> rulesOfTools = new ConcurrentHashMap<>();

  private final List<Ruling> fallbackRules;
  private final Ruling otherwise;
  private final boolean alwaysAllow;
  private final ApprovalHandler handler;
  private final Duration timeout;
  private final Duration remembered;
  private final @Nullable Function<Object, ? extends @Nullable Collection<String>> authorities;

  private ApprovalPolicy(Builder builder, ApprovalHandler handler) {
    this.rules =
        builder.rules.stream()
            .sorted(Comparator.comparing(ApprovalRule::mode).reversed())
            .map(Ruling::of)
            .toList();
    this.fallbackRules = builder.fallbackRules.stream().map(Ruling::otherwise).toList();
    this.otherwise =
        new Ruling(
            builder.otherwise,
            null,
            "otherwise: " + builder.otherwise.name().toLowerCase(Locale.ROOT));
    this.alwaysAllow = builder.alwaysAllow;
    this.handler = handler;
    this.timeout = builder.timeout;
    this.remembered = builder.remembered;
    this.authorities = builder.authorities;
  }

  /** Every call runs without approval. The default of a catalog. */
  public static ApprovalPolicy allowAll() {
    return ALLOW_ALL;
  }

  /** Creates a builder without rules. */
  public static Builder builder() {
    return new Builder();
  }

  /** The rules, in the order in which they are tried. */
  public List<ApprovalRule> rules() {
    return rules.stream().map(Ruling::rule).filter(Objects::nonNull).toList();
  }

  /**
   * Explains what happens to a call, and by which rule. The server's list of always-allowed tools
   * is not known here; {@link io.mcpbridge.catalog.ToolCatalog#explainApproval} knows it.
   *
   * @param arguments those that would be sent
   * @param user {@code null} if unknown
   */
  public ApprovalExplanation explain(
      CatalogTool tool, Map<String, @Nullable Object> arguments, @Nullable Object user) {
    return explain(tool, arguments, user, false);
  }

  ApprovalExplanation explain(
      CatalogTool tool,
      Map<String, @Nullable Object> arguments,
      @Nullable Object user,
      boolean isAlwaysAllowed) {
    List<ApprovalRule> tried = new ArrayList<>();
    RuledCall call = new RuledCall(tool, arguments, user, authorities);
    Ruling decisive = ruling(call, isAlwaysAllowed, rulesFor(call), tried::add);
    boolean isUndecided = decisive.rule != null && !decisive.rule.isCertain(call);
    return new ApprovalExplanation(
        decisive.mode,
        decisive.rule,
        decisive.reason + (isUndecided ? " (undecided, so it applies)" : ""),
        tried);
  }

  /** What decides about a call. */
  Ruling ruling(
      CatalogTool tool,
      Map<String, @Nullable Object> arguments,
      @Nullable Object user,
      boolean isAlwaysAllowed) {
    RuledCall call = new RuledCall(tool, arguments, user, authorities);
    return ruling(call, isAlwaysAllowed, rulesFor(call), rule -> {});
  }

  /** What decides which rules are for a tool. */
  private record RuledTool(
      String server, String name, String modelName, ToolAnnotations annotations) {}

  private List<Ruling> rulesFor(RuledCall call) {
    if (rules.isEmpty()) {
      return rules;
    }
    Tool tool = call.tool();
    RuledTool key = new RuledTool(call.server(), tool.name(), call.modelName(), tool.annotations());
    List<Ruling> found = rulesOfTools.get(key);
    if (found == null) {
      found =
          rules.stream()
              .filter(ruling -> Objects.requireNonNull(ruling.rule).isForTool(call))
              .toList();
      if (rulesOfTools.size() < MAX_TOOLS) {
        rulesOfTools.put(key, found);
      }
    }
    return found;
  }

  private Ruling ruling(
      RuledCall call,
      boolean isAlwaysAllowed,
      List<Ruling> rules,
      Consumer<ApprovalRule> inapplicable) {
    boolean waives = isAlwaysAllowed && alwaysAllow;
    Ruling waived = null;
    for (Ruling ruling : rules) {
      ApprovalRule rule = Objects.requireNonNull(ruling.rule);
      if (rule.applies(call)) {
        if (!waives || rule.mode() != ApprovalMode.ASK || rule.dependsOnArguments()) {
          return ruling;
        }
        waived = waived == null ? ruling : waived;
      } else {
        inapplicable.accept(rule);
      }
    }
    Ruling fallback = fallback(call);
    if (waived == null) {
      return waives && fallback.mode == ApprovalMode.ASK ? ALWAYS_ALLOWED : fallback;
    }
    // A rule that asks by the model's name must not let the server's list allow a denied tool.
    ToolPattern tools = Objects.requireNonNull(waived.rule).tools();
    return fallback.mode == ApprovalMode.DENY && !tools.matches(call.server(), call.tool())
        ? waived
        : ALWAYS_ALLOWED;
  }

  private Ruling fallback(RuledCall call) {
    for (Ruling ruling : fallbackRules) {
      if (Objects.requireNonNull(ruling.rule).applies(call)) {
        return ruling;
      }
    }
    return otherwise;
  }

  /**
   * Returns the mode of all calls of a tool; {@link ApprovalMode#ASK} also if it depends on the
   * arguments or the user.
   */
  ApprovalMode modeOf(CatalogTool tool, boolean isAlwaysAllowed) {
    RuledCall anyCall = new RuledCall(tool, null, null, null);
    List<ApprovalRule> conditional =
        rules().stream().filter(rule -> !rule.isUnconditional() && rule.mayApply(anyCall)).toList();
    List<Ruling> unconditional =
        rules.stream()
            .filter(ruling -> Objects.requireNonNull(ruling.rule).isUnconditional())
            .toList();
    Ruling certain = ruling(anyCall, isAlwaysAllowed, unconditional, rule -> {});
    boolean isFinal = unconditional.contains(certain) && certain.mode != ApprovalMode.ALLOW;
    return isFinal || conditional.stream().allMatch(rule -> rule.mode() == certain.mode)
        ? certain.mode
        : ApprovalMode.ASK;
  }

  /**
   * What decides about a call.
   *
   * @param rule {@code null} if none does
   * @param reason in words
   */
  record Ruling(ApprovalMode mode, @Nullable ApprovalRule rule, String reason) {

    boolean dependsOnArguments() {
      return rule != null && rule.dependsOnArguments();
    }

    static Ruling of(ApprovalRule rule) {
      return new Ruling(rule.mode(), rule, rule.toString());
    }

    static Ruling otherwise(ApprovalRule rule) {
      return new Ruling(rule.mode(), rule, "otherwise: " + rule);
    }
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

  /** Collects rules; see {@link ApprovalRule} for what names match. Not thread-safe. */
  public static final class Builder {

    private final List<ApprovalRule> rules = new ArrayList<>();
    private final List<ApprovalRule> fallbackRules = new ArrayList<>();
    private ApprovalMode otherwise = ApprovalMode.ALLOW;
    private boolean alwaysAllow = true;
    private @Nullable ApprovalHandler handler;
    private Duration timeout = Duration.ofMinutes(5);
    private Duration remembered = Duration.ofDays(1);
    private @Nullable Function<Object, ? extends @Nullable Collection<String>> authorities;

    private Builder() {}

    /** Adds a rule, which may depend on the arguments and the user. */
    public Builder rule(ApprovalRule rule) {
      rules.add(rule);
      return this;
    }

    /** Tools of these names run without approval. */
    public Builder allow(String... names) {
      return names.length == 0 ? this : allow(ToolPattern.named(names));
    }

    /** Tools that match this pattern run without approval. */
    public Builder allow(ToolPattern pattern) {
      return rule(ApprovalRule.of(ApprovalMode.ALLOW, pattern));
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
      return rule(ApprovalRule.of(ApprovalMode.ASK, pattern));
    }

    /** Tools of these names, on any server, never run. */
    public Builder deny(String... names) {
      return names.length == 0 ? this : deny(ToolPattern.named(names));
    }

    /** Tools that match this pattern never run. A call returns an error to the model. */
    public Builder deny(ToolPattern pattern) {
      return rule(ApprovalRule.of(ApprovalMode.DENY, pattern));
    }

    /** Mode of tools that no rule matches; default {@link ApprovalMode#ALLOW}. */
    public Builder otherwise(ApprovalMode mode) {
      this.otherwise = mode;
      return this;
    }

    /**
     * Mode of the tools of this pattern that no rule matches. Several such patterns are tried in
     * the order in which they were added.
     */
    public Builder otherwise(ToolPattern pattern, ApprovalMode mode) {
      fallbackRules.add(ApprovalRule.of(mode, pattern));
      return this;
    }

    /**
     * Whether a server's own list of always-allowed tools ({@code alwaysAllow} in its options or in
     * an {@code mcpServers} file) turns {@code ASK} into {@code ALLOW}; default true. Set to {@code
     * false} if others than you write that list. It never overrides {@code DENY}, nor a rule that
     * asks because of the arguments.
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
     * Which authorities a user has, for rules {@linkplain ApprovalRule#forAuthorities for
     * authorities}; {@code null} if that is unknown. Called on the thread that makes the call, for
     * each such rule, with {@link ApprovalRequest#user}.
     */
    public Builder authorities(Function<Object, ? extends @Nullable Collection<String>> ofUser) {
      this.authorities = ofUser;
      return this;
    }

    /**
     * Builds the policy.
     *
     * @throws IllegalStateException if a rule asks and no handler is set
     * @throws IllegalArgumentException if a rule that allows can never apply, because a rule that
     *     asks applies to all its calls
     */
    public ApprovalPolicy build() {
      boolean asks =
          otherwise == ApprovalMode.ASK
              || Stream.concat(rules.stream(), fallbackRules.stream())
                  .anyMatch(rule -> rule.mode() == ApprovalMode.ASK);
      if (asks && handler == null) {
        throw new IllegalStateException("an approval policy that asks needs a handler(...)");
      }
      rules.forEach(this::refuseIfCovered);
      return new ApprovalPolicy(this, handler == null ? Builder::denyAll : handler);
    }

    private void refuseIfCovered(ApprovalRule rule) {
      if (rule.mode() == ApprovalMode.ALLOW) {
        for (ApprovalRule other : rules) {
          if (other.mode() == ApprovalMode.ASK && other.covers(rule)) {
            throw new IllegalArgumentException(
                "the rule \""
                    + rule
                    + "\" never applies, because \""
                    + other
                    + "\" comes first; to ask for all calls but these, set otherwise to ask");
          }
        }
      }
    }

    private static CompletableFuture<ApprovalDecision> denyAll(ApprovalRequest request) {
      return CompletableFuture.completedFuture(ApprovalDecision.deny());
    }
  }
}
