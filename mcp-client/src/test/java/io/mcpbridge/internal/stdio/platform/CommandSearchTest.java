package io.mcpbridge.internal.stdio.platform;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(OS.WINDOWS)
class CommandSearchTest {

  @TempDir Path root;
  private Path first;
  private Path second;
  private Path wellKnown;
  private final Map<String, String> environment = new HashMap<>();

  @BeforeEach
  void folders() throws Exception {
    first = Files.createDirectories(root.resolve("first"));
    second = Files.createDirectories(root.resolve("sec ond"));
    wellKnown = Files.createDirectories(root.resolve("wellknown"));
    environment.put("PATH", root.resolve("gone") + ":" + first + ":" + second);
  }

  private static String executable(Path folder, String name) throws Exception {
    Path file = Files.writeString(folder.resolve(name), "");
    assertThat(file.toFile().setExecutable(true)).isTrue();
    return file.toString();
  }

  private List<String> find(String command, String... args) throws Exception {
    return new UnixCommandSearch(List.of(wellKnown))
        .find(command, List.of(args), environment, root);
  }

  @Test
  void findsFirstExecutableFileOnPath() throws Exception {
    Files.writeString(first.resolve("tool"), "not executable");
    String expected = executable(second, "tool");
    executable(wellKnown, "tool");

    assertThat(find("tool", "-x")).containsExactly(expected, "-x");
  }

  @Test
  void skipsDirectories() throws Exception {
    Files.createDirectories(first.resolve("tool"));
    String expected = executable(second, "tool");

    assertThat(find("tool")).containsExactly(expected);
  }

  @Test
  void emptyPathEntryIsWorkingDirectory() throws Exception {
    environment.put("PATH", first + "::" + second);

    assertThat(find(Path.of(executable(root, "tool")).getFileName().toString()))
        .containsExactly(root + "/tool");
  }

  @Test
  void addsWellKnownFolderOfCommandToPath() throws Exception {
    String expected = executable(wellKnown, "npx");

    assertThat(find("npx")).containsExactly(expected);
    assertThat(environment.get("PATH")).endsWith(second + ":" + wellKnown);
  }

  @Test
  void searchesWellKnownDirectoriesWithoutPath() throws Exception {
    environment.clear();
    String expected = executable(wellKnown, "npx");
    executable(root, "other");

    assertThat(find("npx")).containsExactly(expected);
    assertThatExceptionOfType(CommandException.class)
        .isThrownBy(() -> find("other"))
        .withMessageContaining("Searched PATH: " + wellKnown);
  }

  @Test
  void limitsNumberOfPathEntriesInMessage() {
    environment.put("PATH", folders(24, "/opt/f"));

    assertThatExceptionOfType(CommandException.class)
        .isThrownBy(() -> find("tool"))
        .withMessageContaining("Searched PATH: /opt/f1:/opt/f2:")
        .withMessageContaining(":/opt/f10 ... and 15 more. Install it");
  }

  @Test
  void limitsLengthOfPathInMessage() {
    environment.put("PATH", folders(24, "/" + "x".repeat(195)));

    assertThatExceptionOfType(CommandException.class)
        .isThrownBy(() -> find("tool"))
        .withMessageContaining("x2 ... and 23 more. Install it");

    environment.put("PATH", folders(1, "/" + "x".repeat(2000)));

    assertThatExceptionOfType(CommandException.class)
        .isThrownBy(() -> find("tool"))
        .withMessageContaining("xxx ... ... and 1 more. Install it");
  }

  private static String folders(int count, String name) {
    return IntStream.rangeClosed(1, count).mapToObj(i -> name + i).collect(joining(":"));
  }

  @Test
  void findsExtensionOnWindows() throws Exception {
    environment.put("PATH", first + ";\"" + second + "\";");
    environment.put("PATHEXT", ".EXE;.CMD");
    Files.writeString(first.resolve("npx"), "a script for another system");
    Files.writeString(second.resolve("tool.exe"), "");
    Files.writeString(second.resolve("shim.ps1"), "");
    WindowsCommandSearch search = new WindowsCommandSearch();

    assertThat(search.find("tool", List.of("a b"), environment, root))
        .containsExactly(second.resolve("tool.exe").toString(), "a b");
    assertThat(search.find("tool.exe", List.of(), environment, root))
        .containsExactly(second.resolve("tool.exe").toString());
    assertThat(search.find("shim", List.of("x"), environment, root))
        .startsWith("powershell.exe")
        .endsWith("-File", second.resolve("shim.ps1").toString(), "x");
    assertThatExceptionOfType(CommandException.class)
        .isThrownBy(() -> search.find("npx", List.of(), environment, root))
        .withMessageContaining("\"npx\" was not found");
  }

  @Test
  void runsBatchFileThroughCmdOnWindows() throws Exception {
    Path shim = Files.writeString(first.resolve("npx.cmd"), "");
    environment.put("PATH", first.toString());
    environment.put("COMSPEC", "C:\\Windows\\cmd.exe");

    List<String> line =
        new WindowsCommandSearch()
            .find("npx", List.of("-y", "a b&c", "{\"k\":1}", "end\\"), environment, root);

    assertThat(line).startsWith("C:\\Windows\\cmd.exe", "/d", "/s", "/c").hasSize(5);
    assertThat(line.get(4))
        .isEqualTo(
            "\"^\"" + shim + "^\" ^\"-y^\" ^\"a^ b^&c^\" ^\"{\\^\"k\\^\":1}^\" ^\"end\\\\^\"\"");
  }

  @Test
  void rejectsUnsafeBatchFileArgumentsOnWindows() {
    for (String arg : List.of("\"&calc", "a\nb", "\"%PATH%")) {
      assertThatExceptionOfType(CommandException.class)
          .isThrownBy(() -> BatchFile.commandLine("cmd.exe", "npx.cmd", List.of(arg)))
          .withMessageContaining("npx.cmd")
          .withMessageContaining("`command`");
    }
  }
}
