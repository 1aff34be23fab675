package io.mcpbridge.transport.stdio;

import static io.mcpbridge.transport.TestMessages.soon;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.internal.stdio.platform.CommandException;
import io.mcpbridge.json.JsonLimits;
import io.mcpbridge.transport.Deadline;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Commands that only the user's login shell finds. */
@DisabledOnOs(OS.WINDOWS)
@ExtendWith(ProcessLeakExtension.class)
class LoginShellTest {

  private static final String PATH = "/opt/of-this-application:/usr/bin:/bin";

  @TempDir Path home;
  private final Map<String, String> parentEnvironment = new TreeMap<>(Map.of("PATH", PATH));

  @BeforeEach
  void program() throws Exception {
    parentEnvironment.put("HOME", home.toString());
    parentEnvironment.put("SHELL", "/bin/bash");
    Path folder = Files.createDirectories(home.resolve(".nvm/versions/node/v22.1.0/bin"));
    script(folder.resolve("my-server"), "#!/bin/sh\nprintf %s \"$PATH\"\n");
  }

  @Test
  void startupFilesOfTheShellExtendThePath() throws Exception {
    profile(
        """
        head -c 200000 /dev/zero | tr '\\0' 'x'
        echo asked >> ~/asked
        export PATH="$HOME/.nvm/versions/node/v22.1.0/bin:$PATH"
        """);

    assertThat(output(start(true)))
        .startsWith(home + "/.nvm/")
        .contains("/opt/of-this-application");
    assertThat(output(start(true))).startsWith(home + "/.nvm/");
    assertThat(Files.readAllLines(home.resolve("asked"))).as("the shell is asked once").hasSize(1);
  }

  @Test
  void slowShellIsAwaitedUntilTheDeadlineOnly() throws Exception {
    Path fifo = home.resolve("fifo");
    assertThat(new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor()).isZero();
    profile(
        """
        echo asked >> ~/asked
        cat ~/fifo
        export PATH="$HOME/.nvm/versions/node/v22.1.0/bin:$PATH"
        """);

    assertThatExceptionOfType(McpTimeoutException.class)
        .isThrownBy(() -> start(true, Deadline.after(Duration.ofMillis(100))))
        .withMessageContaining("not started within 100 ms, because the login shell /bin/bash");
    Files.writeString(fifo, "go on");

    assertThat(output(start(true))).startsWith(home + "/.nvm/");
    assertThat(Files.readAllLines(home.resolve("asked"))).as("the shell is asked once").hasSize(1);
  }

  @Test
  void shellThatPrintsWithoutEndIsStopped() throws Exception {
    profile("yes\n");

    assertThatExceptionOfType(CommandException.class)
        .isThrownBy(() -> start(true))
        .withMessageContaining("Searched PATH: " + PATH);
  }

  @Test
  void commandOfAVersionManagerIsNamedWithTheOption() {
    assertThatExceptionOfType(CommandException.class)
        .isThrownBy(() -> start(false))
        .withMessageContaining("the command \"my-server\" was not found")
        .withMessageContaining("There is one in " + home + "/.nvm/versions/node/v22.1.0/bin")
        .withMessageContaining("login-shell-path=true");
  }

  @Test
  void commandThatNoVersionManagerHasGetsNoHint() {
    parentEnvironment.put("HOME", home.resolve("empty").toString());

    assertThatExceptionOfType(CommandException.class)
        .isThrownBy(() -> start(false))
        .withMessageContaining("was not found")
        .withMessageNotContaining("login-shell-path");
  }

  @Test
  void shellThatFailsLeavesThePathAsItIs() throws Exception {
    parentEnvironment.put(
        "SHELL", script(home.resolve("broken"), "#!/bin/sh\nexit 1\n").toString());

    assertThatExceptionOfType(CommandException.class)
        .isThrownBy(() -> start(true))
        .withMessageContaining("Searched PATH: " + PATH);
  }

  @Test
  void secretsOfTheApplicationDoNotReachTheShell() throws Exception {
    parentEnvironment.put("DATABASE_PASSWORD", "letmein");
    profile("env > ~/environment\n");

    assertThatExceptionOfType(CommandException.class).isThrownBy(() -> start(true));
    assertThat(home.resolve("environment")).content().contains("HOME=").doesNotContain("letmein");
  }

  private void profile(String text) throws Exception {
    Files.writeString(home.resolve(".bash_profile"), text);
  }

  private static Path script(Path file, String text) throws Exception {
    Files.writeString(file, text);
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
  }

  private Process start(boolean loginShellPath) throws CommandException {
    return start(loginShellPath, soon());
  }

  private Process start(boolean loginShellPath, Deadline deadline) throws CommandException {
    return ProcessLauncher.of(
        new StdioCommand(
            "my-server",
            List.of(),
            List.of(),
            Map.of(),
            loginShellPath,
            null,
            StandardError.log(),
            JsonLimits.defaults(),
            ShutdownTimeouts.DEFAULT),
        parentEnvironment,
        deadline);
  }

  private static String output(Process process) throws Exception {
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isZero();
    return text;
  }
}
