package io.mcpbridge.catalog.server;

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
    return counts.getOrDefault("calls", 0L);
  }

  /** Calls without a result from the tool. */
  public long failures() {
    return counts.getOrDefault("failures", 0L);
  }

  /** Successful connections. */
  public long connects() {
    return counts.getOrDefault("connects", 0L);
  }

  /** Tool listings. */
  public long refreshes() {
    return counts.getOrDefault("refreshes", 0L);
  }

  /** Retried calls. */
  public long retries() {
    return counts.getOrDefault("retries", 0L);
  }

  /** Calls that were not made because of {@link CallGuards}. */
  public long limited() {
    return counts.getOrDefault("limited", 0L);
  }

  /** Calls that were not made because of the model's arguments. */
  public long invalidArguments() {
    return counts.getOrDefault("invalidArguments", 0L);
  }

  /** Calls that needed an answer of the {@code ApprovalHandler}. */
  public long approvalsAsked() {
    return counts.getOrDefault("approvalsAsked", 0L);
  }

  /** Approvals that the handler granted. */
  public long approvalsGranted() {
    return counts.getOrDefault("approvalsGranted", 0L);
  }

  /** Approvals that the handler denied, or did not answer in time. */
  public long approvalsDenied() {
    return counts.getOrDefault("approvalsDenied", 0L);
  }

  /** Requests of the server that the application answers at the moment, such as an elicitation. */
  public long openServerRequests() {
    return counts.getOrDefault("openServerRequests", 0L);
  }

  /**
   * Long results, and binary contents, that the {@link io.mcpbridge.result.ResultStore} keeps or
   * kept.
   */
  public long storedResults() {
    return counts.getOrDefault("storedResults", 0L);
  }

  /** The size of the stored results in UTF-8, binary contents as Base64. */
  public long storedBytes() {
    return counts.getOrDefault("storedBytes", 0L);
  }

  /** Results that the store did not keep: too large for it, or it failed or was slow. */
  public long resultsNotStored() {
    return counts.getOrDefault("resultsNotStored", 0L);
  }

  /** Calls of {@code read_result} that found a result. */
  public long storedResultReads() {
    return counts.getOrDefault("storedResultReads", 0L);
  }

  /**
   * Calls of {@code read_result} that found none: expired, forgotten, or of another user or
   * conversation.
   */
  public long storedResultsMissed() {
    return counts.getOrDefault("storedResultsMissed", 0L);
  }

  @Override
  public String toString() {
    return counts.toString();
  }
}
