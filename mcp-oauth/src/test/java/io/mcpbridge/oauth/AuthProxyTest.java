package io.mcpbridge.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.mcpbridge.error.McpUnavailableException;
import io.mcpbridge.internal.http.connection.HttpProxy;
import io.mcpbridge.json.Json;
import io.mcpbridge.oauth.core.OAuthException;
import io.mcpbridge.oauth.core.UrlPolicy;
import io.mcpbridge.oauth.internal.http.AuthHttp;
import io.mcpbridge.oauth.internal.http.AuthRequest;
import io.mcpbridge.oauth.internal.http.SettingNames;
import io.mcpbridge.oauth.internal.http.UrlRules;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Authorization servers behind a proxy, with a certificate that the JVM does not trust. */
class AuthProxyTest {

  private static final String HOST = "auth.example.com";
  private static final String OK = "HTTP/1.1 200 Connection established";
  private static final String PROXY_CREDENTIALS =
      "Basic "
          + Base64.getEncoder().encodeToString("mia:s3cret".getBytes(StandardCharsets.US_ASCII));

  private static SSLContext tls;

  private final OAuthTestEnvironment environment = new OAuthTestEnvironment();
  private final FakeHttpServer far = new FakeHttpServer(HOST, tls);
  private TunnelProxy proxy;

  @BeforeAll
  static void makeACertificate(@TempDir Path folder) throws Exception {
    tls = TestTls.of(HOST, folder);
  }

  @AfterEach
  void close() throws Exception {
    if (proxy != null) {
      proxy.close();
    }
    far.close();
    environment.close();
  }

  private AuthHttp httpThroughProxy(String answer, UrlPolicy policy, SSLContext trust)
      throws Exception {
    proxy = new TunnelProxy(far.port(), answer);
    return new AuthHttp(
        new UrlRules(policy, SettingNames.JAVA),
        trust,
        HttpProxy.of(proxy.url("mia:s3cret@")),
        host -> new InetAddress[] {InetAddress.getByName("203.0.113.1")});
  }

  private static AuthRequest post(String url) {
    return AuthRequest.form("the token endpoint", URI.create(url), Map.of(), "code=c0de");
  }

  private static String stackTrace(Throwable failure) {
    StringWriter text = new StringWriter();
    failure.printStackTrace(new PrintWriter(text));
    return text.toString();
  }

  @Test
  void sendsAllAuthorizationRequestsThroughProxy() throws Exception {
    far.json(
            "/.well-known/oauth-authorization-server",
            Json.write(OAuthTestEnvironment.metadataOf(far, Map.of())))
        .json("/register", "{\"client_id\":\"far\"}")
        .page("/token", request -> FakeHttpServer.Reply.json(environment.token(null)));
    environment.mcp.json(
        "/.well-known/oauth-protected-resource/mcp",
        Json.write(
            Map.of("resource", environment.mcpUrl(), "authorization_servers", List.of(far.url()))));
    proxy = new TunnelProxy(far.port(), OK);
    OAuthCredentials credentials =
        environment.credentials().proxy(proxy.url("mia:s3cret@")).sslContext(tls).build();

    assertThat(environment.client(credentials).listTools()).isEmpty();

    assertThat(far.paths())
        .containsExactly("/.well-known/oauth-authorization-server", "/register", "/token");
    assertThat(far.requests()).noneMatch(request -> request.header("Proxy-Authorization") != null);
    assertThat(proxy.requestHeads())
        .hasSize(3)
        .allSatisfy(
            head ->
                assertThat(head)
                    .startsWith("CONNECT auth.example.com:443 HTTP/1.1")
                    .contains("Proxy-Authorization: " + PROXY_CREDENTIALS));
  }

  @Test
  void namesProxyThatRefusesTunnel() throws Exception {
    AuthHttp http = httpThroughProxy("HTTP/1.1 407 Who are you", UrlPolicy.defaults(), tls);

    Throwable failure = catchThrowable(() -> http.send(post("https://auth.example.com/token")));

    assertThat(failure)
        .isInstanceOf(McpUnavailableException.class)
        .hasMessageContainingAll(
            "cannot be reached", "the proxy localhost:", "connect to auth.example.com", "407");
    assertThat(stackTrace(failure))
        .doesNotContain("s3cret", "mia", PROXY_CREDENTIALS.substring(6), "c0de");
    assertThat(proxy.requestHeads()).hasSize(1);
    assertThat(proxy.requestHeads().get(0)).doesNotContain("c0de");
    assertThat(far.requests()).isEmpty();
  }

  @Test
  void rejectsUntrustedCertificateBehindProxy() throws Exception {
    AuthHttp http = httpThroughProxy(OK, UrlPolicy.defaults(), null);

    assertThatThrownBy(() -> http.send(post("https://auth.example.com/token")))
        .hasMessageContaining("cannot be reached: SSL");
    assertThat(far.requests()).isEmpty();
  }

  @Test
  void timesOutWithoutResponseOfProxy() throws Exception {
    AuthHttp http =
        httpThroughProxy("", UrlPolicy.defaults().withTimeout(Duration.ofMillis(200)), tls);

    assertThatThrownBy(() -> http.send(post("https://auth.example.com/token")))
        .hasMessageContaining("did not answer within PT0.2S");
  }

  /** A host that some parsers read as an address is checked, although the proxy resolves names. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1.",
        "10.0.0.1",
        "169.254.169.254",
        "[fd00::1]",
        "[::ffff:127.0.0.1]",
        "[::ffff:10.0.0.1]",
        "127.1",
        "0177.0.0.1",
        "0x7f.0.0.1",
        "0x7f000001",
        "2130706433",
        "example.0x7f",
        "localhost.",
        "me.localhost."
      })
  void doesNotSendAmbiguousAddressToProxy(String host) throws Exception {
    for (UrlPolicy policy : List.of(UrlPolicy.defaults(), UrlPolicy.defaults().allowLoopback())) {
      AuthHttp http = httpThroughProxy(OK, policy, tls);

      assertThatThrownBy(() -> http.send(post("https://" + host + "/token")))
          .isInstanceOf(OAuthException.class);

      assertThat(proxy.requestHeads()).isEmpty();
      proxy.close();
    }
  }

  @Test
  void bypassesProxyForLoopback() throws Exception {
    proxy = new TunnelProxy(far.port(), OK);
    AuthHttp http =
        new AuthHttp(
            new UrlRules(UrlPolicy.defaults().allowLoopback(), SettingNames.JAVA),
            tls,
            HttpProxy.of(proxy.url("")),
            InetAddress::getAllByName);

    assertThat(
            http.send(AuthRequest.get("it", environment.auth.uri("/nothing"), Map.of())).status())
        .isEqualTo(404);
    assertThat(proxy.requestHeads()).isEmpty();
  }

  @Test
  void sendsPrivateAddressToProxyIfAllowed() throws Exception {
    AuthHttp http =
        httpThroughProxy("HTTP/1.1 502 No", UrlPolicy.defaults().allowPrivateNetworks(), tls);

    assertThatThrownBy(() -> http.send(post("https://10.0.0.1/token")))
        .hasMessageContaining("cannot be reached");
    assertThat(proxy.requestHeads()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"https://mia:s3cret@p:1", "socks://mia:s3cret@p:1", "http://mia:s3cret@p:0", "p"})
  void rejectsInvalidProxyWithoutQuotingIt(String odd) {
    assertThatThrownBy(() -> OAuthCredentials.builder(environment.mcpUrl()).proxy(URI.create(odd)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("proxy")
        .hasMessageNotContainingAny("s3cret", "mia");
  }
}
