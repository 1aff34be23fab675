package io.mcpbridge.catalog.server;

/**
 * What happens when a server changes the title, description, schemas or annotations of a tool after
 * the tool was first seen (tool pinning). A new server version may change them legitimately; a
 * malicious server changes them after users came to trust the tool ("rug pull").
 */
public enum ToolChangePolicy {
  /** The changed tool is used. */
  ACCEPT,

  /** The changed tool is used; one warning per change describes the difference. */
  WARN,

  /**
   * The changed tool is disabled, and a warning describes the difference, until {@link
   * io.mcpbridge.catalog.ToolCatalog#acceptToolChanges}, until the server restores the definition,
   * or until the policy changes.
   */
  BLOCK
}
