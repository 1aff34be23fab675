package io.mcpbridge.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeMcpServerMain;
import io.mcpbridge.transport.stdio.StdioTransport;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Faults of servers that are processes. */
class ProcessDiagnosisTest extends SeededFaults {

  static Stream<SeededFault> faults() {
    return Stream.of(
        SeededFault.error(
            "command not found",
            test -> StdioTransport.of("no-such-program", "-y"),
            "command",
            "\"no-such-program\" was not found",
            "PATH"),
        SeededFault.error(
            "whole command line as command",
            test -> StdioTransport.of("echo -n hello"),
            "command",
            "whole command line"),
        SeededFault.error(
            "not executable",
            test -> StdioTransport.of(test.file("server.py", "print()").toString()),
            "command",
            "not executable"),
        SeededFault.error(
            "wrong argument",
            test ->
                shell("echo 'error: unknown option --stdoi' >&2; echo 'Usage: server' >&2; exit 2"),
            "args",
            "exit code 2",
            "unknown option --stdoi"),
        SeededFault.error(
            "missing script",
            test ->
                shell(
                    "echo \"Error: Cannot find module '/srv/index.js'\" >&2; echo '    at Module'"
                        + " >&2; echo 'Node.js v22.1.0' >&2; exit 1"),
            "args",
            "Cannot find module '/srv/index.js'"),
        SeededFault.error(
            "missing variable",
            test -> shell("echo 'GITHUB_TOKEN environment variable is required' >&2; exit 1"),
            "env",
            "GITHUB_TOKEN environment variable is required"),
        SeededFault.error(
            "missing interpreter",
            test -> shell("echo 'env: node: No such file or directory' >&2; exit 127"),
            "command",
            "exit code 127",
            "node: No such file"),
        SeededFault.error(
            "no Docker daemon",
            test ->
                shell(
                    "echo 'docker: Cannot connect to the Docker daemon at unix:///var/run/docker.sock."
                        + " Is the docker daemon running?' >&2; echo \"See 'docker run --help'.\" >&2;"
                        + " exit 1"),
            null,
            "Cannot connect to the Docker daemon"),
        SeededFault.error(
            "dies at once",
            test -> shell("exit 3"),
            "args",
            "exit code 3",
            "nothing on standard error"),
        SeededFault.error(
            "killed", test -> shell("kill -9 $$"), "args", "exit code 137 (signal 9: killed"),
        SeededFault.error(
            "wrong working directory",
            test ->
                StdioTransport.builder("sh", "-c", "cat")
                    .workingDirectory(Path.of("/no/such/folder"))
                    .build(),
            "working-directory",
            "/no/such/folder",
            "does not exist"),
        SeededFault.error(
                "slow start", test -> shell("sleep 60"), "initialization-timeout", "still starting")
            .within(Duration.ofMillis(300)),
        SeededFault.error(
                "no MCP server, but a program that echoes",
                test -> StdioTransport.of("cat"),
                "initialization-timeout",
                "still starting")
            .within(Duration.ofMillis(300)),
        SeededFault.warning(
            "prints to standard output",
            test -> {
              List<String> command =
                  new ArrayList<>(List.of("-c", "echo 'Server v1.2 ready'; exec \"$@\"", "sh"));
              command.addAll(FakeMcpServerMain.command(HealthyServer.class));
              return StdioTransport.of("sh", command.toArray(String[]::new));
            },
            "args",
            "Server v1.2 ready",
            "standard output"));
  }

  @ParameterizedTest
  @CsvSource({
    "no-such-program, Install the program",
    "https://localhost:1/mcp, 'Write the address into `url`'",
    "KEY=1 echo, 'Write the variable below `env`'",
    "echo -n hello, 'into `args`'",
  })
  void advisesHowToWriteCommand(String command, String advice) {
    try (ToolCatalog catalog =
        ToolCatalog.builder().server(FAULTY, StdioTransport.of(command)).build()) {
      Finding finding =
          Doctor.builder().deadline(MINUTE).build().examine(catalog, FAULTY).findings().get(0);

      assertThat(finding.setting()).isEqualTo("command");
      assertThat(finding.advice()).contains(advice);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "exit 125, args, 'Docker did not start the container: start Docker if it does not run'",
    "echo 'Cannot connect to the Docker daemon' >&2; exit 125, , Start Docker",
    "echo 'error during connect: open //./pipe/docker_engine' >&2; exit 1, , Start Docker",
    "exit 1, args, Run the command in a terminal",
  })
  void namesDockerThatStartsNoContainer(String script, String setting, String advice) {
    Path docker = file("docker", "#!/bin/sh\n" + script + "\n");
    assertThat(docker.toFile().setExecutable(true)).isTrue();
    try (ToolCatalog catalog =
        ToolCatalog.builder().server(FAULTY, StdioTransport.of(docker.toString(), "run")).build()) {
      Finding finding =
          Doctor.builder().deadline(MINUTE).build().examine(catalog, FAULTY).findings().get(0);

      assertThat(finding.setting()).isEqualTo(setting);
      assertThat(finding.advice()).contains(advice);
    }
  }

  /** A server over stdio, in a process of its own. */
  public static final class HealthyServer implements Supplier<FakeMcpServer> {

    @Override
    public FakeMcpServer get() {
      FakeMcpServer server = FakeMcpServer.create();
      server.tool("find").description("Finds something").returns("found");
      return server;
    }
  }
}
