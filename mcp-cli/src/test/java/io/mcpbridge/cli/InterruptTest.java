package io.mcpbridge.cli;

import static io.mcpbridge.cli.CliRun.process;
import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.cli.internal.McpCommand;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeMcpServerMain;
import io.mcpbridge.test.Faults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The program as a process that a signal ends. */
@DisabledOnOs(OS.WINDOWS)
class InterruptTest {

  /** 128 and the number of SIGTERM; a shell has 130 after Ctrl-C. */
  private static final int TERMINATED = 143;

  /** A server that answers no call. */
  public static final class Silent implements Supplier<FakeMcpServer> {
    @Override
    public FakeMcpServer get() {
      FakeMcpServer server = FakeMcpServer.create();
      server.tool("wait").returns("never");
      server.inject("tools/call", Faults.silence());
      return server;
    }
  }

  /** A server that never starts. */
  public static final class Starting implements Supplier<FakeMcpServer> {
    @Override
    public FakeMcpServer get() {
      return FakeMcpServer.create().inject(Faults.silence());
    }
  }

  @TempDir Path folder;

  private Path messages;
  private Path err;

  @BeforeEach
  void prepare() {
    messages = folder.resolve("messages");
    err = folder.resolve("err");
  }

  private Process start(Class<? extends Supplier<FakeMcpServer>> server, String... args)
      throws IOException {
    new CliRun(folder)
        .servers("s", process(FakeMcpServerMain.command(server, "--record", messages.toString())));
    return program(args).redirectOutput(folder.resolve("out").toFile()).start();
  }

  private ProcessBuilder program(String... args) {
    List<String> command = new ArrayList<>(FakeMcpServerMain.command(Silent.class).subList(0, 4));
    command.add(1, "-Dorg.slf4j.simpleLogger.logFile=" + folder.resolve("log"));
    command.add(Main.class.getName());
    command.addAll(List.of(args));
    return new ProcessBuilder(command).directory(folder.toFile()).redirectError(err.toFile());
  }

  /** Ends the program when the server has received a message. */
  private void terminate(Process program, String method) throws Exception {
    try {
      while (!Files.exists(messages) || !Files.readString(messages).contains(method)) {
        assertThat(program.isAlive()).as(Files.readString(err)).isTrue();
        Thread.onSpinWait();
      }
      List<ProcessHandle> servers = program.descendants().toList();
      program.destroy();

      assertThat(program.waitFor(2, TimeUnit.MINUTES)).isTrue();
      assertThat(servers).isNotEmpty();
      for (ProcessHandle server : servers) {
        server.onExit().get(2, TimeUnit.MINUTES);
      }
    } finally {
      program.destroyForcibly();
    }
  }

  @Test
  void endsSilentlyIfReaderOfOutputHasEnded() throws Exception {
    new CliRun(folder).servers("s", "{\"command\": \"\"}");
    Process program = program("list").start();
    try {
      program.getInputStream().close();
      assertThat(program.waitFor(2, TimeUnit.MINUTES)).isTrue();
    } finally {
      program.destroyForcibly();
    }

    assertThat(err).isEmptyFile();
    assertThat(program.exitValue()).isEqualTo(McpCommand.READER_ENDED);
  }

  @Test
  void endsSilentlyDuringCall() throws Exception {
    Process program = start(Silent.class, "call", "s__wait");
    terminate(program, "tools/call");

    assertThat(program.exitValue()).isEqualTo(TERMINATED);
    assertThat(err).content().startsWith("starting s: ").hasLineCount(1);
    assertThat(folder.resolve("out")).isEmptyFile();
  }

  @ParameterizedTest
  @ValueSource(strings = {"list", "list --json", "doctor", "resources", "read x://y", "search x"})
  void endsSilentlyWhileServerStarts(String command) throws Exception {
    Process program = start(Starting.class, command.split(" "));
    terminate(program, "\"id\"");

    assertThat(program.exitValue()).isEqualTo(TERMINATED);
    assertThat(err).content().startsWith("starting s: ").hasLineCount(1);
    assertThat(folder.resolve("out")).isEmptyFile();
  }
}
