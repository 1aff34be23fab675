package io.mcpbridge.spring.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/**
 * A model behind OpenAI's protocol that calls the last tool offered, and then returns the tool's
 * result. Supports concurrent conversations.
 */
public final class EchoingModel implements AutoCloseable {

  private final HttpServer server;

  /** Starts the model. */
  public EchoingModel() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext("/", EchoingModel::answer);
    server.start();
  }

  /** The base URL, without {@code /v1}. */
  public String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private static void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      ModelRequest request = ModelRequest.read(body);
      ObjectNode message = JsonNodeFactory.instance.objectNode().put("role", "assistant");
      message.putNull("refusal");
      String finish = "stop";
      if (!request.toolResults().isEmpty()) {
        message.put("content", text(request.toolResults().get(0)));
      } else if (request.toolNames().isEmpty()) {
        message.put("content", "no tools");
      } else {
        finish = "tool_calls";
        String last = request.toolNames().get(request.toolNames().size() - 1);
        ObjectNode call = message.putNull("content").putArray("tool_calls").addObject();
        call.put("index", 0).put("id", "call_1").put("type", "function");
        call.putObject("function").put("name", last).put("arguments", "{}");
      }
      boolean streamed = request.body().path("stream").asBoolean();
      String answer =
          streamed ? Completion.streamed(message, finish) : Completion.document(message, finish);
      byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
      exchange
          .getResponseHeaders()
          .add("Content-Type", streamed ? "text/event-stream" : "application/json");
      exchange.sendResponseHeaders(200, bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }

  private static String text(JsonNode content) {
    return content.isArray() ? content.path(0).path("text").asText() : content.asText();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
