package io.mcpbridge.verification.memory;

import com.sun.net.httpserver.HttpServer;
import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;
import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;

/**
 * A server with two tools: {@code large} answers with as many megabytes as it is asked for, {@code
 * echo} with a word. Over stdio, or over HTTP, whose port it prints.
 */
final class LargeAnswerServer {

  private static final String TOOLS =
      """
      {"tools":[{"name":"large","inputSchema":{"type":"object"}},\
      {"name":"echo","inputSchema":{"type":"object"}}]}""";

  private LargeAnswerServer() {}

  public static void main(String[] args) throws IOException {
    if (args[0].equals("http")) {
      serveHttp();
    } else {
      serveStdio();
    }
  }

  private static void serveStdio() throws IOException {
    var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    OutputStream out = new BufferedOutputStream(System.out, 65_536);
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      JsonObject request = JsonObject.of(Json.readObject(line));
      if (request.has("id")) {
        answer(request, out);
        out.write('\n');
        out.flush();
      }
    }
  }

  private static void serveHttp() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newCachedThreadPool());
    server.createContext(
        "/",
        exchange -> {
          String body =
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
          JsonObject request =
              body.isEmpty() ? JsonObject.empty() : JsonObject.of(Json.readObject(body));
          if (!exchange.getRequestMethod().equals("POST")) {
            exchange.sendResponseHeaders(405, -1);
          } else if (!request.has("id")) {
            exchange.sendResponseHeaders(202, -1);
          } else {
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, 0);
            OutputStream out = new BufferedOutputStream(exchange.getResponseBody(), 65_536);
            answer(request, out);
            out.flush();
          }
          exchange.close();
        });
    server.start();
    System.out.println(server.getAddress().getPort());
    while (System.in.read() >= 0) {
      // until the client has ended
    }
    System.exit(0);
  }

  private static void answer(JsonObject request, OutputStream out) throws IOException {
    String method = request.string("method", "");
    JsonObject params = JsonObject.of(request.map("params"));
    write(out, "{\"jsonrpc\":\"2.0\",\"id\":" + Json.write(request.get("id")));
    if (method.equals("initialize")) {
      String version = Json.write(params.get("protocolVersion"));
      write(out, ",\"result\":{\"protocolVersion\":" + version);
      write(out, ",\"capabilities\":{\"tools\":{}},\"serverInfo\":");
      write(out, "{\"name\":\"large\",\"version\":\"1\"}}}");
    } else if (method.equals("tools/list")) {
      write(out, ",\"result\":" + TOOLS + "}");
    } else if (method.equals("tools/call")) {
      write(out, ",\"result\":{\"content\":[");
      if (params.string("name", "").equals("large")) {
        large(JsonObject.of(params.map("arguments")), out);
      } else {
        write(out, "{\"type\":\"text\",\"text\":\"here\"}]");
      }
      write(out, "}}");
    } else {
      write(out, ",\"error\":{\"code\":-32601,\"message\":\"unknown\"}}");
    }
  }

  private static void large(JsonObject arguments, OutputStream out) throws IOException {
    Shape shape = Shape.of(arguments.string("shape", ""));
    long bytes =
        Math.round(arguments.get("megabytes") instanceof Number n ? n.doubleValue() * 1e6 : 0);
    if (arguments.string("as", "").equals("text")) {
      write(out, "{\"type\":\"text\",\"text\":\"");
      shape.write(out, bytes, true);
      write(out, "\"}]");
    } else {
      write(out, "],\"structuredContent\":{\"items\":");
      shape.write(out, bytes, false);
      write(out, "}");
    }
  }

  private static void write(OutputStream out, String json) throws IOException {
    out.write(json.getBytes(StandardCharsets.UTF_8));
  }
}
