package io.mcpbridge.approval;

import io.mcpbridge.internal.concurrent.Timer;
import io.mcpbridge.model.ElicitResult;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The calls of this process that wait for a decision, or for the answer to an elicitation. In a
 * store that others share, all of them are looked up at once.
 */
final class WaitingCalls {

  private static final Duration POLL_INTERVAL = Duration.ofSeconds(1);

  private static final Logger log = LoggerFactory.getLogger(McpApprovals.class);

  /** What receives each entry when it no longer waits; {@code null} if it cannot be read. */
  private final Map<String, Consumer<@Nullable PendingApproval>> waiting =
      new ConcurrentHashMap<>();

  private final AtomicBoolean isPolling = new AtomicBoolean();
  private final McpApprovals approvals;
  private final ApprovalEntries entries;
  private volatile boolean isUnavailable;

  WaitingCalls(McpApprovals approvals, ApprovalEntries entries) {
    this.approvals = approvals;
    this.entries = entries;
  }

  /** Completes with the decision; a cancellation withdraws the call. */
  CompletableFuture<ApprovalDecision> add(PendingApproval call) {
    return add(call.id(), this::settle);
  }

  /** Completes with the answer; a cancellation withdraws the elicitation. */
  CompletableFuture<ElicitResult> addElicitation(PendingApproval elicitation) {
    return add(elicitation.id(), WaitingCalls::settleElicitation);
  }

  private <T> CompletableFuture<T> add(
      String id, BiConsumer<CompletableFuture<T>, @Nullable PendingApproval> settling) {
    CompletableFuture<T> decision = new CompletableFuture<>();
    waiting.put(id, entry -> settling.accept(decision, entry));
    CompletableFuture<T> unused =
        decision.whenComplete(
            (decided, failure) -> {
              waiting.remove(id);
              if (failure != null) {
                giveUp(id);
              }
            });
    try {
      if (entries.isShared()) {
        pollLater();
      }
      settle(id); // the decision may have come before
    } catch (RuntimeException e) {
      decision.completeExceptionally(e);
      throw e;
    }
    return decision;
  }

  private void giveUp(String id) {
    try {
      entries.change(id, this::givenUp);
    } catch (RuntimeException e) {
      log.warn("The approval {} could not be withdrawn; it expires", id, e);
    }
  }

  private boolean givenUp(PendingApproval call) {
    if (call.state() == ApprovalState.RUNNING) {
      return entries.finish(call, ApprovalState.NOT_EXECUTED, Map.of()) != null;
    }
    return !call.hasNotBegun()
        || entries.current(call).state().isFinal()
        || entries.finish(call, ApprovalState.WITHDRAWN, Map.of()) != null;
  }

  private void pollLater() {
    if (!waiting.isEmpty() && isPolling.compareAndSet(false, true)) {
      var unused = Timer.scheduleOnThread(POLL_INTERVAL, "mcp-approvals", this::poll);
    }
  }

  private void poll() {
    try {
      List<String> ids = List.copyOf(waiting.keySet());
      Set<String> undecided =
          entries.readAll(ids).stream()
              .filter(call -> call.state() == ApprovalState.WAITING)
              .map(PendingApproval::id)
              .collect(Collectors.toSet());
      ids.stream().filter(id -> !undecided.contains(id)).forEach(this::settle);
      isUnavailable = false;
    } catch (RuntimeException e) {
      if (!isUnavailable) {
        log.warn("The approvals that calls wait for could not be looked up; tried again", e);
      }
      isUnavailable = true;
    } finally {
      isPolling.set(false);
      pollLater();
    }
  }

  /** Hands the decision on to the call, if it waits in this process. */
  void settle(String id) {
    Consumer<@Nullable PendingApproval> settling = waiting.get(id);
    if (settling != null) {
      settling.accept(entries.readAny(id));
    }
  }

  /** Same, with the entry as it was stored just now. */
  void settle(PendingApproval entry) {
    Consumer<@Nullable PendingApproval> settling = waiting.get(entry.id());
    if (settling != null) {
      settling.accept(entry);
    }
  }

  private void settle(CompletableFuture<ApprovalDecision> answer, @Nullable PendingApproval call) {
    if (call == null) {
      answer.complete(ApprovalDecision.deny("its approval cannot be read any more"));
      return;
    }
    ApprovalDecision decision = call.decision();
    if (call.state() == ApprovalState.ALLOWED && decision != null) {
      PendingApproval running = entries.begin(call);
      if (running != null && !answer.complete(decision.about(call.id(), approvals))) {
        entries.finish(running, ApprovalState.NOT_EXECUTED, Map.of());
      }
    } else if (call.state().isFinal()) {
      answer.complete(decision == null ? ApprovalDecision.deny("it was withdrawn") : decision);
    }
  }

  private static void settleElicitation(
      CompletableFuture<ElicitResult> answer, @Nullable PendingApproval elicitation) {
    if (elicitation == null) {
      answer.complete(ElicitResult.cancel());
    } else if (elicitation.state().isFinal()) {
      answer.complete(PendingElicitation.resultOf(elicitation));
    }
  }
}
