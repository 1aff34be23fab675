package io.mcpbridge.client;

import io.mcpbridge.error.McpCancelledException;
import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.jsonrpc.RequestId;
import io.mcpbridge.model.McpRequest;
import io.mcpbridge.model.Progress;
import io.mcpbridge.model.TaskRequest;
import io.mcpbridge.revision.Freshness;
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
 * A call while it runs: its deadline, the connection it is made on, and what has to be abandoned if
 * it is cancelled.
 */
final class ActiveCall {

  private Deadline deadline;
  private final Cancellation cancellation = new Cancellation();
  private final Errands errands = new Errands();
  private volatile @Nullable ProgressReports progress;
  private @Nullable Connection progressOn;
  private volatile boolean clientClosed;
  private @Nullable Connection connection;
  private @Nullable RequestId lastId;
  private @Nullable InputResponses inputs;
  private boolean sent;
  private boolean answered;
  private Freshness freshness = Freshness.NONE;
  private @Nullable McpRequest<?> suspendable;
  private @Nullable SentRound suspended;

  ActiveCall(Deadline deadline) {
    this.deadline = deadline.orUntil(cancellation);
  }

  Deadline deadline() {
    return deadline;
  }

  /** Chooses the connection for the rounds that follow. */
  void on(Connection chosen) {
    connection = chosen;
  }

  /** The connection chosen last. */
  Connection connection() {
    return Objects.requireNonNull(connection, "a connection is chosen before a round is made");
  }

  /** The connection chosen last; {@code null} while there is none. */
  @Nullable Connection chosen() {
    return connection;
  }

  /** A round of it is going to be sent under this id. */
  void goesUnder(RequestId id) {
    lastId = id;
  }

  /** The id of the round that was sent last; {@code null} while there is none. */
  @Nullable RequestId lastId() {
    return lastId;
  }

  /** What the next round brings along; {@code null} in the first. */
  @Nullable InputResponses inputs() {
    return inputs;
  }

  void bring(InputResponses answers) {
    inputs = answers;
  }

  /** A round of it is about to be sent, or provably did not run. */
  void sent(boolean isSent) {
    sent = isSent;
  }

  /** Whether any round of it may have reached the server and run. */
  boolean isSent() {
    return sent;
  }

  /** A round of it was answered with a result, or is about to be sent. */
  void answered(boolean isAnswered) {
    answered = isAnswered;
  }

  /**
   * Whether the server has done what the last round asked for: what fails then is not refused by
   * it.
   */
  boolean isAnswered() {
    return answered;
  }

  /** Whether the result that arrived last may be used again. */
  Freshness freshness() {
    return freshness;
  }

  void received(Freshness latest) {
    freshness = latest;
  }

  /** The same, to be over by then. */
  <T> T aside(Deadline by, Supplier<T> work) {
    Deadline whole = deadline;
    deadline = by.orEarlier(whole);
    try {
      return aside(work);
    } finally {
      deadline = whole;
    }
  }

  /** Does something for the call that is no round of it: what a round brings along stays behind. */
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
   * Who hears of the progress of a round: a task reports to the round that began it (2025-11-25,
   * tasks, task progress notifications), on the connection that this was.
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

  /** A report has come that no exchange waits for; it is taken by the thread that waits. */
  void progressed(JsonRpcNotification report) {
    ProgressReports mine = progress;
    if (mine != null && mine.isAbout(report)) {
      errands.leave(() -> mine.accept(report));
    }
  }

  /** The client is closed: there is nothing to wait for. */
  void clientClosed() {
    clientClosed = true;
    errands.wake();
  }

  /**
   * Waits a while before the next round.
   *
   * @throws McpCancelledException if the call is cancelled meanwhile, or this thread interrupted
   * @throws McpConnectionLostException if the client is closed meanwhile
   */
  void pause(Duration time) {
    long nanos = Math.min(time.toNanos(), Math.max(0, deadline.remainingNanos()));
    try {
      errands.during(nanos, this::refuseIfOver);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new McpCancelledException("interrupted between two rounds of the call", e);
    }
  }

  /** From now on, cancelling the call abandons this exchange with that notice. */
  void enter(Exchange exchange, Outbound notice) {
    cancellation.enter(exchange, notice);
  }

  void leave() {
    cancellation.leave();
  }

  /**
   * @param abandoning tells the server
   */
  void cancel(Executor abandoning) {
    cancellation.cancel(abandoning);
    errands.wake();
  }

  /** Its thread may be given up while the first answer to this request is awaited. */
  void allowSuspension(McpRequest<?> request) {
    suspendable = request;
  }

  boolean maySuspend(McpRequest<?> request) {
    return suspendable == request;
  }

  /** What comes after the first answer knows of what came before: it is not done twice. */
  void staysOnItsThreadAfter(McpRequest<?> answered) {
    if (suspendable == answered) {
      suspendable = null;
    }
  }

  void suspended(SentRound round) {
    suspended = round;
  }

  /** The connection of the round that is taken up; {@code null} if there is none. */
  @Nullable Connection resumesOn() {
    return suspended == null ? null : suspended.on();
  }

  /** The round to take up; {@code null} if there is none. */
  @Nullable SentRound resumed() {
    SentRound round = suspended;
    suspended = null;
    return round;
  }

  /** It is over: a round that was not taken up by now is not going to be. */
  void end() {
    SentRound round = resumed();
    if (round != null) {
      leave();
      round.exchange().close();
    }
  }

  void refuseIfCancelled() {
    cancellation.refuseIfCancelled();
  }

  private void refuseIfOver() {
    refuseIfCancelled();
    if (clientClosed) {
      throw new McpConnectionLostException("the client was closed");
    }
  }
}
