package io.mcpbridge.test.internal.message;

import io.mcpbridge.test.exchange.ReceivedMessage;
import java.time.Duration;
import java.util.List;

/** What the clients of a server have done. */
public final class RequestJournal {

  private final Recording<ReceivedMessage> received = new Recording<>();
  private final Recording<ReceivedMessage> cancelled = new Recording<>();
  private final Recording<ReceivedMessage> disconnected = new Recording<>();
  private final Recording<String> violations = new Recording<>();

  public Recording<ReceivedMessage> received() {
    return received;
  }

  public Recording<ReceivedMessage> cancelled() {
    return cancelled;
  }

  public Recording<ReceivedMessage> disconnected() {
    return disconnected;
  }

  public Recording<String> violations() {
    return violations;
  }

  public ReceivedMessage awaitReceived(String method, int count, Duration limit) {
    return await(received, method, count, limit, count + " x " + method + " did not arrive");
  }

  public ReceivedMessage awaitCancelled(String method, Duration limit) {
    return await(cancelled, method, 1, limit, method + " was not cancelled");
  }

  public ReceivedMessage awaitDisconnected(String method, Duration limit) {
    return await(disconnected, method, 1, limit, "no client disconnected from " + method);
  }

  public void clear() {
    received.clear();
    cancelled.clear();
    disconnected.clear();
    violations.clear();
  }

  private ReceivedMessage await(
      Recording<ReceivedMessage> recording,
      String method,
      int count,
      Duration limit,
      String complaint) {
    return recording.await(
        message -> message.method().equals(method),
        count,
        limit,
        () -> complaint + " within " + limit + "; came: " + methods());
  }

  private List<String> methods() {
    return received.entries().stream().map(ReceivedMessage::method).toList();
  }
}
