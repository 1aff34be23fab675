package io.mcpbridge.catalog.internal.counters;

/** What is counted of each server, in the order in which the counters are shown. */
public enum Counter {
  CALLS("calls"),
  FAILURES("failures"),
  CONNECTS("connects"),
  SESSIONS_LOST("sessionsLost"),
  REFRESHES("refreshes"),
  RETRIES("retries"),
  LIMITED("limited"),
  INVALID_ARGUMENTS("invalidArguments"),
  APPROVALS_ASKED("approvalsAsked"),
  APPROVALS_GRANTED("approvalsGranted"),
  APPROVALS_DENIED("approvalsDenied"),
  OPEN_SERVER_REQUESTS("openServerRequests"),
  STORED_RESULTS("storedResults"),
  STORED_BYTES("storedBytes"),
  RESULTS_NOT_STORED("resultsNotStored"),
  STORED_RESULT_READS("storedResultReads"),
  STORED_RESULTS_MISSED("storedResultsMissed");

  private final String key;

  Counter(String key) {
    this.key = key;
  }

  /** The name of its method in {@code ServerCounters}. */
  public String key() {
    return key;
  }
}
