package io.mcpbridge.oauth;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import javax.net.ssl.SSLContext;

/** A small HTTP server on this machine with scripted responses, which records its requests. */
public final class FakeHttpServer implements AutoCloseable {

  public record Request(String method, URI target, Map<String, String> headers, String body) {

    String path() {
      return target.getRawPath();
    }

    public Map<String, String> form() {
      return parameters(body);
    }

    Map<String, String> query() {
      return parameters(target.getRawQuery() == null ? "" : target.getRawQuery());
    }

    String header(String name) {
      return headers.get(name.toLowerCase(Locale.ROOT));
    }
  }

  public record Reply(int status, Map<String, String> headers, String body) {

    public static Reply json(String body) {
      return new Reply(200, Map.of("Content-Type", "application/json"), body);
    }

    static Reply status(int status) {
      return new Reply(status, Map.of(), "");
    }

    static Reply redirect(String location) {
      return new Reply(302, Map.of("Location", location), "");
    }
  }

  private final HttpServer server;
  private final String url;
  private final Map<String, Function<Request, Reply>> pages = new ConcurrentHashMap<>();
  private final List<Request> requests = new CopyOnWriteArrayList<>();

  FakeHttpServer() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    url = "http://localhost:" + port();
    start();
  }

  /** A site that uses https under a host name, reached through a proxy. */
  FakeHttpServer(String host, SSLContext tls) {
    try {
      HttpsServer secure =
          HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      secure.setHttpsConfigurator(new HttpsConfigurator(tls));
      server = secure;
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    url = "https://" + host;
    start();
  }

  private void start() {
    server.createContext("/", this::answer);
    server.start();
  }

  int port() {
    return server.getAddress().getPort();
  }

  public String url() {
    return url;
  }

  URI uri(String path) {
    return URI.create(url() + path);
  }

  FakeHttpServer page(String path, Function<Request, Reply> answer) {
    pages.put(path, answer);
    return this;
  }

  FakeHttpServer json(String path, String body) {
    return page(path, request -> Reply.json(body));
  }

  FakeHttpServer removePage(String path) {
    pages.remove(path);
    return this;
  }

  List<Request> requests() {
    return requests;
  }

  public List<Request> requests(String path) {
    return requests.stream().filter(request -> request.path().equals(path)).toList();
  }

  List<String> paths() {
    return requests.stream().map(Request::path).toList();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      Map<String, String> headers = new LinkedHashMap<>();
      exchange
          .getRequestHeaders()
          .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values.get(0)));
      String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      Request request =
          new Request(exchange.getRequestMethod(), exchange.getRequestURI(), headers, body);
      requests.add(request);
      Secrets.add(Secrets.ofRequest(request));
      Reply reply = pages.getOrDefault(request.path(), any -> Reply.status(404)).apply(request);
      reply.headers().forEach((name, value) -> exchange.getResponseHeaders().add(name, value));
      Secrets.add(Secrets.ofResponse(reply.body()));
      byte[] bytes = reply.body().getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(reply.status(), bytes.length == 0 ? -1 : bytes.length);
      if (bytes.length > 0) {
        exchange.getResponseBody().write(bytes);
      }
    }
  }

  public static Map<String, String> parameters(String encoded) {
    Map<String, String> parameters = new LinkedHashMap<>();
    for (String pair : encoded.split("&")) {
      int equals = pair.indexOf('=');
      if (equals > 0) {
        parameters.put(decode(pair.substring(0, equals)), decode(pair.substring(equals + 1)));
      }
    }
    return parameters;
  }

  private static String decode(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
