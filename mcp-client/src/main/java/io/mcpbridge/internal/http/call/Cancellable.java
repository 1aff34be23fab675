package io.mcpbridge.internal.http.call;

/** A blocking operation that another thread can cancel. */
interface Cancellable {

  /** Cancels it without blocking for long. The first reason wins. */
  void cancel(HttpAttempt.State reason);
}
