package io.mcpbridge.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.error.McpUnavailableException;
import io.mcpbridge.oauth.core.OAuthException;
import io.mcpbridge.oauth.core.UrlPolicy;
import io.mcpbridge.oauth.internal.http.AuthHttp;
import io.mcpbridge.oauth.internal.http.AuthRequest;
import io.mcpbridge.oauth.internal.http.AuthResponse;
import io.mcpbridge.oauth.internal.http.SettingNames;
import io.mcpbridge.oauth.internal.http.UrlRules;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Hostile responses: redirects to internal addresses, endless data, and slow data. */
class HostileResponsesTest {

  private final FakeHttpServer httpServer = new FakeHttpServer();
  private final UrlPolicy policy = UrlPolicy.defaults().allowLoopback();

  @AfterEach
  void close() {
    httpServer.close();
  }

  private static AuthRequest get(URI uri) {
    return AuthRequest.get("the metadata", uri, Map.of());
  }

  /** Resolves names to addresses that a hostile server chose; never uses DNS. */
  private static InetAddress[] lookup(String host) throws UnknownHostException {
    Map<String, String> addresses =
        Map.of(
            "meta.example.com", "169.254.169.254",
            "within.example.com", "10.0.0.7",
            "six.example.com", "fd00:ec2::254");
    return new InetAddress[] {InetAddress.getByName(addresses.getOrDefault(host, host))};
  }

  @ParameterizedTest(name = "{1} after {0}")
  @CsvSource({
    "0, https://169.254.169.254/latest/meta-data",
    "1, https://169.254.169.254/latest/meta-data",
    "2, https://169.254.169.254/latest/meta-data",
    "2, http://169.254.169.254/latest/meta-data",
    "0, https://169.254.169.254:443",
    "1, https://meta.example.com/",
    "2, https://within.example.com/",
    "1, https://six.example.com/",
    "1, https://[fe80::1]/",
    "1, https://[fd00::1]/",
    "1, https://[::]/",
    "1, https://[::ffff:169.254.169.254]/",
    "1, https://[::ffff:a9fe:a9fe]/",
    "1, https://[64:ff9b::a9fe:a9fe]/",
    "1, https://[2002:a9fe:a9fe::1]/",
    "1, https://[::10.0.0.1]/",
    "1, https://0.0.0.0/",
    "1, https://2852039166/",
    "1, https://10.1/",
    "1, http://10.0.0.1/",
    "1, http://example.com/",
    "1, https://mia:pass@example.com/",
    "1, file:///etc/passwd",
    "1, gopher://127.0.0.1:6379/x",
    "1, jar:https://example.com/x!/y",
  })
  void rejectsRedirectToPrivateAddress(int hops, String target) {
    for (int i = 0; i < hops; i++) {
      String next = "/" + (i + 1);
      httpServer.page("/" + i, any -> FakeHttpServer.Reply.redirect(next));
    }
    httpServer.page("/" + hops, any -> FakeHttpServer.Reply.redirect(target));
    AuthHttp http =
        new AuthHttp(
            new UrlRules(policy, SettingNames.JAVA), null, null, HostileResponsesTest::lookup);

    assertThatThrownBy(() -> http.send(get(httpServer.uri("/0"))))
        .isInstanceOf(OAuthException.class)
        .message()
        .doesNotContain("latest", "pass");
    assertThat(httpServer.requests()).hasSize(hops + 1);
  }

  /** Relative to the URL of the redirect, as in browsers. */
  @Test
  void checksRedirectWithoutScheme() {
    httpServer.page("/0", any -> FakeHttpServer.Reply.redirect("//169.254.169.254/x"));

    assertThatThrownBy(() -> OAuthTestEnvironment.http(policy).send(get(httpServer.uri("/0"))))
        .isInstanceOf(OAuthException.class)
        .hasMessageContaining("host 169.254.169.254");
  }

  /** Data that the server sends for as long as the client reads. */
  enum EndlessResponse {
    HEADERS("HTTP/1.1 200 OK\r\n", "X-More: and more and more and more\r\n"),
    ONE_HEADER("HTTP/1.1 200 OK\r\nX-Long: ", "more and more and more and more "),
    STATUS_LINE("HTTP/1.1 200 O", "KKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKK"),
    BODY("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n{\"a\":\"", "more and more"),
    CHUNKS("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "9\r\nmore more\r\n"),
    CHUNK_SIZE("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n8;x=", "more and more and "),
    ENDLESS_INTERIM("HTTP/1.1 103 Early Hints\r\n\r\n", "HTTP/1.1 103 Early Hints\r\n\r\n");

    private final byte[] begin;
    private final byte[] repeated;

    EndlessResponse(String begin, String repeated) {
      this.begin = begin.getBytes(StandardCharsets.US_ASCII);
      this.repeated = repeated.repeat(64).getBytes(StandardCharsets.US_ASCII);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = EndlessResponse.class,
      names = "ENDLESS_INTERIM",
      mode = EnumSource.Mode.EXCLUDE)
  void limitsEndlessResponses(EndlessResponse flood) throws Exception {
    AtomicLong written = new AtomicLong();
    try (RawSocketServer server =
        new RawSocketServer(
            out -> {
              out.write(flood.begin);
              while (true) {
                out.write(flood.repeated);
                written.addAndGet(flood.repeated.length);
              }
            })) {
      AuthHttp http = OAuthTestEnvironment.http(policy.withMaxBodyBytes(65_536));

      assertThatThrownBy(() -> http.send(get(server.url())))
          .isInstanceOfAny(OAuthException.class, McpUnavailableException.class)
          .message()
          .doesNotContain("and more", "KKK");
    }
    assertThat(written.get()).as("with what the system buffers").isLessThan(16_000_000);
  }

  /** Single bytes at intervals never reach a read timeout. */
  @ParameterizedTest
  @EnumSource(names = {"HEADERS", "BODY", "CHUNKS", "ENDLESS_INTERIM"})
  void limitsTotalTimeOfSlowResponse(EndlessResponse flood) throws Exception {
    try (RawSocketServer server =
        new RawSocketServer(
            out -> {
              out.write(flood.begin);
              for (int i = 0; ; i++) {
                out.write(flood.repeated[i % flood.repeated.length]);
                LockSupport.parkNanos(Duration.ofMillis(10).toNanos());
              }
            })) {
      AuthHttp http = OAuthTestEnvironment.http(policy.withTimeout(Duration.ofMillis(200)));

      assertThatThrownBy(() -> http.send(get(server.url())))
          .isInstanceOf(McpUnavailableException.class)
          .hasMessageContaining("did not answer within PT0.2S");
    }
  }

  /** The request did not ask for compression; a few bytes could expand without limit. */
  @Test
  void doesNotDecompressResponses() throws Exception {
    ByteArrayOutputStream small = new ByteArrayOutputStream();
    try (GZIPOutputStream zip = new GZIPOutputStream(small)) {
      zip.write(("{\"a\":\"" + "x".repeat(10_000_000) + "\"}").getBytes(StandardCharsets.US_ASCII));
    }
    try (RawSocketServer server =
        new RawSocketServer(
            out -> {
              String head =
                  "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\n"
                      + "Content-Length: "
                      + small.size()
                      + "\r\n\r\n";
              out.write(head.getBytes(StandardCharsets.US_ASCII));
              small.writeTo(out);
            })) {
      AuthResponse answer = OAuthTestEnvironment.http(policy).send(get(server.url()));

      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.body()).as("no JSON").isNull();
      assertThat(server.requestLines()).contains("Accept-Encoding: identity");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "text/html         | <html>{}</html>",
        "application/json  | [{\"issuer\":\"x\"}]",
        "application/json  | \"issuer\"",
        "application/json  | {\"issuer\":\"x\"",
        "application/json  | {\"issuer\":\"x\"} {}",
        "application/xml   | <a/>",
      })
  void rejectsResponseThatIsNoJsonObject(String type, String body) {
    httpServer.page("/x", any -> new FakeHttpServer.Reply(200, Map.of("Content-Type", type), body));

    assertThat(OAuthTestEnvironment.http(policy).send(get(httpServer.uri("/x"))).body()).isNull();
  }

  @Test
  void limitsJsonDepth() {
    httpServer.json("/x", "{\"a\":".repeat(100_000));

    assertThat(OAuthTestEnvironment.http(policy).send(get(httpServer.uri("/x"))).body()).isNull();
  }

  /** A socket server, since an HTTP server cannot send invalid responses. */
  private static final class RawSocketServer implements AutoCloseable {

    interface ResponseWriter {
      void writeTo(OutputStream out) throws IOException;
    }

    private final ServerSocket socket = new ServerSocket(0, 10, InetAddress.getByName("127.0.0.1"));
    private final List<String> requestLines = new CopyOnWriteArrayList<>();
    private final Thread thread;

    RawSocketServer(ResponseWriter writer) throws IOException {
      thread = new Thread(() -> serve(writer), "hostile");
      thread.start();
    }

    private void serve(ResponseWriter writer) {
      try (Socket client = socket.accept()) {
        String line;
        while (!(line = line(client)).isEmpty()) {
          requestLines.add(line);
        }
        writer.writeTo(client.getOutputStream());
      } catch (IOException closed) {
        // the client closed the connection, as it should
      }
    }

    private static String line(Socket from) throws IOException {
      StringBuilder line = new StringBuilder();
      for (int next = from.getInputStream().read();
          next >= 0 && next != '\n';
          next = from.getInputStream().read()) {
        line.append((char) next);
      }
      return line.toString().strip();
    }

    URI url() {
      return URI.create("http://127.0.0.1:" + socket.getLocalPort() + "/x");
    }

    List<String> requestLines() {
      return requestLines;
    }

    @Override
    public void close() throws Exception {
      socket.close();
      thread.join(60_000);
      assertThat(thread.isAlive()).as("the connection was kept").isFalse();
    }
  }
}
