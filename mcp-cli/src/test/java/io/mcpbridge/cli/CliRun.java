package io.mcpbridge.cli;

import io.mcpbridge.cli.internal.CliEnvironment;
import io.mcpbridge.cli.internal.McpCommand;
import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Runs commands in a folder of their own, and keeps what they write. */
final class CliRun {

  private final Path folder;
  private final Map<String, String> variables = new HashMap<>();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private String system = "Linux";
  private String input = "";
  private boolean terminal;
  private boolean terminalOutput;
  private Consumer<String> errorLines = line -> {};
  private int exitCode = -1;

  CliRun(Path folder) {
    this.folder = folder;
  }

  /** Writes {@code mcp.json}: names and entries as JSON, in turn. */
  CliRun servers(String... namesAndEntries) {
    Map<String, Object> servers = new LinkedHashMap<>();
    for (int i = 0; i < namesAndEntries.length; i += 2) {
      servers.put(namesAndEntries[i], Json.readObject(namesAndEntries[i + 1]));
    }
    return file("mcp.json", Json.write(Map.of("mcpServers", servers)));
  }

  CliRun file(String name, String text) {
    try {
      Path file = folder.resolve(name);
      Files.createDirectories(file.getParent());
      Files.writeString(file, text);
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  CliRun variable(String name, String value) {
    variables.put(name, value);
    return this;
  }

  CliRun system(String name) {
    this.system = name;
    return this;
  }

  CliRun input(String text) {
    this.input = text;
    return this;
  }

  /** The user reads the output at a terminal, and can answer. */
  CliRun terminal() {
    this.terminal = true;
    return terminalOutput();
  }

  /** The user reads the output at a terminal, but the input is a file. */
  CliRun terminalOutput() {
    this.terminalOutput = true;
    return this;
  }

  /** Called with each line that a command writes to standard error. */
  CliRun errorLines(Consumer<String> listener) {
    this.errorLines = listener;
    return this;
  }

  /** Runs one command; the home directory is the folder {@code home}. */
  CliRun run(String... args) {
    out.reset();
    err.reset();
    exitCode =
        McpCommand.run(
            args,
            new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8) {
              @Override
              public void println(String line) {
                super.println(line);
                errorLines.accept(line);
              }
            },
            new CliEnvironment(
                folder,
                folder.resolve("home"),
                variables,
                system,
                terminal,
                terminalOutput,
                false));
    return this;
  }

  int exitCode() {
    return exitCode;
  }

  String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  byte[] outBytes() {
    return out.toByteArray();
  }

  /** Also while the command runs. */
  String err() {
    return err.toString(StandardCharsets.UTF_8);
  }

  JsonObject json() {
    return JsonObject.of(Json.readObject(out()));
  }

  static JsonObject first(JsonObject object, String list) {
    return JsonObject.of(object.list(list).get(0));
  }

  static String url(String url) {
    return Json.write(Map.of("url", url));
  }

  static String process(List<String> command) {
    return Json.write(
        Map.of("command", command.get(0), "args", command.subList(1, command.size())));
  }
}
