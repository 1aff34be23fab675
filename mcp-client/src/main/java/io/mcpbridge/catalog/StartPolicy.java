package io.mcpbridge.catalog;

/** When a server of the catalogue is connected, and what hangs on it. */
public enum StartPolicy {
  /**
   * As {@link #EAGER}, and {@link ToolCatalog#awaitRequired} fails if it is not there in time: the
   * application is of no use without it.
   */
  REQUIRED,

  /** In the background as soon as the catalogue is started. Nobody waits for it. */
  EAGER,

  /**
   * In the background when it is used first: when the list of tools is asked for, or one of its
   * tools is called, or it is asked for by name. Nobody waits for it, so that its tools are missing
   * in the list that woke it, and there from one of the next on.
   */
  LAZY
}
