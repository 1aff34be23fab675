package io.mcpbridge.spring.boot;

/** What holds for properties that are not set. */
public enum McpClientProfile {
  /** What serves most applications: all calls run, and small mistakes of models are repaired. */
  STANDARD,

  /**
   * For applications that must: only what a person or a rule has allowed is done.
   *
   * <ul>
   *   <li>Calls need approval unless a rule allows them; lists of always-allowed tools of servers
   *       and files do not count.
   *   <li>A tool whose definition changes is disabled.
   *   <li>Invisible characters are removed from what models read.
   *   <li>Arguments that do not match their schema are rejected, never repaired.
   *   <li>Tools are called by their exact names.
   *   <li>Servers of files are used only if {@code mcp.client.servers} names them.
   * </ul>
   */
  STRICT
}
