package io.mcpbridge.cli.internal;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Runs another command and shows its messages. */
@Command(
    name = "trace",
    description =
        "Runs another command, and writes each message to and from its servers to standard error,"
            + " without secrets.")
final class TraceCommand extends StreamsCommand {

  @Parameters(
      arity = "1..*",
      paramLabel = "COMMAND",
      description = "The command with its options, such as: list --server weather")
  private List<String> command = new ArrayList<>();

  @Override
  public Integer call() {
    return new McpCommand().run(command, streams().withTrace());
  }
}
