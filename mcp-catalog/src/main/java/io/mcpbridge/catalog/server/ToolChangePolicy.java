package io.mcpbridge.catalog.server;

/**
 * What happens when a server changes the title, description, schemas or annotations of a tool, or
 * its instructions, after they were first seen (tool pinning). A new server version may change them
 * legitimately; a malicious server changes them after users came to trust it ("rug pull").
 */
public enum ToolChangePolicy {
  /** The changed tool, or the changed instructions, are used. */
  ACCEPT,

  /** As {@link #ACCEPT}; one warning per change describes the difference. */
  WARN,

  /**
   * The changed tool is disabled, changed instructions are withheld from models, and a warning
   * describes the difference, until {@link io.mcpbridge.catalog.ToolCatalog#acceptToolChanges},
   * until the server restores the definition, or until the policy changes.
   */
  BLOCK
}
