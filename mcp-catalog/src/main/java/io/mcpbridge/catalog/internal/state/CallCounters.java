package io.mcpbridge.catalog.internal.state;

import io.mcpbridge.catalog.server.ServerCounters;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Counts the events of one server. Thread-safe. */
public final class CallCounters {

  private final LongAdder calls = new LongAdder();
  private final LongAdder failures = new LongAdder();
  private final LongAdder connects = new LongAdder();
  private final LongAdder refreshes = new LongAdder();
  private final LongAdder retries = new LongAdder();
  private final LongAdder limited = new LongAdder();
  private final LongAdder invalidArguments = new LongAdder();
  private final LongAdder approvalsAsked = new LongAdder();
  private final LongAdder approvalsGranted = new LongAdder();
  private final LongAdder approvalsDenied = new LongAdder();
  private final LongAdder openServerRequests = new LongAdder();
  private final LongAdder storedResults = new LongAdder();
  private final LongAdder storedBytes = new LongAdder();
  private final LongAdder resultsNotStored = new LongAdder();
  private final LongAdder storedResultReads = new LongAdder();
  private final LongAdder storedResultsMissed = new LongAdder();

  void called(boolean failed) {
    calls.increment();
    if (failed) {
      failures.increment();
    }
  }

  void connected() {
    connects.increment();
  }

  public void refreshed() {
    refreshes.increment();
  }

  public void retried() {
    retries.increment();
  }

  /** A guard refused a call. */
  public void limited() {
    limited.increment();
  }

  public void invalidArguments() {
    invalidArguments.increment();
  }

  public void approvalAsked() {
    approvalsAsked.increment();
  }

  /** An approval was answered, or timed out. */
  public void approvalDecided(boolean granted) {
    (granted ? approvalsGranted : approvalsDenied).increment();
  }

  public void serverRequestOpened() {
    openServerRequests.increment();
  }

  public void serverRequestClosed() {
    openServerRequests.decrement();
  }

  /** The result store keeps a result of this size. */
  public void resultStored(long bytes) {
    storedResults.increment();
    storedBytes.add(bytes);
  }

  public void resultNotStored() {
    resultsNotStored.increment();
  }

  /** A model read on in a result. */
  public void storedResultRead(boolean found) {
    (found ? storedResultReads : storedResultsMissed).increment();
  }

  public ServerCounters counters() {
    Map<String, Long> counts = new LinkedHashMap<>();
    counts.put("calls", calls.sum());
    counts.put("failures", failures.sum());
    counts.put("connects", connects.sum());
    counts.put("refreshes", refreshes.sum());
    counts.put("retries", retries.sum());
    counts.put("limited", limited.sum());
    counts.put("invalidArguments", invalidArguments.sum());
    counts.put("approvalsAsked", approvalsAsked.sum());
    counts.put("approvalsGranted", approvalsGranted.sum());
    counts.put("approvalsDenied", approvalsDenied.sum());
    counts.put("openServerRequests", openServerRequests.sum());
    counts.put("storedResults", storedResults.sum());
    counts.put("storedBytes", storedBytes.sum());
    counts.put("resultsNotStored", resultsNotStored.sum());
    counts.put("storedResultReads", storedResultReads.sum());
    counts.put("storedResultsMissed", storedResultsMissed.sum());
    return ServerCounters.of(counts);
  }
}
