package io.mcpbridge.cli.internal;

import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.transport.Transport;
import org.jspecify.annotations.Nullable;

/**
 * A server of a configuration file.
 *
 * @param transport {@code null} if the entry cannot be used
 * @param address the URL, or the command line, as the file has it: with placeholders, without
 *     secrets; empty if the entry cannot be used
 * @param isWrong whether the file has to be changed
 * @param problem why it is not started; {@code null} if it is
 * @param location the file and the line
 */
record ConfiguredEntry(
    String name,
    @Nullable Transport transport,
    String address,
    ServerOptions options,
    boolean isWrong,
    @Nullable String problem,
    String location) {

  /** The problem of an entry that the file disables. */
  static final String DISABLED = "disabled";

  private static final String OF_ANOTHER_PROGRAM =
      "the file belongs to another program; to start its servers, add --start";

  /** A copy that is listed only, because the file is one of another program. */
  ConfiguredEntry notStarted() {
    return problem != null
        ? this
        : new ConfiguredEntry(
            name, transport, address, options, false, OF_ANOTHER_PROGRAM, location);
  }

  /** Whether it is only listed, because the file is one of another program. */
  boolean isOfAnotherProgram() {
    return OF_ANOTHER_PROGRAM.equals(problem);
  }

  boolean isDisabled() {
    return DISABLED.equals(problem);
  }
}
