package io.mcpbridge.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.error.McpAuthorizationException;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.Faults;
import io.mcpbridge.test.exchange.ServerTurn;
import io.mcpbridge.transport.Transport;
import io.mcpbridge.transport.http.HttpSseTransport;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Faults of servers over HTTP. */
class HttpDiagnosisTest extends SeededFaults {

  private static final String PASSWORD = "changeit";

  private static SSLContext serverContext;

  static Stream<SeededFault> faults() {
    return Stream.of(
        SeededFault.error(
            "nothing listens",
            test -> http("http://127.0.0.1:" + freePort() + "/mcp"),
            "url",
            "nothing listens at 127.0.0.1",
            "refused"),
        SeededFault.error(
            "unknown host",
            test -> http("http://no-such-host.invalid/mcp"),
            "url",
            "no-such-host.invalid is not known"),
        SeededFault.error(
            "https to a plain port",
            test -> http(test.fake().url().replace("http://", "https://")),
            "url",
            "without TLS"),
        SeededFault.error(
            "http to a TLS port",
            test -> http("http://127.0.0.1:" + tls(test).port() + "/mcp"),
            "url",
            "expects TLS"),
        SeededFault.error(
            "untrusted certificate",
            test -> http("https://localhost:" + tls(test).port() + "/mcp"),
            "ssl-bundle",
            "no TLS with localhost"),
        SeededFault.error(
            "wrong host name",
            test ->
                StreamableHttpTransport.builder(
                        URI.create("https://127.0.0.1:" + tls(test).port() + "/mcp"))
                    .sslContext(serverContext)
                    .build(),
            "url",
            "no TLS with 127.0.0.1"),
        SeededFault.error(
            "web page in place of a server",
            test ->
                http(
                    test.open(
                            PeerServer.http(
                                "200 OK", "Content-Type: text/html\r\n", "<html>Welcome</html>"))
                        .url()),
            "url",
            "text/html"),
        SeededFault.error(
            "JSON API of another service",
            test ->
                http(
                    test.open(
                            PeerServer.http(
                                "200 OK",
                                "Content-Type: application/json\r\n",
                                "{\"status\":\"UP\"}"))
                        .url()),
            "url",
            "JSON"),
        SeededFault.error(
            "wrong path",
            test ->
                http(
                    test.open(
                            PeerServer.http(
                                "404 Not Found", "Content-Type: text/plain\r\n", "nope"))
                        .url()),
            "url",
            "HTTP status 404"),
        SeededFault.error(
            "event stream that names a wrong endpoint",
            test ->
                HttpSseTransport.builder(
                        URI.create(test.open(new PeerServer(HttpDiagnosisTest::eventStream)).url()))
                    .build(),
            "url",
            "HTTP status 404 (text/plain, 4 characters)."),
        SeededFault.error(
            "HTTP+SSE at a server of Streamable HTTP",
            test ->
                HttpSseTransport.of(
                    test.open(PeerServer.http("405 Method Not Allowed", "", "")).url()),
            "transport",
            "HTTP status 405",
            "Streamable HTTP"),
        SeededFault.error(
            "redirect",
            test ->
                http(
                    test.open(
                            PeerServer.http(
                                "308 Permanent Redirect",
                                "Location: https://example.com/mcp\r\n",
                                ""))
                        .url()),
            "url",
            "example.com"),
        SeededFault.error(
            "401 without a token",
            test ->
                http(
                    test.open(
                            PeerServer.http(
                                "401 Unauthorized",
                                "WWW-Authenticate: Bearer"
                                    + " resource_metadata=\"https://example.com/m\"\r\n",
                                ""))
                        .url()),
            "headers",
            "401",
            "no Authorization was sent"),
        SeededFault.error(
            "401 with a token",
            test ->
                StreamableHttpTransport.builder(
                        URI.create(
                            test.open(
                                    PeerServer.http(
                                        "401 Unauthorized", "WWW-Authenticate: Bearer\r\n", ""))
                                .url()))
                    .header("Authorization", "Bearer s3cret-token")
                    .build(),
            "headers",
            "401",
            "check the credentials"),
        SeededFault.error(
            "wrong issuer",
            test ->
                StreamableHttpTransport.builder(URI.create(test.fake().url()))
                    .credentials(
                        request -> {
                          throw new McpAuthorizationException("the metadata names another issuer")
                              .withSetting("auth.oauth2.issuer");
                        })
                    .build(),
            "auth.oauth2.issuer",
            "names another issuer"),
        SeededFault.error(
            "user who is not signed in",
            test ->
                StreamableHttpTransport.builder(URI.create(test.fake().url()))
                    .credentials(
                        request -> {
                          throw McpAuthorizationException.userRequired("sign in at /login", null);
                        })
                    .build(),
            null,
            "Sign in at /login"),
        SeededFault.error(
            "403",
            test -> http(test.open(PeerServer.http("403 Forbidden", "", "")).url()),
            "headers",
            "403"),
        SeededFault.error(
            "403 that says why",
            test ->
                http(
                    test.open(
                            PeerServer.http(
                                "403 Forbidden",
                                "Content-Type: application/json\r\n",
                                "{\"message\": \"your IP is not on the allow list\"}"))
                        .url()),
            "headers",
            "the server says: \"your IP is not on the allow list\""),
        SeededFault.error(
            "503 that says why",
            test ->
                http(
                    test.open(
                            PeerServer.http(
                                "503 Service Unavailable",
                                "Content-Type: text/plain\r\n",
                                "maintenance until 5pm"))
                        .url()),
            "url",
            "the server says: \"maintenance until 5pm\""),
        SeededFault.error(
            "refused initialize",
            test ->
                http(
                    test.fake()
                        .speaking("2025-11-25")
                        .inject("initialize", Faults.error(-32603, "license expired"))
                        .url()),
            null,
            "The server says: license expired (error -32603 of initialize"),
        SeededFault.error(
            "deeply nested JSON",
            test ->
                http(
                    test.open(
                            PeerServer.http(
                                "200 OK", "Content-Type: application/json\r\n", "[".repeat(600)))
                        .url()),
            null,
            "nested deeper than 500 levels."),
        SeededFault.error(
            "server failure",
            test -> http(test.open(PeerServer.http("500 Internal Server Error", "", "")).url()),
            "url",
            "HTTP status 500"),
        SeededFault.error(
            "SSH",
            test -> http(test.open(new PeerServer(HttpDiagnosisTest::ssh)).url()),
            "url",
            "SSH-2.0-OpenSSH_9.6"),
        SeededFault.error(
            "Redis",
            test -> http(test.open(new PeerServer(HttpDiagnosisTest::redis)).url()),
            "url",
            "not valid HTTP"),
        SeededFault.error(
            "proxy refuses",
            test ->
                StreamableHttpTransport.builder(URI.create("https://mcp.example.com/mcp"))
                    .proxy(
                        URI.create(
                            "http://127.0.0.1:"
                                + test.open(
                                        PeerServer.http(
                                            "407 Proxy Authentication Required", "", ""))
                                    .port()))
                    .build(),
            "proxy",
            "the proxy 127.0.0.1",
            "credentials"),
        SeededFault.error(
            "no proxy",
            test ->
                StreamableHttpTransport.builder(URI.create("https://mcp.example.com/mcp"))
                    .proxy(URI.create("http://127.0.0.1:" + freePort()))
                    .build(),
            "proxy",
            "the proxy 127.0.0.1",
            "refused"),
        SeededFault.error(
                "server that never answers",
                test -> http(test.fake().inject(Faults.silence()).url()),
                "url",
                "still connecting")
            .within(Duration.ofMillis(300)),
        SeededFault.warning(
            "session lost",
            test -> http(test.open(new SessionLosingServer()).url()),
            "url",
            "session",
            "404"),
        SeededFault.warning(
            "old revision",
            test -> http(test.fake().speaking("2024-11-05").url()),
            null,
            "2024-11-05"));
  }

  @ParameterizedTest
  @CsvSource({
    "400 Bad Request, Correct the path of `url`",
    "403 Forbidden, Do what the server says",
    "429 Too Many Requests, Do what the server says",
    "503 Service Unavailable, Do what the server says",
    "502 Bad Gateway, Look at the log of the server",
  })
  void advisesToDoWhatServerSays(String status, String advice) {
    String error =
        "{\"jsonrpc\": \"2.0\", \"id\": null,"
            + " \"error\": {\"code\": -32000, \"message\": \"not today\"}}";
    PeerServer peer = open(PeerServer.http(status, "Content-Type: application/json\r\n", error));
    Transport transport = HttpSseTransport.builder(URI.create(peer.url())).build();
    try (ToolCatalog catalog = ToolCatalog.builder().server(FAULTY, transport).build()) {
      assertThat(Doctor.builder().deadline(MINUTE).build().examine(catalog, FAULTY).findings())
          .singleElement()
          .satisfies(
              finding -> {
                assertThat(finding.cause()).contains("the server says: \"not today\"; ");
                assertThat(finding.advice()).startsWith(advice);
              });
    }
  }

  @Test
  void advisesWhatUserCanDoInProgram() {
    FakeMcpServer guarded = fake();
    PeerServer peer =
        open(
            PeerServer.http(
                "401 Unauthorized",
                "WWW-Authenticate: Bearer resource_metadata=\"https://example.com/m\"\r\n",
                ""));
    SettingOrigins origins =
        new SettingOrigins() {
          @Override
          public @Nullable SettingOrigin origin(String server, String setting) {
            return null;
          }

          @Override
          public @Nullable String name(String server, String setting) {
            return null;
          }

          @Override
          public String alternative(String server, String setting) {
            return "change " + setting + " of " + server;
          }
        };
    Doctor doctor = Doctor.builder().deadline(Duration.ofMillis(500)).origins(origins).build();
    try (ToolCatalog catalog =
        ToolCatalog.builder()
            .server("closed", http(peer.url()))
            .server("silent", http(guarded.inject(Faults.silence()).url()))
            .build()) {
      catalog.awaitReady("closed", MINUTE);

      Diagnosis diagnosis = doctor.examine(catalog);

      assertThat(diagnosis.server("closed").toString())
          .contains("Sign in (change auth.oauth2.grant of closed), or write a valid token");
      assertThat(diagnosis.server("silent").toString())
          .contains("if it is only slow, change initialization-timeout of silent (now ");
    }
  }

  @Test
  void advisesAuthenticationSchemeOfServer() {
    PeerServer peer =
        open(
            PeerServer.http("401 Unauthorized", "WWW-Authenticate: basic realm=\"staff\"\r\n", ""));
    try (ToolCatalog catalog = healthy().server(FAULTY, http(peer.url())).build()) {
      assertThat(Doctor.builder().deadline(MINUTE).build().examine(catalog, FAULTY).findings())
          .extracting(Finding::advice)
          .singleElement()
          .asString()
          .contains("`Authorization: \"Basic ${CREDENTIALS}\"`")
          .doesNotContain("Bearer");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"2026-07-28", "2025-11-25"})
  void reportsServerThatDoesNotListItsTools(String revision) {
    FakeMcpServer hung = fake().speaking(revision).inject("tools/list", Faults.silence());
    try (ToolCatalog catalog = healthy().server(FAULTY, http(hung.url())).build()) {
      hung.awaitReceived("tools/list", MINUTE);

      ServerDiagnosis diagnosis =
          Doctor.builder().deadline(Duration.ofMillis(10)).build().examine(catalog, FAULTY);

      assertThat(diagnosis.revision()).isEqualTo(revision);
      assertThat(diagnosis.findings())
          .extracting(Finding::cause)
          .containsExactly("The server is connected, but did not answer tools/list within 10 ms.");
    }
  }

  /** Forgets its sessions before each listing but the first. */
  private static final class SessionLosingServer implements AutoCloseable {

    private final FakeMcpServer server = FakeMcpServer.create().speaking("2025-11-25");

    SessionLosingServer() {
      server.tool("find").description("Finds something").returns("found");
      server.injectNext("tools/list", ServerTurn::answer, Faults.forgetSessions());
    }

    String url() {
      return server.url();
    }

    @Override
    public void close() {
      server.close();
    }
  }

  static void ssh(Socket socket) throws Exception {
    socket.getOutputStream().write("SSH-2.0-OpenSSH_9.6\r\n".getBytes(StandardCharsets.US_ASCII));
    socket.getOutputStream().flush();
    socket.getInputStream().readAllBytes();
  }

  /** Answers a GET with the address of an endpoint that does not exist. */
  private static void eventStream(Socket socket) throws Exception {
    boolean isStream = PeerServer.readHead(socket).startsWith("GET");
    String head =
        isStream
            ? "200 OK\r\nContent-Type: text/event-stream"
            : "404 Not Found\r\nContent-Type: text/plain\r\nContent-Length: 4";
    String body = isStream ? "event: endpoint\ndata: /gone\n\n" : "nope";
    socket
        .getOutputStream()
        .write(("HTTP/1.1 " + head + "\r\n\r\n" + body).getBytes(StandardCharsets.US_ASCII));
    socket.getOutputStream().flush();
    if (isStream) {
      socket.getInputStream().readAllBytes();
    }
  }

  private static void redis(Socket socket) throws Exception {
    PeerServer.readRequest(socket);
    socket
        .getOutputStream()
        .write(
            "-ERR wrong number of arguments for 'post' command\r\n"
                .getBytes(StandardCharsets.US_ASCII));
    socket.getOutputStream().flush();
  }

  private static PeerServer tls(SeededFaults test) {
    return test.open(
        new PeerServer(
            serverContext.getServerSocketFactory(),
            socket -> {
              ((SSLSocket) socket).startHandshake();
              socket.getInputStream().readAllBytes();
            }));
  }

  @BeforeAll
  static void makeCertificate(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("server.p12");
    String[] command = {
      Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
      "-genkeypair",
      "-keyalg",
      "EC",
      "-dname",
      "CN=localhost",
      "-ext",
      "san=dns:localhost",
      "-storetype",
      "PKCS12",
      "-storepass",
      PASSWORD,
      "-keystore",
      file.toString()
    };
    Process keytool = new ProcessBuilder(Arrays.asList(command)).redirectErrorStream(true).start();
    String output = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(keytool.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(keytool.exitValue()).as(output).isZero();
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("server", keys.getCertificate(keys.aliases().nextElement()));
    KeyManagerFactory identity = KeyManagerFactory.getInstance("PKIX");
    identity.init(keys, PASSWORD.toCharArray());
    TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(trusted);
    serverContext = SSLContext.getInstance("TLS");
    serverContext.init(identity.getKeyManagers(), trust.getTrustManagers(), null);
  }
}
