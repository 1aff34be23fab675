package io.mcpbridge.internal.client.connection;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.jsonrpc.RequestId;
import io.mcpbridge.model.Progress;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Filters progress notifications: only this request's, and only increasing values (progress,
 * behavior).
 */
public final class ProgressReports {

  private static final Logger log = LoggerFactory.getLogger(ProgressReports.class);

  private final RequestId token;
  private final @Nullable Consumer<Progress> listener;
  private double last = Double.NEGATIVE_INFINITY;

  public ProgressReports(RequestId token, @Nullable Consumer<Progress> listener) {
    this.token = token;
    this.listener = listener;
  }

  /** Whether a notification is a progress notification, of any request. */
  static boolean isOne(JsonRpcNotification notification) {
    return notification.method().equals("notifications/progress");
  }

  /** The progress token of this request. */
  public RequestId token() {
    return token;
  }

  /** Whether a progress notification belongs to this request. */
  public boolean isAbout(JsonRpcNotification notification) {
    JsonObject params = notification.params();
    return isOne(notification)
        && params != null
        && token.equals(RequestId.from(params.get("progressToken")));
  }

  /**
   * Processes a progress notification.
   *
   * @return whether the notification was one
   */
  public boolean accept(JsonRpcNotification notification) {
    if (!isOne(notification)) {
      return false;
    }
    JsonObject params = notification.params();
    Number progress = params == null ? null : params.number("progress");
    if (params != null
        && progress != null
        && listener != null
        && isAbout(notification)
        && progress.doubleValue() > last) {
      last = progress.doubleValue();
      report(listener, params);
    }
    return true;
  }

  private void report(Consumer<Progress> to, JsonObject params) {
    Number total = params.number("total");
    try {
      to.accept(
          new Progress(last, total == null ? null : total.doubleValue(), params.string("message")));
    } catch (RuntimeException | Error e) {
      log.warn("A progress listener failed", e);
    }
  }
}
