package io.mcpbridge.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Edits touch only the necessary parts of a file. */
class ServersFileEditorTest {

  private static final String TEXT =
      """
      {
        // kept in order
        "inputs": [],
        "servers": {
          "weather": {
            "url": "https://example.com/mcp", // ours
            "headers": { "Authorization": "Bearer ${TOKEN}" },
            "gallery": true
          },
          "files": { "command": "npx", "args": ["-y", "some-server"] }
        }
      }
      """;

  @TempDir Path folder;

  private Path file() {
    return folder.resolve("mcp.json");
  }

  private ServersFiles files() {
    return ServersFiles.builder().global(file()).environment(name -> "s3cr3t").build();
  }

  private ServersFileEditor editor(String text) throws IOException {
    Files.writeString(file(), text);
    return files().editor(ConfigSource.GLOBAL);
  }

  private String content() throws IOException {
    return Files.readString(file());
  }

  @Test
  void disablesAndEnablesServer() throws IOException {
    ServersFileEditor editor = editor(TEXT);

    editor.disable("weather");
    editor.disable("files");
    assertThat(content())
        .isEqualTo(
            TEXT.replace("\"gallery\": true", "\"gallery\": true,\n      \"disabled\": true")
                .replace("\"some-server\"] }", "\"some-server\"], \"disabled\": true }"));
    assertThat(files().read().server("files").isDisabled()).isTrue();

    editor.enable("weather");
    editor.enable("files");
    assertThat(content())
        .isEqualTo(
            TEXT.replace("\"gallery\": true", "\"gallery\": true,\n      \"disabled\": false")
                .replace("\"some-server\"] }", "\"some-server\"], \"disabled\": false }"));
    assertThat(files().read().server("files").isUsable()).isTrue();
  }

  @Test
  void updatesExistingEnabledField() throws IOException {
    ServersFileEditor editor =
        editor("{\"mcpServers\": {\"one\": {\"command\": \"run\", \"enabled\": true}}}");

    editor.disable("one");
    assertThat(content())
        .isEqualTo("{\"mcpServers\": {\"one\": {\"command\": \"run\", \"enabled\": false}}}");
  }

  @Test
  void preservesUnchangedTextAndPlaceholders() throws IOException {
    ServersFileEditor editor = editor(TEXT);
    Map<String, Object> entry = new LinkedHashMap<>(files().read().server("weather").entry());
    entry.remove("gallery");
    entry.put("timeout", 30);
    entry.put("url", "https://example.com/v2");

    editor.put("weather", entry);

    assertThat(content())
        .isEqualTo(
            TEXT.replace("com/mcp", "com/v2")
                .replace("\"gallery\": true", "\"gallery\": true,\n      \"timeout\": 30"))
        .contains("${TOKEN}")
        .doesNotContain("s3cr3t");
  }

  @Test
  void addsReplacesAndRemovesServer() throws IOException {
    ServersFileEditor editor = editor(TEXT);

    editor.put("new", Map.of("command", "run"));
    assertThat(content())
        .isEqualTo(
            TEXT.replace(
                "\"some-server\"] }\n",
                "\"some-server\"] },\n    \"new\": {\n      \"command\": \"run\"\n    }\n"));
    editor.put("new", Map.of("url", "http://x/mcp"));
    assertThat(files().read().server("new").url()).isEqualTo("http://x/mcp");
    editor.remove("new");
    assertThat(content()).isEqualTo(TEXT);
  }

  @Test
  void createsFileInFormatOfItsLocation() throws IOException {
    Path project = folder.resolve("project/.vscode/mcp.json");
    ServersFiles files = ServersFiles.builder().global(file()).project(project).build();

    files.editor(ConfigSource.GLOBAL).put("one", Map.of("command", "run"));
    files.editor(ConfigSource.PROJECT).put("two", Map.of("command", "run"));

    assertThat(content()).startsWith("{\n  \"mcpServers\": {\n    \"one\": {");
    assertThat(Files.readString(project)).startsWith("{\n  \"servers\": {\n    \"two\": {");
    assertThat(files.read().servers()).allMatch(ConfiguredServer::isUsable).hasSize(2);
  }

  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void permissionsAndLinksStay() throws IOException {
    Path real = Files.writeString(folder.resolve("real.json"), TEXT);
    Files.setPosixFilePermissions(real, PosixFilePermissions.fromString("rw-r-----"));
    Files.createSymbolicLink(file(), real);

    files().editor(ConfigSource.GLOBAL).disable("files");

    assertThat(file()).isSymbolicLink();
    assertThat(Files.readString(real)).contains("\"disabled\": true");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(real)))
        .isEqualTo("rw-r-----");
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).containsExactlyInAnyOrder(real, file());
    }
    Path newFile = folder.resolve("fresh.json");
    ServersFiles.of(newFile).editor(ConfigSource.GLOBAL).put("one", Map.of("command", "run"));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(newFile)))
        .isEqualTo("rw-------");
  }

  @Test
  void doesNotOverwriteUnparseableFile() throws IOException {
    for (byte[] bytes :
        List.of(
            "{\"mcpServers\": {\"one\": ".getBytes(StandardCharsets.UTF_8),
            "{\"mcpServers\": []}".getBytes(StandardCharsets.UTF_8),
            TEXT.getBytes(StandardCharsets.UTF_16))) {
      Files.write(file(), bytes);
      ServersFileEditor editor = files().editor(ConfigSource.GLOBAL);

      assertThatThrownBy(() -> editor.put("two", Map.of("command", "run")))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining(file().toString());
      assertThat(Files.readAllBytes(file())).isEqualTo(bytes);
    }
  }

  @Test
  void rejectsEditOfDuplicateServer() throws IOException {
    String text =
        "{\"mcpServers\": {\"one\": {\"command\": \"a\"}, \"one\": {\"command\": \"b\"}}}";
    ServersFileEditor editor = editor(text);

    assertThatThrownBy(() -> editor.remove("one"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("duplicate");
    assertThat(content()).isEqualTo(text);
  }

  @Test
  void rejectsEditOfUnknownServer() throws IOException {
    ServersFileEditor editor = editor(TEXT);

    assertThatThrownBy(() -> editor.disable("unknown"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("[weather, files]");
    assertThatThrownBy(() -> editor.remove("unknown")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> files().editor(ConfigSource.PROJECT))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("project");
    assertThat(content()).isEqualTo(TEXT);
  }

  @Test
  void keepsAllConcurrentChanges() throws Exception {
    ServersFileEditor editor = editor(TEXT);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      String name = "server" + i;
      Thread thread = new Thread(() -> editor.put(name, Map.of("command", name)));
      threads.add(thread);
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join(60_000);
    }

    assertThat(files().read().servers()).hasSize(10).allMatch(ConfiguredServer::isUsable);
  }
}
