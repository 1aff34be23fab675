package io.mcpbridge.catalog.server;

/** When a server of the catalog is connected, and whether the application requires it. */
public enum StartPolicy {
  /**
   * As {@link #EAGER}, and {@link io.mcpbridge.catalog.ToolCatalog#awaitRequired} fails if the
   * server is not connected in time.
   */
  REQUIRED,

  /** In the background as soon as the catalog is started. No caller waits for it. */
  EAGER,

  /**
   * In the background at first use: when the tool list is requested, one of the server's tools is
   * called, or the server is requested by name. No caller waits for it, so its tools are missing
   * from the list that triggers the connection and appear in a later one.
   */
  LAZY
}
