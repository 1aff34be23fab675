package io.mcpbridge.transport.stdio;

import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcMessage;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.jsonrpc.JsonRpcRequest;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** A child process for tests; the method of a request selects its behavior. */
final class EchoServer {

  private static final PrintStream OUT =
      new PrintStream(new java.io.FileOutputStream(java.io.FileDescriptor.out), false);

  private EchoServer() {}

  /** A transport that runs this class in another JVM. */
  static StdioTransport.Builder transport(String... args) {
    return StdioTransport.builder(java())
        .args(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Dfile.encoding=UTF-8"))
        .args(List.of("-cp", System.getProperty("java.class.path"), EchoServer.class.getName()))
        .args(List.of(args));
  }

  static String java() {
    return System.getProperty("java.home") + "/bin/java";
  }

  public static void main(String[] args) throws IOException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      JsonRpcMessage message = JsonRpcMessage.from(JsonObject.of(Json.readObject(line)));
      if (message instanceof JsonRpcRequest request) {
        answer(request, args);
      } else if (message instanceof JsonRpcNotification notification) {
        // lets a test see what was sent
        send(new JsonRpcNotification("echo/" + notification.method(), notification.params()));
      }
    }
  }

  private static void answer(JsonRpcRequest request, String[] args) {
    JsonObject params = request.params() == null ? JsonObject.empty() : request.params();
    switch (request.method()) {
      case "silence" -> {}
      case "args" -> result(request, Map.of("args", List.of(args)));
      case "environment" -> result(request, System.getenv());
      case "directory" -> result(request, Map.of("directory", System.getProperty("user.dir")));
      case "large" -> large(request, params.integer("length").intValue());
      case "exit" -> {
        System.err.println(params.string("exitDiagnostics", ""));
        Runtime.getRuntime().halt(params.integer("code").intValue());
      }
      default -> result(request, params.toMap());
    }
  }

  private static void large(JsonRpcRequest request, int length) {
    result(request, Map.of("text", "\u00e9".repeat(length / 2)));
  }

  private static void result(JsonRpcRequest request, Map<String, ?> result) {
    send(JsonRpcResponse.success(request.id(), JsonObject.of(result)));
  }

  private static void send(JsonRpcMessage message) {
    byte[] line = message.toBytes();
    OUT.write(line, 0, line.length);
    OUT.write('\n');
    OUT.flush();
  }
}
