package io.mcpbridge.authorization;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.mcpbridge.client.McpClient;
import io.mcpbridge.oauth.OAuthCredentials;
import io.mcpbridge.oauth.core.AuthorizationRequiredException;
import io.mcpbridge.oauth.core.ClientRegistration;
import io.mcpbridge.oauth.core.OAuthException;
import io.mcpbridge.oauth.core.UrlPolicy;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A web application whose users authorize servers in their own browsers. */
final class WebApp implements AutoCloseable {

  private static final String COOKIE = "desk-user=";

  private final ThreadLocal<String> user = new ThreadLocal<>();
  private final List<URI> callbacks = new CopyOnWriteArrayList<>();
  private final HttpServer http;
  private final OAuthCredentials credentials;
  private final McpClient client;

  WebApp(String server, ClientRegistration registration) {
    try {
      http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    credentials =
        OAuthCredentials.builder(server)
            .client(registration)
            .redirectUri(uri("/mcp/callback").toString())
            .principal(user::get)
            .urlPolicy(UrlPolicy.defaults().allowLoopback())
            .build();
    client =
        McpClient.of(
            StreamableHttpTransport.builder(URI.create(server)).credentials(credentials).build());
    http.createContext("/login/", this::login);
    http.createContext("/mcp/callback", this::callback);
    http.createContext("/desk", this::home);
    http.start();
  }

  private URI uri(String path) {
    return URI.create("http://127.0.0.1:" + http.getAddress().getPort() + path);
  }

  /** The URL that starts this user's authorization. */
  URI start(String name) {
    return uri("/login/" + name);
  }

  /** The authorization server's page for this user, in a new tab. */
  URI page(String name) {
    return URI.create(Web.send("GET", uri("/desk"), null, "Cookie", COOKIE + name).location());
  }

  /** The callback URLs of the browsers. */
  List<URI> callbacks() {
    return callbacks;
  }

  private void login(HttpExchange exchange) throws IOException {
    String name = exchange.getRequestURI().getPath().substring("/login/".length());
    exchange.getResponseHeaders().set("Set-Cookie", COOKIE + name + "; Path=/; HttpOnly");
    redirect(exchange, uri("/desk"));
  }

  private void home(HttpExchange exchange) throws IOException {
    user.set(userOf(exchange));
    try {
      answer(exchange, 200, "The server calls you " + client.callTool("whoami").text());
    } catch (AuthorizationRequiredException e) {
      redirect(exchange, e.url());
    } catch (RuntimeException e) {
      answer(exchange, 502, String.valueOf(e.getMessage()));
    } finally {
      user.remove();
    }
  }

  private void callback(HttpExchange exchange) throws IOException {
    callbacks.add(uri(exchange.getRequestURI().toString()));
    user.set(userOf(exchange));
    try {
      credentials.complete(exchange.getRequestURI().getRawQuery());
      redirect(exchange, uri("/desk"));
    } catch (OAuthException e) {
      answer(exchange, 400, e.getMessage());
    } finally {
      user.remove();
    }
  }

  private static String userOf(HttpExchange exchange) {
    for (String header : exchange.getRequestHeaders().getOrDefault("Cookie", List.of())) {
      for (String cookie : header.split("; ?")) {
        if (cookie.startsWith(COOKIE)) {
          return cookie.substring(COOKIE.length());
        }
      }
    }
    return null;
  }

  private static void redirect(HttpExchange exchange, URI to) throws IOException {
    exchange.getResponseHeaders().set("Location", to.toString());
    exchange.sendResponseHeaders(302, -1);
    exchange.close();
  }

  private static void answer(HttpExchange exchange, int status, String text) throws IOException {
    byte[] page = ("<!doctype html><p>" + text + "</p>").getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "text/html; charset=utf-8");
    exchange.sendResponseHeaders(status, page.length);
    exchange.getResponseBody().write(page);
    exchange.close();
  }

  @Override
  public void close() {
    client.close();
    http.stop(0);
  }
}
