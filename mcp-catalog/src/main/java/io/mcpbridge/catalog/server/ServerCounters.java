package io.mcpbridge.catalog.server;

import io.mcpbridge.catalog.internal.counters.Counter;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Counters of a server since it was configured. Immutable. */
public final class ServerCounters {

  private final Map<String, Long> counts;

  private ServerCounters(Map<String, Long> counts) {
    this.counts = Collections.unmodifiableMap(new LinkedHashMap<>(counts));
  }

  /**
   * Counters by the names of their methods, as for tests of code that reads them; the others are 0.
   */
  public static ServerCounters of(Map<String, Long> counts) {
    return new ServerCounters(counts);
  }

  /** The counters by the names of their methods. */
  public Map<String, Long> asMap() {
    return counts;
  }

  /** Completed tool calls. */
  public long calls() {
    return count(Counter.CALLS);
  }

  /** Calls without a result from the tool. */
  public long failures() {
    return count(Counter.FAILURES);
  }

  /** Successful connections. */
  public long connects() {
    return count(Counter.CONNECTS);
  }

  /** How often it no longer knew the session (404, Streamable HTTP). */
  public long sessionsLost() {
    return count(Counter.SESSIONS_LOST);
  }

  /** Tool listings. */
  public long refreshes() {
    return count(Counter.REFRESHES);
  }

  /** Retried calls. */
  public long retries() {
    return count(Counter.RETRIES);
  }

  /** Calls that were not made because of {@link CallGuards}. */
  public long limited() {
    return count(Counter.LIMITED);
  }

  /** Calls that were not made because of the model's arguments. */
  public long invalidArguments() {
    return count(Counter.INVALID_ARGUMENTS);
  }

  /** Calls that needed an answer of the {@code ApprovalHandler}. */
  public long approvalsAsked() {
    return count(Counter.APPROVALS_ASKED);
  }

  /** Approvals that the handler granted. */
  public long approvalsGranted() {
    return count(Counter.APPROVALS_GRANTED);
  }

  /** Approvals that the handler denied, or did not answer in time. */
  public long approvalsDenied() {
    return count(Counter.APPROVALS_DENIED);
  }

  /** Requests of the server that the application answers at the moment, such as an elicitation. */
  public long openServerRequests() {
    return count(Counter.OPEN_SERVER_REQUESTS);
  }

  /**
   * Long results, and binary contents, that the {@link io.mcpbridge.result.ResultStore} keeps or
   * kept.
   */
  public long storedResults() {
    return count(Counter.STORED_RESULTS);
  }

  /** The size of the stored results in UTF-8, binary contents as Base64. */
  public long storedBytes() {
    return count(Counter.STORED_BYTES);
  }

  /** Results that the store did not keep: too large for it, or it failed or was slow. */
  public long resultsNotStored() {
    return count(Counter.RESULTS_NOT_STORED);
  }

  /** Calls of {@code read_result} that found a result. */
  public long storedResultReads() {
    return count(Counter.STORED_RESULT_READS);
  }

  /**
   * Calls of {@code read_result} that found none: expired, forgotten, or of another user or
   * conversation.
   */
  public long storedResultsMissed() {
    return count(Counter.STORED_RESULTS_MISSED);
  }

  private long count(Counter counter) {
    return counts.getOrDefault(counter.key(), 0L);
  }

  @Override
  public String toString() {
    return counts.toString();
  }
}
