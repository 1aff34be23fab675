package io.mcpbridge.transport.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.auth.Credentials;
import io.mcpbridge.auth.OutgoingRequest;
import io.mcpbridge.jsonrpc.JsonRpcRequest;
import io.mcpbridge.transport.ChannelMode;
import io.mcpbridge.transport.Outbound;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What requests contain, and which headers cannot be configured. */
class RequestTest extends HttpTest {

  @Test
  void sendsMessageAsPostWithExactBytes() throws Exception {
    connect(ChannelMode.STATELESS, (request, answer) -> answer.result(request));
    Outbound plain = request("tools/call");
    Outbound call =
        Outbound.of(
            plain.message(),
            Map.of("Mcp-Method", "tools/call", "MCP-Protocol-Version", "2026-07-28"));

    response(call);

    ScriptedServer.Request sent = server.received();
    assertThat(sent.method()).isEqualTo("POST");
    assertThat(sent.target()).isEqualTo("/mcp");
    assertThat(sent.bytes()).isEqualTo(call.message().toBytes());
    assertThat(sent.headers())
        .containsOnly(
            Map.entry("Accept", "application/json, text/event-stream"),
            Map.entry("Content-Type", "application/json"),
            Map.entry("Content-Length", String.valueOf(sent.bytes().length)),
            Map.entry("Accept-Encoding", "identity"),
            Map.entry("User-Agent", "mcp-bridge"),
            Map.entry("Host", "localhost:" + server.port()),
            Map.entry("Mcp-Method", "tools/call"),
            Map.entry("MCP-Protocol-Version", "2026-07-28"));
  }

  @Test
  void sendsConfiguredHeadersAndCredentials() throws Exception {
    connect(
        ChannelMode.STATELESS,
        (request, answer) -> answer.result(request),
        builder ->
            builder
                .header("X-Tenant", "first")
                .headers(
                    Map.of("x-tenant", "acme", "User-Agent", "mine/1", "Authorization", "Basic a"))
                .bearerToken("s3cret"));

    response(call());

    ScriptedServer.Request sent = server.received();
    assertThat(sent.header("X-Tenant")).isEqualTo("acme");
    assertThat(sent.header("User-Agent")).isEqualTo("mine/1");
    assertThat(sent.header("Authorization")).isEqualTo("Bearer s3cret");
  }

  @Test
  void suppliesHeaderForEachRequest() throws Exception {
    AtomicReference<String> tenant = new AtomicReference<>("acme");
    connect(
        ChannelMode.STATELESS,
        (request, answer) -> answer.result(request),
        builder ->
            builder
                .header("x-tenant", "replaced")
                .header("X-Tenant", tenant::get)
                .header("X-Region", () -> "replaced")
                .header("x-region", "eu")
                .header("authorization", () -> "replaced")
                .bearerToken("s3cret"));

    response(call());
    ScriptedServer.Request sent = server.received();
    assertThat(sent.header("X-Tenant")).isEqualTo("acme");
    assertThat(sent.header("X-Region")).isEqualTo("eu");
    assertThat(sent.header("Authorization")).isEqualTo("Bearer s3cret");

    tenant.set(null);
    response(call());
    assertThat(server.received().headers()).doesNotContainKey("X-Tenant");
  }

  @Test
  void headerOfCallReplacesSuppliedHeader() throws Exception {
    connect(
        ChannelMode.STATELESS,
        (request, answer) -> answer.result(request),
        builder ->
            builder
                .header("X-Region", () -> "eu")
                .header(
                    "X-Tenant",
                    () -> {
                      throw new IllegalStateException("no tenant on this thread");
                    }));

    response(call().withCallHeaders(Map.of("x-tenant", "acme", "x-region", "us")));

    ScriptedServer.Request sent = server.received();
    assertThat(sent.header("X-Tenant")).isEqualTo("acme");
    assertThat(sent.header("X-Region")).isEqualTo("us");
  }

  @Test
  void failingHeaderSupplierIsNamedAndNotShown() throws Exception {
    AtomicReference<String> key = new AtomicReference<>("s3cret\n");
    connect(
        ChannelMode.STATELESS,
        (request, answer) -> answer.result(request),
        builder ->
            builder.header(
                "X-Key",
                () -> {
                  if (key.get() == null) {
                    throw new IllegalStateException("the vault refused s3cret");
                  }
                  return key.get();
                }));

    assertThatThrownBy(() -> response(call()))
        .hasMessage(
            "the supplier of the header X-Key for localhost:%d returned an unusable value: the"
                + " value of the header X-Key has a line break at position 6",
            server.port())
        .message()
        .doesNotContain("s3cret");
    key.set(null);
    assertThatThrownBy(() -> response(call()))
        .hasMessage(
            "the supplier of the header X-Key for localhost:%d failed with IllegalStateException",
            server.port());
    assertThat(server.connections()).isZero();
  }

  @Test
  void credentialsSeeRequestOnCallerThread() throws Exception {
    var seen = new AtomicReference<OutgoingRequest>();
    var thread = new AtomicReference<Thread>();
    Credentials credentials =
        request -> {
          seen.set(request);
          thread.set(Thread.currentThread());
          return Map.of();
        };
    connect(
        ChannelMode.STATELESS,
        (request, answer) -> answer.result(request),
        builder -> builder.credentials(credentials));
    Outbound call = call();

    response(call);

    assertThat(seen.get().method()).isEqualTo("POST");
    assertThat(seen.get().uri()).isEqualTo(server.uri());
    assertThat(seen.get().body()).isEqualTo(call.message().toBytes());
    assertThat(thread.get()).isSameAs(Thread.currentThread());
  }

  @Test
  void sendsUserInfoAsBasicAuthAndMasksAddress() throws Exception {
    server = new ScriptedServer((request, answer) -> answer.result(request));
    var transport =
        StreamableHttpTransport.of("http://me:pass@localhost:" + server.port() + "/mcp?key=secret");
    channel =
        transport.open(
            ChannelMode.STATELESS, io.mcpbridge.transport.ChannelListener.none(), soon());

    response(call());

    ScriptedServer.Request sent = server.received();
    assertThat(sent.header("Authorization")).isEqualTo("Basic bWU6cGFzcw==");
    assertThat(sent.target()).isEqualTo("/mcp?key=secret");
    assertThat(transport.address())
        .matches("http://localhost:\\d+/mcp\\?#[0-9a-f]{8}")
        .isEqualTo(transport.toString().replaceAll(".*\\[(.*)]", "$1"));
  }

  @ParameterizedTest
  @CsvSource({
    "https://Example.com/mcp, https://Example.com/mcp",
    "HTTP://example.com:8080, http://example.com:8080/",
    "http://[::1]:3000/mcp#part, http://[::1]:3000/mcp",
    "http://a/model-context-protocol-server-v2/mcp, http://a/model-context-protocol-server-v2/mcp",
    "http://a/StreamableHttpTransport/2025-11-25-preview-1/,"
        + " http://a/StreamableHttpTransport/2025-11-25-preview-1/",
  })
  void addressIsUrl(String url, String address) {
    assertThat(StreamableHttpTransport.of(url).address()).isEqualTo(address);
  }

  @Test
  void addressDistinguishesQueries() {
    assertThat(StreamableHttpTransport.of("http://a/mcp?x=1").address())
        .isNotEqualTo(StreamableHttpTransport.of("http://a/mcp?x=2").address());
  }

  @ParameterizedTest
  @CsvSource({
    "/mcp/sk4Zq81LmT0wXy72PbRe/sse, /mcp/#[0-9a-f]{8}/sse",
    "/s/3f2b8c1e-9d4a-4e7b-8a6f-0c1d2e3f4a5b/mcp, /s/#[0-9a-f]{8}/mcp",
    "/9f86d081884c7d659a2feaa0c55ad015, /#[0-9a-f]{8}",
    "/key=ab12-c34d_e56f-78gh-ij/mcp?x=1, /#[0-9a-f]{8}/mcp\\?#[0-9a-f]{8}",
  })
  void hidesKeyInPath(String path, String shown) throws Exception {
    server = new ScriptedServer((request, answer) -> answer.respond(503, null, ""));
    String origin = "http://localhost:" + server.port();
    var transport = StreamableHttpTransport.of(origin + path);
    channel =
        transport.open(
            ChannelMode.STATELESS, io.mcpbridge.transport.ChannelListener.none(), soon());

    assertThatThrownBy(() -> response(call())).hasMessageContaining(transport.address());
    assertThat(transport.address()).matches(origin + shown);
    assertThat(server.received().target()).isEqualTo(path);
  }

  @Test
  void keepsEmptySegmentAtStartOfPath() throws Exception {
    server = new ScriptedServer((request, answer) -> answer.result(request));
    channel =
        StreamableHttpTransport.of("http://localhost:" + server.port() + "//gateway/mcp")
            .open(ChannelMode.STATELESS, io.mcpbridge.transport.ChannelListener.none(), soon());

    response(call());

    assertThat(server.received().target()).isEqualTo("//gateway/mcp");
  }

  @Test
  void addressDistinguishesKeysInPath() {
    assertThat(StreamableHttpTransport.of("http://a/sk4Zq81LmT0wXy72PbRe").address())
        .isNotEqualTo(StreamableHttpTransport.of("http://a/sk4Zq81LmT0wXy72PbRf").address());
  }

  @ParameterizedTest
  @CsvSource({
    "ftp://example.com/mcp, http:// or https://",
    "example.com/mcp, http:// or https://",
    "file:/etc/passwd, http:// or https://",
    "http:///mcp, no usable host name",
    "http://my_server:8080/mcp, underscore",
    "http://example.com:70000/mcp, invalid port",
  })
  void onlyHttpUrlsAreAccepted(String url, String problem) {
    assertThatThrownBy(() -> StreamableHttpTransport.of(url))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(problem);
  }

  @Test
  void rejectsInvalidUrlWithoutQuotingIt() {
    assertThatThrownBy(() -> StreamableHttpTransport.of("https://u:s3cret@h/a b"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the url cannot be read: Illegal character in path at index 20")
        .hasNoCause();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Accept",
        "content-type",
        "Content-Length",
        "HOST",
        "Mcp-Session-Id",
        "mcp-protocol-version",
        "Mcp-Param-Tenant",
        "Transfer-Encoding",
        "Connection"
      })
  void rejectsConfiguredProtocolHeaders(String name) {
    var builder = StreamableHttpTransport.builder(URI.create("http://localhost/mcp"));

    assertThatThrownBy(() -> builder.header(name, "x"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(name);
  }

  @ParameterizedTest
  @CsvSource({
    "X-A, 'a\r\nX-B: b', line break",
    "X-A, 'a\nb', line break",
    "X-A, caf\u00e9, ASCII",
    "'X A', a, not a header name",
    "'X\r\n', a, not a header name",
    "'', a, not a header name"
  })
  void headersThatWouldBreakTheRequestAreRefused(String name, String value, String problem) {
    var builder = StreamableHttpTransport.builder(URI.create("http://localhost/mcp"));

    assertThatThrownBy(() -> builder.header(name, value))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(problem)
        .message()
        .doesNotContain("X-B");
  }

  @Test
  void rejectsInvalidHeaderOfMessage() throws Exception {
    connect(ChannelMode.STATELESS, (request, answer) -> answer.result(request));
    Outbound call = Outbound.of(call().message(), Map.of("Mcp-Name", "a\r\nX: y"));

    assertThatThrownBy(() -> channel.exchange(call, soon()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Mcp-Name");
    assertThat(server.connections()).isZero();
    assertThat(call.message()).isInstanceOf(JsonRpcRequest.class);
  }

  @Test
  void rejectsExchangeOfNotification() throws Exception {
    connect(ChannelMode.STATELESS, (request, answer) -> answer.accepted());

    assertThatThrownBy(() -> channel.exchange(notice("notifications/x"), soon()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("notifications/x");
  }
}
