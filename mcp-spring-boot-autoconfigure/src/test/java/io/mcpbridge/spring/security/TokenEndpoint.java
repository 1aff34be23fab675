package io.mcpbridge.spring.security;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;

/**
 * The token endpoint of an authorization server: issues {@code application-1}, {@code
 * application-2} and so on to the application, and for a refresh token an access token named after
 * it. Each refresh token can be used once, unless it is revoked before.
 */
final class TokenEndpoint implements AutoCloseable {

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<Map<String, String>> requests = new CopyOnWriteArrayList<>();
  private final Set<String> revoked = ConcurrentHashMap.newKeySet();
  private volatile Runnable before = () -> {};
  private volatile boolean broken;

  TokenEndpoint() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext("/token", this::answer);
    server.setExecutor(threads);
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/token";
  }

  /** Runs this before each response. */
  void before(Runnable answer) {
    before = answer;
  }

  /** Fails all requests from now on. */
  void broken() {
    broken = true;
  }

  /** Revokes this token. */
  void takeBack(String token) {
    revoked.add(token);
  }

  /** The received forms, in order. */
  List<Map<String, String>> requests() {
    return requests;
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      Map<String, String> form =
          Arrays.stream(body.split("&"))
              .map(pair -> pair.split("=", 2))
              .collect(Collectors.toMap(pair -> decoded(pair[0]), pair -> decoded(pair[1])));
      String refreshToken = form.getOrDefault("refresh_token", "");
      boolean isRefused =
          revoked.contains(refreshToken)
              || revoked.contains(form.getOrDefault("subject_token", ""))
              || requests.stream().anyMatch(it -> refreshToken.equals(it.get("refresh_token")));
      requests.add(form);
      before.run();
      String token =
          refreshToken.isEmpty() ? "application-" + requests.size() : refreshToken + "-renewed";
      if (broken) {
        send(exchange, 500, "");
        return;
      }
      send(
          exchange,
          isRefused ? 400 : 200,
          isRefused
              ? "{\"error\":\"invalid_grant\"}"
              : "{\"access_token\":\"%s\",\"token_type\":\"Bearer\",\"expires_in\":3600,\"issued_token_type\":\"urn:ietf:params:oauth:token-type:access_token\",\"refresh_token\":\"%s\"}"
                  .formatted(token, token + "-refresh"));
    }
  }

  private static void send(HttpExchange exchange, int status, String json) throws IOException {
    byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
