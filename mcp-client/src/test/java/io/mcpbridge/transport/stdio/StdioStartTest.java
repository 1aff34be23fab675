package io.mcpbridge.transport.stdio;

import static io.mcpbridge.transport.TestMessages.request;
import static io.mcpbridge.transport.TestMessages.result;
import static io.mcpbridge.transport.TestMessages.soon;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.transport.Channel;
import io.mcpbridge.transport.ChannelListener;
import io.mcpbridge.transport.ChannelMode;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Exchange;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisabledOnOs(OS.WINDOWS)
@ExtendWith(ProcessLeakExtension.class)
class StdioStartTest {

  private static final String[] ODD_ARGUMENTS = {
    "",
    " ",
    "two words",
    "\"quoted\"",
    "it's",
    "$HOME `id` $(id)",
    "a\\b\\",
    "*",
    "-",
    "l1\nl2",
    "&& exit 1 ; #",
    "\u00e4\u4e2d\ud83d\ude00"
  };

  @TempDir Path folder;

  private static Channel open(StdioTransport transport) {
    return transport.open(ChannelMode.SESSION, ChannelListener.none(), soon());
  }

  private static JsonObject ask(StdioTransport transport, String method) {
    try (Channel channel = open(transport);
        Exchange exchange = channel.exchange(request(1, method, Map.of()), soon())) {
      return result(exchange);
    }
  }

  private Path script(String name, String text, String permissions) throws Exception {
    Path file = Files.writeString(folder.resolve(name), text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    return file;
  }

  @Test
  void passesArgumentsUnchanged() {
    assertThat(ask(EchoServer.transport(ODD_ARGUMENTS).build(), "args").list("args"))
        .isEqualTo(List.of(ODD_ARGUMENTS));
  }

  @ParameterizedTest
  @CsvSource({
    "npx -y foo --token s3cret, npx",
    "npx -y @org/server-files --api-key s3cret, npx",
    "/bin/sh -c run --token=s3cret, /bin/sh",
    "no-such-program\t--token\ts3cret, no-such-program",
  })
  void rejectsCommandLineAsCommand(String line, String program) {
    assertThatExceptionOfType(McpConnectException.class)
        .isThrownBy(() -> open(StdioTransport.builder(line).build()))
        .withMessageContaining("Set `command` to \"" + program + "\" alone")
        .withMessageContaining("`args`")
        .withMessageNotContaining("s3cret");
  }

  @ParameterizedTest
  @CsvSource({
    "https://mcp.example.com/mcp?api_key=sk-s3cret-abcdef, is an address, `url`",
    "https://bob:s3cret@mcp.example.com/mcp -y, is an address, `url`",
    "GITHUB_TOKEN=ghp_s3cret python3 x, begins with the variable GITHUB_TOKEN, `env`",
    "PASSWORD=s3cret, begins with the variable PASSWORD, `env`",
    "PASSWORD=s3cret/x, begins with the variable PASSWORD, `env`",
    "./no-such-program?password=s3cret, is not a file, `command`",
    "--token=s3cret, was not found, `command`",
  })
  void advisesWithoutSecretsInCommand(String command, String problem, String setting) {
    assertThatExceptionOfType(McpConnectException.class)
        .isThrownBy(() -> open(StdioTransport.builder(command).build()))
        .withMessageContaining(problem)
        .withMessageContaining(setting)
        .withMessageNotContaining("s3cret");
  }

  @Test
  void doesNotTreatPathWithSpaceAsCommandLine() throws Exception {
    Path missing = folder.resolve("my tools/server");

    assertThatExceptionOfType(McpConnectException.class)
        .isThrownBy(() -> open(StdioTransport.builder(missing.toString()).build()))
        .withMessageContaining("is not a file")
        .withMessageNotContaining("args");
  }

  @Test
  void passesEnvironmentVariablesUnchanged() {
    Map<String, String> variables =
        Map.of("ODD", " =\"'$X\n\\ ", "EMPTY", "", "UNI", "\u00e4\u4e2d");

    assertThat(ask(EchoServer.transport().environment(variables).build(), "environment").toMap())
        .containsAllEntriesOf(variables);
  }

  @Test
  void serverInheritsOnlyAllowlistedEnvironment() {
    Map<String, Object> environment =
        Map.copyOf(ask(EchoServer.transport().build(), "environment").toMap());

    assertThat(environment).containsEntry("PATH", System.getenv("PATH"));
    for (String name : environment.keySet()) {
      assertThat(name)
          .matches(
              "PATH|HOME|USER|LOGNAME|SHELL|TERM|TMPDIR|TZ|LANG|LANGUAGE|LC_.*|XDG_.*|JAVA_HOME"
                  + "|NODE_EXTRA_CA_CERTS|SSL_CERT_.*|(?i:https?_proxy|no_proxy)");
    }
  }

  @Test
  void inheritsWholeEnvironmentIfConfigured() {
    assertThat(ask(EchoServer.transport().inheritEnvironment("*").build(), "environment").toMap())
        .containsAllEntriesOf(System.getenv());
  }

  @Test
  void usesConfiguredWorkingDirectory() throws Exception {
    assertThat(
            ask(EchoServer.transport().workingDirectory(folder).build(), "directory")
                .string("directory"))
        .isEqualTo(folder.toRealPath().toString());
  }

  @Test
  void resolvesCommandAgainstWorkingDirectory() throws Exception {
    script(
        "my server.sh",
        "#!/bin/sh\nread line\necho '{\"id\":1,\"result\":{\"me\":\"script\"}}'\n",
        "rwx------");

    assertThat(
            ask(
                    StdioTransport.builder("./my server.sh").workingDirectory(folder).build(),
                    "tools/call")
                .string("me"))
        .isEqualTo("script");
  }

  @Test
  void missingCommandErrorNamesSearchPath() {
    StdioTransport transport =
        StdioTransport.builder("no-such-command", "--token", "s3cret-argument")
            .env("PATH", "/nowhere:/usr/bin")
            .build();

    assertThatExceptionOfType(McpConnectException.class)
        .isThrownBy(() -> open(transport))
        .withMessageStartingWith("stdio: no-such-command --token ***: ")
        .withMessageContaining("\"no-such-command\" was not found")
        .withMessageContaining("/nowhere:/usr/bin")
        .withMessageContaining("`command`");
  }

  @Test
  void namesWindowsLineEndingOfScript() throws Exception {
    script("server.sh", "#!/bin/sh\r\nread line\r\n", "rwx------");

    assertThatExceptionOfType(McpConnectException.class)
        .isThrownBy(
            () -> open(StdioTransport.builder("./server.sh").workingDirectory(folder).build()))
        .withMessageContaining("server.sh ends with a carriage return");
  }

  @Test
  void namesMissingTargetOfLink() throws Exception {
    Files.createSymbolicLink(folder.resolve("server"), folder.resolve("gone"));

    assertThatExceptionOfType(McpConnectException.class)
        .isThrownBy(() -> open(StdioTransport.builder("./server").workingDirectory(folder).build()))
        .withMessageContaining("is a link to " + folder.resolve("gone") + ", which does not exist");
  }

  @Test
  void missingPathErrorNamesFile() {
    assertThatExceptionOfType(McpConnectException.class)
        .isThrownBy(() -> open(StdioTransport.builder("./gone").workingDirectory(folder).build()))
        .withMessageContaining(folder.resolve("gone").toString())
        .withMessageContaining("`command`");
  }

  @Test
  void nonExecutableFileErrorNamesFile() throws Exception {
    Path file = script("server", "echo", "rw-------");

    assertThatExceptionOfType(McpConnectException.class)
        .isThrownBy(() -> open(StdioTransport.of(file.toString())))
        .withMessageContaining(file + " is not executable");
    assertThatExceptionOfType(McpConnectException.class)
        .isThrownBy(
            () -> open(StdioTransport.builder("server").env("PATH", folder.toString()).build()))
        .withMessageContaining(file + " is not executable");
  }

  @Test
  void reportsReasonOfOperatingSystem() throws Exception {
    Path file = script("server", "#!/no/such/interpreter\n", "rwx------");

    assertThatExceptionOfType(McpConnectException.class)
        .isThrownBy(() -> open(StdioTransport.of(file.toString())))
        .withMessageContaining("could not be started: No such file or directory")
        .withMessageContaining("`command`");
  }

  @Test
  void reportsMissingWorkingDirectory() {
    assertThatExceptionOfType(McpConnectException.class)
        .isThrownBy(
            () -> open(StdioTransport.builder("sh").workingDirectory(folder.resolve("x")).build()))
        .withMessageContaining(folder.resolve("x") + " does not exist")
        .withMessageContaining("`working-directory`");
  }

  @Test
  void doesNotStartProcessAfterDeadline() {
    assertThatExceptionOfType(McpTimeoutException.class)
        .isThrownBy(
            () ->
                StdioTransport.of("sh")
                    .open(
                        ChannelMode.SESSION,
                        ChannelListener.none(),
                        Deadline.after(Duration.ZERO)));
  }

  @Test
  void probeTimeoutDefaultsToThirtySeconds() {
    assertThat(StdioTransport.of("sh").probeTimeout()).hasValue(Duration.ofSeconds(30));
    assertThat(
            StdioTransport.builder("sh").probeTimeout(Duration.ofSeconds(5)).build().probeTimeout())
        .hasValue(Duration.ofSeconds(5));
  }

  @Test
  void rejectsEmptyCommand() {
    assertThatIllegalArgumentException().isThrownBy(() -> StdioTransport.of(" "));
  }
}
