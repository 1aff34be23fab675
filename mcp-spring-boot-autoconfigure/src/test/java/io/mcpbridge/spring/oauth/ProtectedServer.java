package io.mcpbridge.spring.oauth;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * An MCP server that requires tokens, its authorization server, and an identity provider. The only
 * tool returns the user of the token. A code is {@code code-} plus the user. Every secret that it
 * issues contains {@code s3cret}.
 */
public final class ProtectedServer implements AutoCloseable {

  static final String SECRET = "s3cret";
  private static final String JWT =
      "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.dGhlIHNpZ25hdHVyZSBpcyBub3QgbG9va2VkIGF0IQ";

  /** One request to the authorization server. */
  record ReceivedRequest(String path, Map<String, String> form, @Nullable String authorization) {}

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Map<String, String> owners = new ConcurrentHashMap<>();
  private final List<ReceivedRequest> requests = new CopyOnWriteArrayList<>();
  private final List<String> calls = new CopyOnWriteArrayList<>();

  /** Codes for which the token endpoint fails. */
  final Set<String> unavailableCodes = ConcurrentHashMap.newKeySet();

  /** Codes for which the token endpoint rejects the client's credentials. */
  final Set<String> rejectedCodes = ConcurrentHashMap.newKeySet();

  private volatile @Nullable String publicOrigin;

  /** Whether only the 401 response reveals the metadata URL. */
  volatile boolean metadataOnlyInChallenge;

  /** Whether it issues refresh tokens, which it later rejects. */
  volatile boolean issuesRefreshTokens;

  volatile boolean rejectsRevocation;

  /** Whether clients may register dynamically. */
  volatile boolean supportsRegistration = true;

  /** The scheme of the challenge for requests without a token; {@code null} for none. */
  volatile @Nullable String scheme = "Bearer";

  private final AtomicInteger issued = new AtomicInteger();

  public ProtectedServer() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  /** Sets the origin under which clients reach it, for instance through a proxy. */
  public void publicOrigin(String origin) {
    publicOrigin = origin;
  }

  public String issuer() {
    String origin = publicOrigin;
    if (origin != null) {
      return origin;
    }
    return "http://localhost:" + server.getAddress().getPort();
  }

  public String url() {
    return issuer() + "/mcp";
  }

  /** Invalidates all issued tokens. */
  void forgetTokens() {
    owners.clear();
  }

  /** The requests to the token endpoint and other paths. */
  List<ReceivedRequest> requests(String path) {
    return requests.stream().filter(request -> request.path().equals(path)).toList();
  }

  /** The requested methods, each with the user of its token. */
  List<String> calls() {
    return calls;
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      String path = exchange.getRequestURI().getPath();
      String authorization = exchange.getRequestHeaders().getFirst("Authorization");
      if (path.equals("/mcp")) {
        mcp(exchange, body, authorization);
        return;
      }
      requests.add(new ReceivedRequest(path, form(body), authorization));
      switch (path) {
        case "/.well-known/oauth-protected-resource/mcp", "/own-place" ->
            send(
                exchange,
                path.equals("/own-place") == metadataOnlyInChallenge ? 200 : 404,
                Json.write(Map.of("resource", url(), "authorization_servers", List.of(issuer()))));
        case "/.well-known/oauth-authorization-server" -> send(exchange, 200, metadata());
        case "/register" -> send(exchange, 201, "{\"client_id\":\"registered\"}");
        case "/token" -> {
          if (unavailableCodes.contains(String.valueOf(form(body).get("code")))) {
            send(exchange, 503, "{}");
          } else if (rejectedCodes.contains(String.valueOf(form(body).get("code")))) {
            send(exchange, 401, "{\"error\":\"invalid_client\"}");
          } else if (form(body).containsKey("refresh_token")) {
            send(exchange, 400, "{\"error\":\"invalid_grant\"}");
          } else {
            send(exchange, 200, token(form(body)));
          }
        }
        case "/exchange" ->
            send(
                exchange,
                200,
                Json.write(
                    Map.of(
                        "access_token",
                        JWT,
                        "issued_token_type",
                        "urn:ietf:params:oauth:token-type:id-jag",
                        "token_type",
                        "N_A")));
        case "/revoke" -> send(exchange, rejectsRevocation ? 400 : 200, "{}");
        default -> send(exchange, 404, "{}");
      }
    }
  }

  private String metadata() {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("issuer", issuer());
    members.put("authorization_endpoint", issuer() + "/authorize");
    members.put("token_endpoint", issuer() + "/token");
    if (supportsRegistration) {
      members.put("registration_endpoint", issuer() + "/register");
    }
    members.put("revocation_endpoint", issuer() + "/revoke");
    members.put("code_challenge_methods_supported", List.of("S256"));
    return Json.write(members);
  }

  private String token(Map<String, String> form) {
    String code = form.get("code");
    String owner =
        code == null ? form.get("grant_type") : code.substring(code.lastIndexOf('-') + 1);
    String token = SECRET + "-" + issued.incrementAndGet();
    owners.put(token, owner);
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("access_token", token);
    members.put("token_type", "Bearer");
    if (issuesRefreshTokens) {
      members.put("refresh_token", SECRET + "-refresh-" + issued.get());
    }
    return Json.write(members);
  }

  private void mcp(HttpExchange exchange, String body, @Nullable String authorization)
      throws IOException {
    String owner =
        authorization == null ? null : owners.get(authorization.substring("Bearer ".length()));
    if (owner == null) {
      String place =
          metadataOnlyInChallenge ? " resource_metadata=\"" + issuer() + "/own-place\"" : "";
      if (scheme != null) {
        exchange.getResponseHeaders().add("WWW-Authenticate", scheme + place);
      }
      send(exchange, 401, "");
      return;
    }
    if (!exchange.getRequestMethod().equals("POST")) {
      send(exchange, 405, "");
      return;
    }
    JsonObject message = JsonObject.of(Json.readObject(body));
    calls.add(message.string("method", "") + " by " + owner);
    Object id = message.get("id");
    if (id == null) {
      send(exchange, 202, "");
      return;
    }
    String result =
        switch (message.string("method", "")) {
          case "initialize" ->
              "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},"
                  + "\"serverInfo\":{\"name\":\"s\",\"version\":\"1\"}}";
          case "tools/list" ->
              "{\"tools\":[{\"name\":\"whoami\",\"inputSchema\":{\"type\":\"object\"}}]}";
          case "tools/call" -> "{\"content\":[{\"type\":\"text\",\"text\":\"" + owner + "\"}]}";
          default -> "{}";
        };
    send(
        exchange,
        200,
        "{\"jsonrpc\":\"2.0\",\"id\":" + Json.write(id) + ",\"result\":" + result + "}");
  }

  private static void send(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    if (bytes.length > 0) {
      exchange.getResponseBody().write(bytes);
    }
  }

  static Map<String, String> form(@Nullable String encoded) {
    Map<String, String> parameters = new LinkedHashMap<>();
    for (String pair : String.valueOf(encoded).split("&")) {
      int equals = pair.indexOf('=');
      if (equals > 0) {
        parameters.put(
            pair.substring(0, equals),
            URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8));
      }
    }
    return parameters;
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
