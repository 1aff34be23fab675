package io.mcpbridge.approval;

import io.mcpbridge.approval.ApprovalPolicy.Ruling;
import io.mcpbridge.approval.ApprovalRequest.Memory;
import io.mcpbridge.approval.ApprovalRequest.Subject;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.context.CallerContext;
import io.mcpbridge.error.Delivery;
import io.mcpbridge.error.McpException;
import io.mcpbridge.internal.client.OpenRound;
import io.mcpbridge.model.McpResult;
import io.mcpbridge.model.Tool;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BiPredicate;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Applies the approval policy and remembers decisions for later calls. */
public final class Approvals {

  private static final Logger log = LoggerFactory.getLogger(ApprovalPolicy.class);

  private static final ApprovalDecision FORBIDDEN =
      ApprovalDecision.deny("this application does not allow it");
  private static final Verdict TIMED_OUT =
      Verdict.ofPolicy(ApprovalDecision.deny("it was not approved in time"));

  private static final String LIMIT =
      "the limit of calls without approval (maxCallsWithoutApproval)";

  private static final ApprovalPolicy DENY_ALL =
      ApprovalPolicy.builder().otherwise(ApprovalMode.DENY).build();

  private static final PendingVerdict ALLOWED_BY_POLICY =
      new PendingVerdict(Verdict.ofPolicy(ApprovalDecision.allow()));
  private static final PendingVerdict DENIED_BY_POLICY =
      new PendingVerdict(Verdict.ofPolicy(FORBIDDEN));
  private static final PendingVerdict ALLOWED_BEFORE =
      new PendingVerdict(new Verdict(ApprovalDecision.allow(), true, () -> {}));

  private final Supplier<ApprovalPolicy> source;
  private final Runnable policyKnown;
  private volatile @Nullable ApprovalPolicy firstPolicy;

  /**
   * @param source supplies the policy; called for each decision
   * @param policyKnown runs when {@link #rules} are known, which is with the first decision unless
   *     the source is a {@link SharedSource}
   */
  public Approvals(Supplier<ApprovalPolicy> source, Runnable policyKnown) {
    this.source = source;
    this.policyKnown = policyKnown;
  }

  /** Supplies a policy on any thread, at any time after the servers are connected. */
  @FunctionalInterface
  public interface SharedSource extends Supplier<ApprovalPolicy> {}

  /** Denies everything while the policy is unavailable. */
  private ApprovalPolicy policy() {
    try {
      ApprovalPolicy policy = Objects.requireNonNull(source.get());
      if (firstPolicy == null && !(source instanceof SharedSource)) {
        firstPolicy = policy;
        policyKnown.run();
      }
      return policy;
    } catch (Throwable e) { // Kotlin code throws checked exceptions, and an error for TODO()
      keepInterrupt(e);
      log.error("All tool calls are denied: the application's ApprovalPolicy is not available", e);
      return DENY_ALL;
    }
  }

  private static void keepInterrupt(Throwable failure) {
    if (failure instanceof InterruptedException) {
      Thread.currentThread().interrupt();
    }
  }

  /** Forgets what the handler remembers, see {@link ApprovalHandler#forget}. */
  public void forget(@Nullable String server, @Nullable Object user) {
    policy().handler().forget(server, user);
  }

  /**
   * Returns the mode of a tool, without regard to remembered approvals.
   *
   * @param isAlwaysAllowed whether the server's list of always-allowed tools contains it
   */
  public ApprovalMode modeOf(CatalogTool tool, boolean isAlwaysAllowed) {
    return policy().modeOf(tool, isAlwaysAllowed);
  }

  /**
   * Explains what happens to a call, without regard to remembered approvals.
   *
   * @param isAlwaysAllowed whether the server's list of always-allowed tools contains the tool
   */
  public ApprovalExplanation explain(
      CatalogTool tool,
      Map<String, @Nullable Object> arguments,
      @Nullable Object user,
      boolean isAlwaysAllowed) {
    return policy().explain(tool, arguments, user, isAlwaysAllowed);
  }

  /**
   * What another policy would do with recorded calls.
   *
   * @param alwaysAllowed whether the server's list of always-allowed tools contains a tool
   */
  public ApprovalDryRun dryRun(
      ApprovalPolicy other,
      Collection<CatalogTool> tools,
      Collection<String> unlisted,
      Predicate<CatalogTool> alwaysAllowed,
      Collection<String> lines) {
    return ApprovalDryRun.of(policy(), other, tools, unlisted, alwaysAllowed, lines);
  }

  /**
   * Warnings of rules that depend on arguments which no tool declares that they are for.
   *
   * @param tools those of the servers that have listed their tools
   * @param unlisted the other servers, whose tools are unknown
   * @param isFixedArgument whether the application adds this argument to calls of a tool
   */
  public List<String> undeclaredArguments(
      Collection<CatalogTool> tools,
      Collection<String> unlisted,
      BiPredicate<CatalogTool, String> isFixedArgument) {
    return rules().stream()
        .filter(rule -> rule.dependsOnArguments() && unlisted.stream().noneMatch(rule::isForServer))
        .flatMap(rule -> UndeclaredArgument.warnings(rule, tools, isFixedArgument).stream())
        .toList();
  }

  /** The rules, as far as they are known. */
  public List<ApprovalRule> rules() {
    ApprovalPolicy policy = source instanceof SharedSource ? policy() : firstPolicy;
    return policy == null ? List.of() : policy.rules();
  }

  /**
   * Whether a call may be made.
   *
   * @param byPerson whether the decision comes from the handler, now or earlier
   * @param remembering stores the decision, so that later calls do not ask again
   */
  public record Verdict(ApprovalDecision decision, boolean byPerson, Runnable remembering) {

    private static Verdict ofPolicy(ApprovalDecision decision) {
      return new Verdict(decision, false, () -> {});
    }

    /**
     * Stores the decision. Call it only after checking that the tool has not changed since the
     * question.
     */
    public void remember() {
      remembering.run();
    }

    /** What the model reads after the name of the tool; empty unless the call is suspended. */
    public String waitsFor() {
      return Objects.requireNonNullElse(decision.waitsFor(), "");
    }

    /** The round that the call goes on from; {@code null} if it begins. */
    public @Nullable McpResult round() {
      return decision.round();
    }
  }

  /** Whether calls are suspended whose servers require input. */
  public boolean isSuspending() {
    McpApprovals approvals = policy().handler().approvals();
    return approvals != null && approvals.isSuspending();
  }

  /**
   * Stores a call until the input is there that its server requires.
   *
   * @param round that the call has ended with
   * @return that it is suspended
   * @throws McpException if it cannot be stored
   */
  public Verdict suspend(ApprovalRequest request, McpResult round) {
    McpApprovals approvals = policy().handler().approvals();
    if (approvals == null || !(round instanceof OpenRound open) || open.store() != approvals) {
      throw new McpException(
          "the McpElicitations that handle input are not those of the McpApprovals that the"
              + " approval policy has for its handler (setting: ToolCatalogBuilder.approval)");
    }
    return Verdict.ofPolicy(approvals.suspendedCalls().suspend(request, open));
  }

  /**
   * Whether the policy denies the call, which may have changed while a person decided, and so may
   * the arguments.
   */
  public boolean denies(
      CatalogTool tool, Map<String, @Nullable Object> arguments, @Nullable Object user) {
    return policy().ruling(tool, arguments, user, false).mode() == ApprovalMode.DENY;
  }

  /**
   * Decides whether a call may be made. Does not block: the verdict is there at once, unless the
   * handler is asked.
   *
   * @param arguments those that would be sent
   * @param user {@code null} if unknown
   * @param isAlwaysAllowed whether the server's list of always-allowed tools contains the tool
   * @param required whether to ask the handler although the policy allows the call; only asked then
   * @param requests builds the {@link #request} for the handler, if it is asked
   * @param approvalId the approval that the call uses: then the handler is asked in any case
   * @param remembered the always-allowed calls of the server
   */
  public PendingVerdict decide(
      CatalogTool tool,
      Map<String, @Nullable Object> arguments,
      @Nullable Object user,
      boolean isAlwaysAllowed,
      BooleanSupplier required,
      Supplier<ApprovalRequest> requests,
      @Nullable String approvalId,
      RememberedApprovals remembered) {
    ApprovalPolicy policy = policy();
    Ruling ruling = policy.ruling(tool, arguments, user, isAlwaysAllowed);
    switch (ruling.mode()) {
      case ALLOW:
        return approvalId != null || required.getAsBoolean()
            ? ofPerson(
                policy,
                requests
                    .get()
                    .because(
                        approvalId == null ? LIMIT : ruling.reason(),
                        policy.timeout(),
                        new Memory(policy.remembered(), false))
                    .allowedByPolicy(approvalId != null),
                remembered)
            : ALLOWED_BY_POLICY;
      case ASK:
        return ofPerson(
            policy,
            requests
                .get()
                .because(
                    ruling.reason(),
                    policy.timeout(),
                    new Memory(policy.remembered(), ruling.dependsOnArguments())),
            remembered);
      default:
        log.info(
            "MCP server \"{}\": {} is denied by \"{}\"",
            tool.server(),
            tool.modelName(),
            ruling.reason());
        if (approvalId != null) {
          endDenied(policy.handler(), approvalId, requests);
        }
        return DENIED_BY_POLICY;
    }
  }

  private static void endDenied(
      ApprovalHandler handler, String approvalId, Supplier<ApprovalRequest> requests) {
    try {
      McpApprovals approvals = handler.approvals();
      if (approvals != null) {
        approvals.suspendedCalls().deniedByPolicy(approvalId, requests.get());
      }
    } catch (RuntimeException e) { // it is denied in any case
      log.warn("A call that is denied stays in the store until it expires: {}", e.toString());
    }
  }

  private static PendingVerdict ofPerson(
      ApprovalPolicy policy, ApprovalRequest request, RememberedApprovals remembered) {
    if (request.options().approvalId() == null && remembered.isRemembered(request)) {
      return ALLOWED_BEFORE;
    }
    int clearCount = remembered.clearCount();
    CompletableFuture<ApprovalDecision> answer;
    try {
      answer = policy.handler().ask(request).toCompletableFuture();
    } catch (Throwable e) { // as above
      keepInterrupt(e);
      return new PendingVerdict(Verdict.ofPolicy(failed(request, e)));
    }
    PendingVerdict pending = new PendingVerdict(policy, request, answer);
    answer.whenComplete(
        (decision, failure) ->
            pending
                .stage()
                .complete(
                    byPerson(
                        limited(request, decided(request, decision, failure)),
                        request,
                        remembered,
                        clearCount)));
    return pending;
  }

  /**
   * A request for {@link #decide}.
   *
   * @param definitionHash see {@link ApprovalRequest#definitionHash}
   * @param fixedArguments the names of the arguments that the application has fixed
   */
  public static ApprovalRequest request(
      String modelName,
      Tool tool,
      Map<String, @Nullable Object> arguments,
      CallOptions options,
      CallerContext caller,
      String definitionHash,
      Set<String> fixedArguments) {
    return new ApprovalRequest(
        new Subject(modelName, tool, arguments, options, caller, definitionHash, fixedArguments),
        "",
        Duration.ZERO,
        new Memory(Duration.ZERO, false));
  }

  /** A verdict, or the wait for it. */
  public static final class PendingVerdict {

    private final CompletableFuture<Verdict> stage;
    private final @Nullable ApprovalPolicy policy;
    private final @Nullable ApprovalRequest request;
    private final @Nullable CompletableFuture<ApprovalDecision> answer;

    private PendingVerdict(Verdict verdict) {
      this.stage = CompletableFuture.completedFuture(verdict);
      this.policy = null;
      this.request = null;
      this.answer = null;
    }

    private PendingVerdict(
        ApprovalPolicy policy,
        ApprovalRequest request,
        CompletableFuture<ApprovalDecision> answer) {
      this.stage = new CompletableFuture<>();
      this.policy = policy;
      this.request = request;
      this.answer = answer;
    }

    /** Whether the handler was asked. */
    public boolean wasAsked() {
      return answer != null;
    }

    /** Completes with the verdict. */
    public CompletableFuture<Verdict> stage() {
      return stage;
    }

    /** How long the answer may take. */
    public Duration timeout() {
      return policy == null ? Duration.ZERO : policy.timeout();
    }

    /** Denies the call, unless the answer has arrived. */
    public void timeIsUp() {
      stage.complete(TIMED_OUT);
    }

    /** The verdict, once it is there. */
    public Verdict verdict() {
      Verdict verdict = stage.join();
      if (verdict == TIMED_OUT && policy != null && request != null) {
        log.warn(
            "MCP server \"{}\": the {} was not made: no approval within {} s",
            request.server(),
            request,
            policy.timeout().toSeconds());
      }
      return verdict;
    }

    /**
     * The call is over: takes the question back if the answer has not arrived, and otherwise
     * records how the call ended.
     *
     * @param output {@code null} if the call failed otherwise
     */
    public void callEnded(Delivery delivery, @Nullable ToolOutput output) {
      if (answer == null
          || request == null
          || answer.cancel(true)
          || answer.isCompletedExceptionally()) {
        return;
      }
      try {
        ApprovalDecision decision = answer.join();
        if (decision != null) {
          decision.callEnded(delivery, output);
        }
      } catch (RuntimeException e) {
        log.error(
            "MCP server \"{}\": the outcome of the {} could not be recorded; it counts as unknown",
            request.server(),
            request,
            e);
      }
    }
  }

  private static ApprovalDecision limited(ApprovalRequest request, ApprovalDecision decision) {
    return request.memory().needsArguments() && decision.isAlways()
        ? decision.forTheseArguments()
        : decision;
  }

  private static ApprovalDecision decided(
      ApprovalRequest request, @Nullable ApprovalDecision decision, @Nullable Throwable failure) {
    if (failure == null) {
      return decision == null ? ApprovalDecision.deny() : ofItsApproval(request, decision);
    }
    Throwable cause =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    return cause instanceof CancellationException
        ? ApprovalDecision.deny()
        : failed(request, cause);
  }

  /** An approval is used once: no other decision answers the call that continues it. */
  private static ApprovalDecision ofItsApproval(
      ApprovalRequest request, ApprovalDecision decision) {
    String approvalId = request.options().approvalId();
    return approvalId == null || !decision.isAllowed() || approvalId.equals(decision.approvalId())
        ? decision
        : ApprovalDecision.deny("the ApprovalHandler does not know the approval " + approvalId);
  }

  private static Verdict byPerson(
      ApprovalDecision decision,
      ApprovalRequest request,
      RememberedApprovals remembered,
      int clearCount) {
    return new Verdict(
        decision,
        true,
        () -> {
          if (decision.isAlways() && decision.approvalId() == null) { // McpApprovals has its own
            remembered.add(request, decision, clearCount);
          }
        });
  }

  private static ApprovalDecision failed(ApprovalRequest request, Throwable cause) {
    if (cause instanceof McpException) { // its message says what to do
      log.error(
          "MCP server \"{}\": the {} was not made, because no approval could be requested: {}",
          request.server(),
          request,
          cause.getMessage());
    } else {
      log.error(
          "MCP server \"{}\": the {} was not made: the application's ApprovalHandler failed",
          request.server(),
          request,
          cause);
    }
    return ApprovalDecision.deny("no approval could be requested");
  }
}
