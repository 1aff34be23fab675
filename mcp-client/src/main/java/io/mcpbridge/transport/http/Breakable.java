package io.mcpbridge.transport.http;

/** Something that keeps a thread waiting, and that another thread can end. */
interface Breakable {

  /** Ends it; the call does not block for long. The first reason counts. */
  void breakOff(HttpAttempt.State why);
}
