package io.mcpbridge.cli.internal;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/** A command that writes to the streams of its run. Its result is the exit code. */
@Command(
    mixinStandardHelpOptions = true,
    versionProvider = CliVersion.class,
    sortOptions = false,
    abbreviateSynopsis = true)
abstract class StreamsCommand implements Callable<Integer> {

  private @Nullable CliStreams streams;
  private @Nullable CliOutput output;

  void use(CliStreams run) {
    this.streams = run;
  }

  CliStreams streams() {
    if (streams == null) {
      throw new IllegalStateException("the command has no streams");
    }
    return streams;
  }

  CliOutput output() {
    CliOutput current = output;
    if (current == null) {
      boolean isColored = streams().isColored() && !isColorless();
      current = streams().output(isColored);
      output = current;
    }
    return current;
  }

  /** Whether the command line forbids colors. */
  boolean isColorless() {
    return false;
  }
}
