package io.mcpbridge.cli.internal;

import io.mcpbridge.cli.Main;
import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Loads the classes of common commands, so that the JVM lists them for an archive. The start
 * scripts run it once. Its servers are this class as a process, and a port that nothing listens at.
 */
public final class ArchiveTraining {

  private static final String SERVER = "server";

  private ArchiveTraining() {}

  /** Loads the classes, or is the server. */
  public static void main(String[] args) throws IOException {
    if (List.of(args).contains(SERVER)) {
      serve();
      return;
    }
    Path file = Files.createTempFile("mcp-archive", ".json");
    try {
      Files.writeString(file, Json.write(configuration()));
      run("--help");
      run("list", "--help");
      run("list", "--file", file.toString());
      run("list", "--json", "--file", file.toString());
      run("call", "hello", "name=world", "--file", file.toString());
    } finally {
      Files.delete(file);
    }
  }

  private static void run(String... args) {
    PrintStream discarded = new PrintStream(PrintStream.nullOutputStream());
    Main.run(args, new ByteArrayInputStream(new byte[0]), discarded, discarded);
  }

  private static Map<String, Object> configuration() {
    String java =
        System.getProperty("java.home") + File.separator + "bin" + File.separator + "java";
    List<String> args =
        List.of(
            "-cp", System.getProperty("java.class.path"), ArchiveTraining.class.getName(), SERVER);
    return Map.of(
        "mcpServers",
        Map.of(
            "process", Map.of("command", java, "args", args),
            "port", Map.of("url", "http://127.0.0.1:1/mcp")));
  }

  private static void serve() throws IOException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      JsonObject request = JsonObject.of(Json.readObject(line));
      if (request.has("id")) {
        System.out.println(Json.write(response(request)));
        System.out.flush();
      }
    }
  }

  private static Map<String, @Nullable Object> response(JsonObject request) {
    Map<String, @Nullable Object> response =
        CliOutput.ordered("jsonrpc", "2.0", "id", request.get("id"));
    switch (request.string("method", "")) {
      case "initialize" ->
          response.put(
              "result",
              Map.of(
                  "protocolVersion",
                  "2025-11-25",
                  "capabilities",
                  Map.of("tools", Map.of()),
                  "serverInfo",
                  Map.of("name", "training", "version", "1")));
      case "tools/list" ->
          response.put(
              "result",
              Map.of(
                  "tools",
                  List.of(
                      Map.of(
                          "name",
                          "hello",
                          "inputSchema",
                          Map.of(
                              "type",
                              "object",
                              "properties",
                              Map.of("name", Map.of("type", "string")))))));
      case "tools/call" ->
          response.put(
              "result", Map.of("content", List.of(Map.of("type", "text", "text", "hello"))));
      default -> response.put("error", Map.of("code", -32601, "message", "no such method"));
    }
    return response;
  }
}
