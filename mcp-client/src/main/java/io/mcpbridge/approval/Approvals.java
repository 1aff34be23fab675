package io.mcpbridge.approval;

import io.mcpbridge.error.McpCancelledException;
import io.mcpbridge.model.Tool;
import io.mcpbridge.thread.SharedTimer;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Applies the approval policy and remembers decisions for later calls. */
public final class Approvals {

  private static final Logger log = LoggerFactory.getLogger(ApprovalPolicy.class);

  private static final ApprovalDecision FORBIDDEN =
      ApprovalDecision.deny("this application does not allow it");
  private static final ApprovalDecision TOO_LATE =
      ApprovalDecision.deny("it was not approved in time");

  private static final ApprovalPolicy NOTHING =
      ApprovalPolicy.builder().otherwise(ApprovalMode.DENY).build();

  private static final Verdict ALLOWED_BEFORE =
      new Verdict(ApprovalDecision.allow(), true, () -> {});

  private final Supplier<ApprovalPolicy> source;

  /**
   * @param source supplies the policy; called for each decision
   */
  public Approvals(Supplier<ApprovalPolicy> source) {
    this.source = source;
  }

  /** Denies everything while the policy is unavailable. */
  private ApprovalPolicy policy() {
    try {
      return Objects.requireNonNull(source.get());
    } catch (RuntimeException e) {
      log.error("All tool calls are denied: the application's ApprovalPolicy is not available", e);
      return NOTHING;
    }
  }

  /**
   * Returns the mode of a tool, without regard to remembered approvals.
   *
   * @param always whether the server's list of always-allowed tools contains it
   */
  public ApprovalMode modeOf(String server, Tool tool, boolean always) {
    return policy().modeOf(server, tool, always);
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
  }

  /**
   * Decides whether a call may be made. Blocks until the handler has answered, if it is asked.
   *
   * @param server the key of the server that would receive the call
   * @param listed the tool as its server lists it
   * @param always whether the server's list of always-allowed tools contains it
   * @param request builds the request for the handler
   * @param remembered the always-allowed calls of the server
   * @throws McpCancelledException if the thread is interrupted while it waits
   */
  public Verdict decide(
      String server,
      Tool listed,
      boolean always,
      Supplier<ApprovalRequest> request,
      RememberedApprovals remembered) {
    ApprovalPolicy policy = policy();
    return switch (policy.modeOf(server, listed, always)) {
      case AUTO -> Verdict.ofPolicy(ApprovalDecision.allow());
      case DENY -> Verdict.ofPolicy(FORBIDDEN);
      case ASK -> ofPerson(policy, request.get(), listed, remembered);
    };
  }

  /**
   * Asynchronous variant of {@link #decide}; completed by the thread that decides. Cancelling the
   * future withdraws the question.
   *
   * @param threads withdraws a question that was not answered in time
   */
  public CompletableFuture<Verdict> decideAsync(
      String server,
      Tool listed,
      boolean always,
      Supplier<ApprovalRequest> request,
      RememberedApprovals remembered,
      Executor threads) {
    ApprovalPolicy policy = policy();
    return switch (policy.modeOf(server, listed, always)) {
      case AUTO -> CompletableFuture.completedFuture(Verdict.ofPolicy(ApprovalDecision.allow()));
      case DENY -> CompletableFuture.completedFuture(Verdict.ofPolicy(FORBIDDEN));
      case ASK -> ofPersonAsync(policy, request.get(), listed, remembered, threads);
    };
  }

  private static CompletableFuture<Verdict> ofPersonAsync(
      ApprovalPolicy policy,
      ApprovalRequest request,
      Tool listed,
      RememberedApprovals remembered,
      Executor threads) {
    if (remembered.hold(request, listed)) {
      return CompletableFuture.completedFuture(ALLOWED_BEFORE);
    }
    int sinceForgotten = remembered.timesForgotten();
    CompletableFuture<ApprovalDecision> answer;
    try {
      answer = policy.handler().ask(request).toCompletableFuture();
    } catch (RuntimeException e) {
      return CompletableFuture.completedFuture(
          byPerson(failed(request, e), policy, request, listed, remembered, sinceForgotten));
    }
    CompletableFuture<Verdict> verdict = new CompletableFuture<>();
    Future<?> timeout =
        SharedTimer.plan(
            TimeUnit.MILLISECONDS.toNanos(policy.timeout().toMillis()),
            // not on the shared timer: the application's code may depend on the answer
            () ->
                threads.execute(
                    () -> {
                      if (verdict.complete(Verdict.ofPolicy(TOO_LATE))) {
                        late(policy, request);
                      }
                    }));
    answer.whenComplete(
        (decision, failure) ->
            verdict.complete(
                byPerson(
                    decided(request, decision, failure),
                    policy,
                    request,
                    listed,
                    remembered,
                    sinceForgotten)));
    verdict.whenComplete(
        (decided, failure) -> {
          timeout.cancel(false);
          answer.cancel(true); // no effect on an answer that has arrived
        });
    return verdict;
  }

  private static ApprovalDecision decided(
      ApprovalRequest request, @Nullable ApprovalDecision decision, @Nullable Throwable failure) {
    if (failure == null) {
      return decision == null ? ApprovalDecision.deny() : decision;
    }
    Throwable cause =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    return cause instanceof CancellationException
        ? ApprovalDecision.deny()
        : failed(request, cause);
  }

  private static Verdict ofPerson(
      ApprovalPolicy policy, ApprovalRequest request, Tool listed, RememberedApprovals remembered) {
    if (remembered.hold(request, listed)) {
      return ALLOWED_BEFORE;
    }
    int sinceForgotten = remembered.timesForgotten();
    return byPerson(ask(policy, request), policy, request, listed, remembered, sinceForgotten);
  }

  private static Verdict byPerson(
      ApprovalDecision decision,
      ApprovalPolicy policy,
      ApprovalRequest request,
      Tool listed,
      RememberedApprovals remembered,
      int sinceForgotten) {
    return new Verdict(
        decision,
        true,
        () -> {
          if (decision.allowed() && decision.always()) {
            remembered.add(request, listed, decision, policy.remembered(), sinceForgotten);
          }
        });
  }

  private static ApprovalDecision ask(ApprovalPolicy policy, ApprovalRequest request) {
    CompletableFuture<ApprovalDecision> answer;
    try {
      answer = policy.handler().ask(request).toCompletableFuture();
    } catch (RuntimeException e) {
      return failed(request, e);
    }
    try {
      @Nullable ApprovalDecision decision =
          answer.get(policy.timeout().toMillis(), TimeUnit.MILLISECONDS);
      return decision == null ? ApprovalDecision.deny() : decision;
    } catch (TimeoutException e) {
      answer.cancel(true);
      late(policy, request);
      return TOO_LATE;
    } catch (InterruptedException e) {
      answer.cancel(true);
      Thread.currentThread().interrupt();
      McpCancelledException cancelled =
          new McpCancelledException("interrupted while it waited for approval");
      cancelled.beforeSending();
      throw cancelled;
    } catch (ExecutionException e) {
      return failed(request, e.getCause() == null ? e : e.getCause());
    } catch (CancellationException e) {
      return ApprovalDecision.deny();
    }
  }

  private static void late(ApprovalPolicy policy, ApprovalRequest request) {
    log.warn(
        "MCP server \"{}\": the {} was not made: no approval within {} s",
        request.server(),
        request,
        policy.timeout().toSeconds());
  }

  private static ApprovalDecision failed(ApprovalRequest request, Throwable why) {
    log.error(
        "MCP server \"{}\": the {} was not made: the application's ApprovalHandler failed",
        request.server(),
        request,
        why);
    return ApprovalDecision.deny();
  }
}
