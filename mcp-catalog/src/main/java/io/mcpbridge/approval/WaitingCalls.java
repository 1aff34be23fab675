package io.mcpbridge.approval;

import io.mcpbridge.internal.concurrent.Timer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The calls of this process that wait for a decision. In a store that others share, all of them are
 * looked up at once.
 */
final class WaitingCalls {

  private static final Duration POLL_INTERVAL = Duration.ofSeconds(1);

  private static final Logger log = LoggerFactory.getLogger(McpApprovals.class);

  private final Map<String, CompletableFuture<ApprovalDecision>> waiting =
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
    String id = call.id();
    CompletableFuture<ApprovalDecision> decision = new CompletableFuture<>();
    waiting.put(id, decision);
    CompletableFuture<ApprovalDecision> unused =
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
    CompletableFuture<ApprovalDecision> answer = waiting.get(id);
    if (answer == null) {
      return;
    }
    PendingApproval call = entries.read(id);
    if (call == null) {
      answer.complete(ApprovalDecision.deny("its approval cannot be read any more"));
      return;
    }
    ApprovalDecision decision = call.decision();
    if (call.state() == ApprovalState.ALLOWED && decision != null) {
      PendingApproval running = entries.begin(call);
      if (running != null && !answer.complete(decision.about(id, approvals))) {
        entries.finish(running, ApprovalState.NOT_EXECUTED, Map.of());
      }
    } else if (call.state().isFinal()) {
      answer.complete(decision == null ? ApprovalDecision.deny("it was withdrawn") : decision);
    }
  }
}
