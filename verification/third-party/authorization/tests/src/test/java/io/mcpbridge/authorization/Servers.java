package io.mcpbridge.authorization;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.sun.net.httpserver.HttpServer;
import io.mcpbridge.json.Json;
import io.mcpbridge.oauth.core.ClientRegistration;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Both servers in their own process, and the key set of a client that signs assertions. */
final class Servers implements AutoCloseable {

  private static final String MAIN = "io.mcpbridge.verification.authorization.Servers";

  private static volatile Servers running;

  private final ECKey key;
  private final HttpServer keys;
  private final Process process;
  private final String issuer;
  private final String server;

  private Servers(ECKey key, HttpServer keys, Process process, String issuer, String server) {
    this.key = key;
    this.keys = keys;
    this.process = process;
    this.issuer = issuer;
    this.server = server;
  }

  static Servers start() {
    try {
      ECKey key = new ECKeyGenerator(Curve.P_256).keyID("the-only-one").generate();
      HttpServer keys =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      byte[] set = new JWKSet(key.toPublicJWK()).toString().getBytes(StandardCharsets.UTF_8);
      keys.createContext(
          "/",
          exchange -> {
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, set.length);
            exchange.getResponseBody().write(set);
            exchange.close();
          });
      keys.start();
      Process process = process("http://127.0.0.1:" + keys.getAddress().getPort() + "/keys");
      String[] ready = ready(process).split(" ");
      running = new Servers(key, keys, process, ready[1], ready[2]);
      return running;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Process process(String keys) throws IOException {
    String libraries = Files.readString(Path.of(System.getProperty("servers.libraries"))).trim();
    ProcessBuilder java =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xshare:auto",
            "-cp",
            System.getProperty("servers.classes") + File.pathSeparator + libraries,
            MAIN,
            keys);
    return java.redirectErrorStream(true).start();
  }

  /** Keeps reading the output while the process runs, so that it never blocks. */
  private static String ready(Process process) throws IOException {
    BufferedReader output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    StringBuilder before = new StringBuilder();
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      if (line.startsWith("ready ")) {
        Thread rest = new Thread(() -> output.lines().forEach(System.out::println), "servers");
        rest.setDaemon(true);
        rest.start();
        return line;
      }
      before.append(line).append('\n');
    }
    throw new AssertionError("the servers did not start:\n" + before);
  }

  static Servers running() {
    return running;
  }

  String issuer() {
    return issuer;
  }

  /** A confidential client. */
  ClientRegistration client(String id) {
    return ClientRegistration.of(id, "the-secret-of-" + id).at(issuer);
  }

  /** The URL of one of the MCP server's endpoints: {@code jwt}, {@code opaque}, {@code bound}. */
  String url(String name) {
    return server + "/" + name + "/mcp";
  }

  /** The resource identifier of the JWT endpoint, since its metadata is at the root. */
  String root() {
    return server;
  }

  ECKey key() {
    return key;
  }

  /** Expires all access tokens of this user. */
  void endAccessTokensOf(String user) {
    control("POST", "end-access-tokens?user=" + user);
  }

  /** Expires all tokens of this user. */
  void endAllTokensOf(String user) {
    control("POST", "end-all-tokens?user=" + user);
  }

  /** Signs with a new key; the key set still contains the old one. */
  void changeKeys() {
    control("POST", "change-keys");
  }

  /** Reduces the key set to the newest key. */
  void dropOldKeys() {
    control("POST", "drop-old-keys");
  }

  /** Simulates a restart that loses everything in memory: tokens, keys and registrations. */
  void startAnew() {
    control("POST", "restart");
  }

  /** The requests to the authorization server so far, without those of the MCP server. */
  List<String> requests() {
    return strings("requests").stream()
        .filter(line -> !line.startsWith("introspect") && !line.startsWith("jwks"))
        .toList();
  }

  /** Every code, token, state, verifier, assertion and proof so far. */
  List<String> secrets() {
    return strings("secrets");
  }

  private List<String> strings(String resource) {
    return ((List<?>) Json.read(control("GET", resource))).stream().map(String::valueOf).toList();
  }

  private String control(String method, String resource) {
    Web.Answer answer = Web.send(method, URI.create(issuer + "/control/" + resource), null);
    if (answer.status() != 200) {
      throw new AssertionError(resource + " was answered with " + answer.status());
    }
    return answer.body();
  }

  @Override
  public void close() throws Exception {
    process.getOutputStream().close(); // the process then exits
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      process.destroyForcibly();
    }
    keys.stop(0);
  }
}
