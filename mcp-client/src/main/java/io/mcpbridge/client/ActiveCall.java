package io.mcpbridge.client;

import io.mcpbridge.error.McpCancelledException;
import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.jsonrpc.RequestId;
import io.mcpbridge.model.McpRequest;
import io.mcpbridge.model.Progress;
import io.mcpbridge.model.TaskRequest;
import io.mcpbridge.revision.CacheControl;
import io.mcpbridge.revision.InputResponses;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Exchange;
import io.mcpbridge.transport.Outbound;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The state of a running call: its deadline, its connection, and the exchange to abandon on
 * cancellation.
 */
final class ActiveCall {

  private Deadline deadline;
  private final CallCancellation callCancellation = new CallCancellation();
  private final CallerThreadTasks callerThreadTasks = new CallerThreadTasks();
  private volatile @Nullable ProgressReports progress;
  private @Nullable Connection progressOn;
  private volatile boolean clientClosed;
  private @Nullable Connection connection;
  private @Nullable RequestId lastId;
  private @Nullable InputResponses inputs;
  private boolean sent;
  private boolean answered;
  private CacheControl cacheControl = CacheControl.NONE;
  private @Nullable McpRequest<?> suspendable;
  private @Nullable InFlightRequest suspended;

  ActiveCall(Deadline deadline) {
    this.deadline = deadline.orUntil(callCancellation);
  }

  Deadline deadline() {
    return deadline;
  }

  /** Sets the connection for the following rounds. */
  void on(Connection chosen) {
    connection = chosen;
  }

  Connection connection() {
    return Objects.requireNonNull(connection, "a connection is chosen before a round is made");
  }

  /** The current connection; {@code null} if none was chosen yet. */
  @Nullable Connection chosen() {
    return connection;
  }

  /** Records the request id of the round that is about to be sent. */
  void goesUnder(RequestId id) {
    lastId = id;
  }

  /** The request id of the last round; {@code null} before the first. */
  @Nullable RequestId lastId() {
    return lastId;
  }

  /** The input responses for the next round; {@code null} in the first. */
  @Nullable InputResponses inputs() {
    return inputs;
  }

  void bring(InputResponses answers) {
    inputs = answers;
  }

  /** Records that a round is about to be sent, or that it provably did not run. */
  void sent(boolean isSent) {
    sent = isSent;
  }

  /** Whether any round may have reached the server and run. */
  boolean isSent() {
    return sent;
  }

  /** Records that a round got a result, or clears that before a round is sent. */
  void answered(boolean isAnswered) {
    answered = isAnswered;
  }

  /**
   * Whether the last round got its result: a later failure is not a rejection by the server then.
   */
  boolean isAnswered() {
    return answered;
  }

  /** How long the last result may be cached. */
  CacheControl cacheControl() {
    return cacheControl;
  }

  void received(CacheControl latest) {
    cacheControl = latest;
  }

  /** Same, with a deadline for the work. */
  <T> T aside(Deadline by, Supplier<T> work) {
    Deadline whole = deadline;
    deadline = by.orEarlier(whole);
    try {
      return aside(work);
    } finally {
      deadline = whole;
    }
  }

  /**
   * Runs work for the call that is not one of its rounds, with the round's input responses set
   * aside.
   */
  <T> T aside(Supplier<T> work) {
    InputResponses kept = inputs;
    boolean before = sent;
    inputs = null;
    try {
      return work.get();
    } finally {
      inputs = kept;
      sent = before;
    }
  }

  /**
   * The progress listener of a round. A task reports to the request that created it (2025-11-25,
   * tasks, task progress notifications), on the same connection.
   */
  ProgressReports progress(
      McpRequest<?> request, RequestId id, @Nullable Consumer<Progress> listener) {
    ProgressReports reports = progress;
    if (reports == null || progressOn != connection || !(request instanceof TaskRequest)) {
      reports = new ProgressReports(id, listener);
      progress = reports;
      progressOn = connection;
    }
    return reports;
  }

  /**
   * Takes a progress notification that arrived outside any exchange; the waiting thread delivers
   * it.
   */
  void progressed(JsonRpcNotification report) {
    ProgressReports mine = progress;
    if (mine != null && mine.isAbout(report)) {
      callerThreadTasks.leave(() -> mine.accept(report));
    }
  }

  /** Wakes up the wait: the client is closed. */
  void clientClosed() {
    clientClosed = true;
    callerThreadTasks.wake();
  }

  /**
   * Pauses before the next round.
   *
   * @throws McpCancelledException if the call is cancelled meanwhile, or this thread interrupted
   * @throws McpConnectionLostException if the client is closed meanwhile
   */
  void pause(Duration time) {
    long nanos = Math.min(time.toNanos(), Math.max(0, deadline.remainingNanos()));
    try {
      callerThreadTasks.during(nanos, this::refuseIfOver);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new McpCancelledException("interrupted between two rounds of the call", e);
    }
  }

  /** From now on, cancelling the call abandons this exchange and sends this notice. */
  void enter(Exchange exchange, Outbound notice) {
    callCancellation.enter(exchange, notice);
  }

  void leave() {
    callCancellation.leave();
  }

  /**
   * @param abandoning runs the notification of the server
   */
  void cancel(Executor abandoning) {
    callCancellation.cancel(abandoning);
    callerThreadTasks.wake();
  }

  /** Allows suspension while the first response to this request is awaited. */
  void allowSuspension(McpRequest<?> request) {
    suspendable = request;
  }

  boolean maySuspend(McpRequest<?> request) {
    return suspendable == request;
  }

  /** Ends suspension after the first response: the steps after it must not run twice. */
  void staysOnItsThreadAfter(McpRequest<?> answered) {
    if (suspendable == answered) {
      suspendable = null;
    }
  }

  void suspended(InFlightRequest round) {
    suspended = round;
  }

  /** The connection of the suspended round; {@code null} if there is none. */
  @Nullable Connection resumesOn() {
    return suspended == null ? null : suspended.on();
  }

  /** Takes the suspended round; {@code null} if there is none. */
  @Nullable InFlightRequest resumed() {
    InFlightRequest round = suspended;
    suspended = null;
    return round;
  }

  /** Ends the call and abandons a suspended round that was not resumed. */
  void end() {
    InFlightRequest round = resumed();
    if (round != null) {
      leave();
      round.exchange().close();
    }
  }

  void refuseIfCancelled() {
    callCancellation.refuseIfCancelled();
  }

  private void refuseIfOver() {
    refuseIfCancelled();
    if (clientClosed) {
      throw new McpConnectionLostException("the client was closed");
    }
  }
}
