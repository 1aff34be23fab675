package io.mcpbridge.transport.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.transport.Channel;
import io.mcpbridge.transport.ChannelMode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers with certificates unknown to this JVM. */
class TlsTest extends HttpTest {

  private static final String PASSWORD = "changeit";

  /** Has the server's key, and trusts its certificate. */
  private static SSLContext serverContext;

  @BeforeAll
  static void makeACertificate(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("server.p12");
    Process keytool =
        new ProcessBuilder(
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
                file.toString())
            .redirectErrorStream(true)
            .start();
    String output = new String(keytool.getInputStream().readAllBytes());
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

  private StreamableHttpTransport.Builder toSecureServer() throws Exception {
    return toSecureServer((request, answer) -> answer.result(request));
  }

  private StreamableHttpTransport.Builder toSecureServer(ScriptedServer.Script script)
      throws Exception {
    server = new ScriptedServer(script, serverContext.getServerSocketFactory());
    return StreamableHttpTransport.builder(URI.create(server.url().replace("http://", "https://")));
  }

  private Channel open(StreamableHttpTransport.Builder transport) {
    return transport.build().open(ChannelMode.STATELESS, channelListener, soon());
  }

  @Test
  void usesConfiguredSslContext() throws Exception {
    channel = open(toSecureServer().sslContext(serverContext));

    assertThat(response(call()).result()).isNotNull();
  }

  @Test
  void reusesTlsConnection() throws Exception {
    channel = open(toSecureServer().sslContext(serverContext));

    for (int i = 0; i < 20; i++) {
      assertThat(response(call()).result()).isNotNull();
      awaitNanos(1_000_000);
    }

    assertThat(server.connections()).isEqualTo(1);
  }

  /** Whether or not the surplus is in the same TLS record as the response. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void doesNotReuseConnectionWithSurplusResponse(boolean oneRecord) throws Exception {
    CountDownLatch[] written = {null};
    channel =
        open(
            toSecureServer(
                    (request, answer) -> {
                      String right = Answer.result(request.id());
                      String head = "HTTP/1.1 200 X\r\nContent-Type: application/json\r\n";
                      String once = head + "Content-Length: " + right.length() + "\r\n\r\n" + right;
                      answer.raw(oneRecord ? once + once : once);
                      if (!oneRecord) {
                        answer.raw(once);
                      }
                      written[0].countDown();
                    })
                .sslContext(serverContext));

    for (int i = 1; i <= 5; i++) {
      written[0] = new CountDownLatch(1);
      assertThat(response(call()).result()).isNotNull();
      written[0].await();
      assertThat(server.connections()).isEqualTo(i);
    }
  }

  @Test
  void doesNotReuseConnectionClosedByServer() throws Exception {
    CountDownLatch[] closed = {null};
    channel =
        open(
            toSecureServer(
                    (request, answer) -> {
                      answer.result(request);
                      answer.close();
                      closed[0].countDown();
                    })
                .sslContext(serverContext));

    for (int i = 1; i <= 5; i++) {
      closed[0] = new CountDownLatch(1);
      assertThat(response(call()).result()).isNotNull();
      closed[0].await();
      assertThat(server.connections()).isEqualTo(i);
    }
  }

  /** Only the server and this client can read the tunnel's content. */
  @Test
  void connectsThroughProxyTunnel() throws Exception {
    StreamableHttpTransport.Builder transport = toSecureServer().sslContext(serverContext);
    ScriptedServer proxy = new ScriptedServer((request, answer) -> answer.tunnel(request.target()));
    try {
      channel = open(transport.proxy(URI.create("http://localhost:" + proxy.port())));

      assertThat(response(call()).result()).isNotNull();
      assertThat(response(call()).result()).isNotNull();

      assertThat(proxy.received().target()).isEqualTo("localhost:" + server.port());
      assertThat(server.received().target()).isEqualTo("/mcp");
      assertThat(server.connections()).as("kept for the next request").isEqualTo(1);
      channel.close();
    } finally {
      proxy.closeAfterClient();
    }
  }

  @Test
  void rejectsUntrustedCertificateBehindProxy() throws Exception {
    StreamableHttpTransport.Builder transport = toSecureServer();
    ScriptedServer proxy = new ScriptedServer((request, answer) -> answer.tunnel(request.target()));
    try {
      channel = open(transport.proxy(URI.create("http://localhost:" + proxy.port())));

      assertThatThrownBy(() -> channel.exchange(call(), soon()))
          .isInstanceOf(McpConnectException.class)
          .hasMessageContaining("no TLS with localhost:" + server.port());
      assertThat(server.hasNoMoreRequests()).isTrue();
      channel.close();
    } finally {
      proxy.closeAfterClient();
    }
  }

  /** Certificates have nothing to do with it. */
  @Test
  void reportsPlainHttpServerBehindHttpsUrl() throws Exception {
    try (ServerSocket plain = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread answering =
          new Thread(
              () -> {
                try (Socket client = plain.accept()) {
                  client.getOutputStream().write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes());
                  client.shutdownOutput();
                  client.getInputStream().readAllBytes(); // a close now would reset the connection
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
      answering.start();
      int port = plain.getLocalPort();
      channel =
          open(StreamableHttpTransport.builder(URI.create("https://localhost:" + port + "/mcp")));

      assertThatThrownBy(() -> channel.exchange(call(), soon()))
          .isInstanceOf(McpConnectException.class)
          .hasMessageContaining("no TLS with localhost:" + port)
          .hasMessageContaining("plain HTTP")
          .hasMessageContaining("http:// (setting: url)")
          .hasMessageNotContaining("certificates");
      answering.join();
    }
  }

  @Test
  void rejectsUntrustedCertificate() throws Exception {
    channel = open(toSecureServer());

    assertThatThrownBy(() -> channel.exchange(call(), soon()))
        .isInstanceOf(McpConnectException.class)
        .hasMessageContaining("no TLS with localhost:" + server.port())
        .hasMessageContaining("which certificates this JVM trusts");
    assertThat(server.hasNoMoreRequests()).isTrue();
  }
}
