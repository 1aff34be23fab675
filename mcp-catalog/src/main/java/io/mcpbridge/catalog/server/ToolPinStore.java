package io.mcpbridge.catalog.server;

import org.jspecify.annotations.Nullable;

/**
 * Stores the first seen definitions of tools, and the first seen instructions of servers, as
 * fingerprints. The catalog's default store lasts as long as the catalog and holds 20,000 tools per
 * server; a store in a file or a database also detects changes between two runs. Called
 * concurrently while tools are being listed, and in the background after a change of the options; a
 * slow store delays only the tools of the server that it is called for. While it throws, tools
 * under {@link ToolChangePolicy#BLOCK} are disabled until a listing in which it does not throw; the
 * log has the cause.
 */
public interface ToolPinStore {

  /**
   * The stored fingerprint.
   *
   * @param tool the tool's name on its server; {@code (instructions)} for the server's instructions
   * @return {@code null} if the tool was never seen
   */
  @Nullable String fingerprint(String server, String tool);

  /** Stores a fingerprint: 64 hexadecimal digits that change only with the definition. */
  void save(String server, String tool, String fingerprint);
}
