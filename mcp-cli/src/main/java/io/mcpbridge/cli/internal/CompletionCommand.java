package io.mcpbridge.cli.internal;

import picocli.AutoComplete;
import picocli.CommandLine.Command;

/** Prints the completion script. */
@Command(
    name = "completion",
    description = {
      "Prints a completion script for bash and zsh.",
      "",
      "Use it in this shell: source <(mcp completion)"
    })
final class CompletionCommand extends StreamsCommand {

  @Override
  public Integer call() {
    output().stream().print(AutoComplete.bash("mcp", McpCommand.model()));
    return ExitCode.OK.code();
  }
}
