package io.mcpbridge.verification.benchmarks.sidebyside;

import io.mcpbridge.verification.benchmarks.contestant.Contestant;
import io.mcpbridge.verification.benchmarks.contestant.Peer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A {@link Worker} process and the connection to it. */
final class WorkerProcess implements AutoCloseable {

  private final Contestant contestant;
  private final Process process;
  private final BufferedReader answers;
  private final OutputStream questions;

  WorkerProcess(Contestant contestant, Peer peer) throws IOException {
    this.contestant = contestant;
    this.process =
        new ProcessBuilder(
                Java.command(
                    Java.classPath(),
                    List.of("-Xmx2g"),
                    Worker.class,
                    contestant.name(),
                    peer.place()))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    this.answers = process.inputReader(StandardCharsets.US_ASCII);
    this.questions = process.getOutputStream();
  }

  Contestant contestant() {
    return contestant;
  }

  ProcessHandle handle() {
    return process.toHandle();
  }

  /** Runs a measurement; {@code null} if it failed. */
  @Nullable Figures measure(String measurement) throws IOException {
    questions.write((measurement + "\n").getBytes(StandardCharsets.US_ASCII));
    questions.flush();
    String line = answers.readLine();
    if (line == null || line.startsWith("failed")) {
      System.err.println(contestant.title() + ", " + measurement + ": " + line);
      return null;
    }
    return Figures.fromLine(line);
  }

  /** Some contestants do not exit by themselves. */
  @Override
  public void close() throws IOException {
    questions.close();
    process.descendants().forEach(ProcessHandle::destroy);
    process.destroy();
  }
}
