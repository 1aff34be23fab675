package io.mcpbridge.transport.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.error.McpHttpStatusException;
import io.mcpbridge.transport.Channel;
import io.mcpbridge.transport.ChannelMode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers behind a proxy; the proxy is the scripted server. */
class ProxyTest extends HttpTest {

  private static final String WHO =
      "Basic "
          + Base64.getEncoder().encodeToString("mia:s3cr3t".getBytes(StandardCharsets.ISO_8859_1));

  private void through(String userInfo, String url, ScriptedServer.Script script)
      throws IOException {
    server = new ScriptedServer(script);
    channel =
        StreamableHttpTransport.builder(URI.create(url))
            .header("Authorization", "Bearer s3cret")
            .proxy(URI.create("http://" + userInfo + "localhost:" + server.port()))
            .build()
            .open(ChannelMode.STATELESS, channelListener, soon());
  }

  private static void assertTellsNoSecret(Throwable failure) {
    StringWriter all = new StringWriter();
    failure.printStackTrace(new PrintWriter(all));
    assertThat(all.toString()).doesNotContain("s3cr3t", "mia:", WHO.substring(6), "s3cret");
  }

  @Test
  void sendsPlainHttpRequestsInAbsoluteForm() throws Exception {
    through(
        "mia:s3cr3t@",
        "http://mcp.example:8080/mcp?a=b",
        (request, answer) -> answer.result(request));

    assertThat(response(call()).result()).isNotNull();
    assertThat(response(call()).result()).isNotNull();

    for (int i = 0; i < 2; i++) {
      ScriptedServer.Request request = server.received();
      assertThat(request.target()).isEqualTo("http://mcp.example:8080/mcp?a=b");
      assertThat(request.header("Host")).isEqualTo("mcp.example:8080");
      assertThat(request.header("Proxy-Authorization")).isEqualTo(WHO);
      assertThat(request.header("Authorization")).isEqualTo("Bearer s3cret");
    }
    assertThat(server.connections()).as("kept for the next request").isEqualTo(1);
  }

  /** Not a setting of this library but of the JVM: -DsocksProxyHost, or the system's proxy. */
  @Test
  void connectsThroughSocksProxyOfJvm() throws Exception {
    connect(ChannelMode.STATELESS, (request, answer) -> answer.result(request));
    try (SocksProxy socks = new SocksProxy(server.port())) {
      assertThat(response(call()).result()).isNotNull();
      assertThat(response(call()).result()).isNotNull();
      assertThat(socks.connections()).as("kept for the next request").isEqualTo(1);
      channel.close();
    }
  }

  /** As the JDK's HTTP client does; {@code http.nonProxyHosts} leaves out the local machine. */
  @Test
  void connectsThroughHttpProxyOfJvm() throws Exception {
    server = new ScriptedServer((request, answer) -> answer.result(request));
    System.setProperty("http.proxyHost", "localhost");
    System.setProperty("http.proxyPort", String.valueOf(server.port()));
    try {
      channel = open("http://mcp.example/mcp");
      assertThat(response(call()).result()).isNotNull();
      assertThat(response(call()).result()).isNotNull();
      assertThat(server.received().target()).isEqualTo("http://mcp.example/mcp");
      assertThat(server.received().target()).isEqualTo("http://mcp.example/mcp");
      channel.close();

      channel = open(server.url());
      assertThat(response(call()).result()).isNotNull();
      assertThat(server.received().target()).isEqualTo("/mcp");
    } finally {
      System.clearProperty("http.proxyHost");
      System.clearProperty("http.proxyPort");
    }
  }

  private Channel open(String url) {
    return StreamableHttpTransport.of(url).open(ChannelMode.STATELESS, channelListener, soon());
  }

  @Test
  void sendsNoProxyAuthorizationWithoutCredentials() throws Exception {
    through("", "http://mcp.example/mcp", (request, answer) -> answer.result(request));

    assertThat(response(call()).result()).isNotNull();

    ScriptedServer.Request request = server.received();
    assertThat(request.target()).isEqualTo("http://mcp.example/mcp");
    assertThat(request.headers()).doesNotContainKey("Proxy-Authorization");
  }

  @Test
  void namesProxySettingIfProxyRejectsCredentials() throws Exception {
    through("mia:s3cr3t@", "http://mcp.example/mcp", (request, answer) -> answer.json(407, "{}"));

    Throwable failure = catchThrowable(() -> response(call()));

    assertThat(failure)
        .isInstanceOf(McpHttpStatusException.class)
        .hasMessageContainingAll("407", "setting proxy");
    assertTellsNoSecret(failure);
  }

  /** The CONNECT request has only the proxy's headers; the server's stay inside the tunnel. */
  @Test
  void namesProxyThatRefusesTunnelWithItsStatus() throws Exception {
    through("mia:s3cr3t@", "https://mcp.example/mcp", (request, answer) -> answer.json(407, "{}"));

    Throwable failure = catchThrowable(() -> channel.exchange(call(), soon()));

    assertThat(failure)
        .isInstanceOf(McpConnectException.class)
        .hasMessageContainingAll(
            "the proxy localhost:" + server.port(),
            "does not connect to mcp.example:443",
            "HTTP status 407",
            "setting: proxy");
    assertTellsNoSecret(failure);
    ScriptedServer.Request request = server.received();
    assertThat(request.method() + " " + request.target()).isEqualTo("CONNECT mcp.example:443");
    assertThat(request.header("Host")).isEqualTo("mcp.example:443");
    assertThat(request.header("Proxy-Authorization")).isEqualTo(WHO);
    assertThat(request.headers()).doesNotContainKey("Authorization");
  }

  @Test
  void timesOutIfProxyOpensNoTunnel() throws Exception {
    through("", "https://mcp.example/mcp", (request, answer) -> answer.awaitClosed());

    assertThatThrownBy(() -> channel.exchange(call(), deadlineIn(100)))
        .hasMessageContaining("could not be sent within 100 ms");
  }

  @Test
  void namesUnreachableProxy() throws Exception {
    int port;
    try (ServerSocket gone = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      port = gone.getLocalPort();
    }
    channel =
        StreamableHttpTransport.builder(URI.create("http://mcp.example/mcp"))
            .proxy(URI.create("http://mia:s3cr3t@localhost:" + port))
            .build()
            .open(ChannelMode.STATELESS, channelListener, soon());

    Throwable failure = catchThrowable(() -> channel.exchange(call(), soon()));

    assertThat(failure)
        .isInstanceOf(McpConnectException.class)
        .hasMessageContaining("nothing listens at the proxy localhost:" + port)
        .hasMessageContaining("setting: proxy");
    assertTellsNoSecret(failure);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"https://mia:s3cr3t@p:1", "socks://mia:s3cr3t@p:1", "http://mia:s3cr3t@p:0", "p"})
  void rejectsInvalidProxyWithoutQuotingIt(String invalid) {
    var builder = StreamableHttpTransport.builder(URI.create("http://mcp.example/mcp"));

    assertThatThrownBy(() -> builder.proxy(URI.create(invalid)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("proxy")
        .message()
        .doesNotContain("s3cr3t", "mia");
  }
}
