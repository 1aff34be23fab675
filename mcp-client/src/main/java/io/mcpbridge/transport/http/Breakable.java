package io.mcpbridge.transport.http;

/** A blocking operation that another thread can cancel. */
interface Breakable {

  /** Cancels it without blocking for long. The first reason wins. */
  void breakOff(HttpAttempt.State why);
}
