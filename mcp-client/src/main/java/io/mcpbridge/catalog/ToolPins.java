package io.mcpbridge.catalog;

import org.jspecify.annotations.Nullable;

/**
 * Remembers how tools were described when they were seen first. The catalogue's own memory lasts as
 * long as the catalogue, for 20,000 tools of each server; one in a file or a database also notices
 * what changed between two runs. Called by several threads at once, while tools are being listed.
 * While it throws, tools are disabled where {@link DefinitionPolicy#BLOCK} holds, until they are
 * listed again and it does not; the log has why.
 */
public interface ToolPins {

  /**
   * The fingerprint that was noted.
   *
   * @param tool the tool's name on its server
   * @return {@code null} if the tool was never seen
   */
  @Nullable String fingerprint(String server, String tool);

  /** Notes a fingerprint: 64 hexadecimal digits, the same as long as the definition is the same. */
  void note(String server, String tool, String fingerprint);
}
