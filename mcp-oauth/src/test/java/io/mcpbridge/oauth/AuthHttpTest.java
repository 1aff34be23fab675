package io.mcpbridge.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.error.McpCancelledException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpUnavailableException;
import io.mcpbridge.oauth.core.OAuthException;
import io.mcpbridge.oauth.core.UrlPolicy;
import io.mcpbridge.oauth.internal.http.AuthHttp;
import io.mcpbridge.oauth.internal.http.AuthRequest;
import io.mcpbridge.oauth.internal.http.SettingNames;
import io.mcpbridge.oauth.internal.http.UrlRules;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which URLs {@link AuthHttp} requests, and the limits of its responses. */
class AuthHttpTest {

  private final FakeHttpServer httpServer = new FakeHttpServer();
  private final UrlPolicy policy = UrlPolicy.defaults().allowLoopback();

  @AfterEach
  void close() {
    httpServer.close();
  }

  private static AuthRequest get(URI uri) {
    return AuthRequest.get("the metadata", uri, Map.of());
  }

  @Test
  void rejectsNonJsonResponses() {
    httpServer
        .json("/json", "{\"a\":1}")
        .page("/page", any -> new FakeHttpServer.Reply(200, Map.of(), "<html>"));
    AuthHttp http = OAuthTestEnvironment.http(policy);

    assertThat(http.send(get(httpServer.uri("/json"))).body().integer("a")).isEqualTo(1);
    assertThat(http.send(get(httpServer.uri("/page"))).body()).isNull();
    assertThat(http.send(get(httpServer.uri("/nothing"))).status()).isEqualTo(404);
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://127.0.0.1:9/x", "https://169.254.169.254/x", "file:///etc/x"})
  void checksEveryRedirectTarget(String target) {
    httpServer
        .page("/a", any -> FakeHttpServer.Reply.redirect("/b"))
        .page("/b", any -> FakeHttpServer.Reply.redirect(target));
    List<String> looked = new CopyOnWriteArrayList<>();
    AuthHttp http =
        new AuthHttp(
            new UrlRules(policy, SettingNames.JAVA),
            null,
            null,
            host -> {
              looked.add(host);
              return InetAddress.getAllByName(host);
            });

    assertThatThrownBy(() -> http.send(get(httpServer.uri("/a")))).isInstanceOf(McpException.class);
    assertThat(httpServer.paths()).containsExactly("/a", "/b");
  }

  @Test
  void limitsRedirects() {
    httpServer.page("/a", any -> FakeHttpServer.Reply.redirect("/a"));

    assertThatThrownBy(() -> OAuthTestEnvironment.http(policy).send(get(httpServer.uri("/a"))))
        .hasMessageContaining("after 3 redirects");
    assertThat(httpServer.requests()).hasSize(4);
  }

  @Test
  void doesNotFollowRedirectOfPost() {
    httpServer.page(
        "/token", any -> new FakeHttpServer.Reply(307, Map.of("Location", "/other"), ""));
    AuthRequest post =
        AuthRequest.form("the token endpoint", httpServer.uri("/token"), Map.of(), "code=c");

    assertThatThrownBy(() -> OAuthTestEnvironment.http(policy).send(post))
        .hasMessageContaining("redirects")
        .message()
        .doesNotContain("code=c");
    assertThat(httpServer.paths()).containsExactly("/token");
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "10.0.0.1", "169.254.169.254", "::1", "fd00::1"})
  void rejectsPublicNameThatResolvesToPrivateAddress(String address) {
    AuthHttp http =
        new AuthHttp(
            new UrlRules(UrlPolicy.defaults(), SettingNames.JAVA),
            null,
            null,
            host -> new InetAddress[] {InetAddress.getByName(address)});

    assertThatThrownBy(() -> http.send(get(URI.create("https://auth.example.com/x"))))
        .isInstanceOf(OAuthException.class)
        .hasMessageContaining("was not asked")
        .hasMessageContaining("auth.example.com");
  }

  @Test
  void connectsToTheCheckedAddress() {
    httpServer.json("/x", "{}");
    List<String> looked = new CopyOnWriteArrayList<>();
    AuthHttp http =
        new AuthHttp(
            new UrlRules(policy, SettingNames.JAVA),
            null,
            null,
            host -> {
              looked.add(host);
              // A second lookup would return another address than the one that was checked.
              return looked.size() == 1
                  ? new InetAddress[] {InetAddress.getByName("127.0.0.1")}
                  : new InetAddress[] {InetAddress.getByName("169.254.169.254")};
            });

    assertThat(http.send(get(httpServer.uri("/x"))).status()).isEqualTo(200);
    assertThat(looked).containsExactly("localhost");
    assertThatThrownBy(() -> http.send(get(httpServer.uri("/x"))))
        .hasMessageContaining("was not asked");
    assertThat(httpServer.requests()).hasSize(1);
  }

  @Test
  void limitsResponseSize() {
    httpServer.json("/token", "{\"access_token\":\"" + "x".repeat(10_000_000) + "\"}");

    assertThatThrownBy(() -> OAuthTestEnvironment.http(policy).send(get(httpServer.uri("/token"))))
        .hasMessageContaining("more than 1048576 bytes");
  }

  /** As a library may throw on a connection that was closed meanwhile; here the lookup does. */
  @Test
  void reportsTimeoutAfterUncheckedException() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    AuthHttp http =
        new AuthHttp(
            new UrlRules(policy.withTimeout(Duration.ofMillis(50)), SettingNames.JAVA),
            null,
            null,
            host -> {
              try {
                never.await(3, TimeUnit.SECONDS);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              throw new NullPointerException();
            });

    assertThatThrownBy(() -> http.send(get(httpServer.uri("/x"))))
        .isInstanceOf(McpUnavailableException.class)
        .hasMessageContaining("did not answer within PT0.05S");
  }

  @Test
  void reportsInterruptAsCancellation() {
    AuthHttp http =
        new AuthHttp(
            new UrlRules(policy, SettingNames.JAVA),
            null,
            null,
            host -> {
              Thread.currentThread().interrupt();
              throw new UnknownHostException(host);
            });
    try {
      assertThatThrownBy(() -> http.send(get(httpServer.uri("/x"))))
          .isInstanceOf(McpCancelledException.class)
          .hasMessageContaining("interrupted while waiting");
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void namesPortWhenConnectionIsRefused() throws Exception {
    int port;
    try (ServerSocket gone = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = gone.getLocalPort();
    }
    URI uri = URI.create("http://127.0.0.1:" + port + "/x");
    AuthHttp http = OAuthTestEnvironment.http(policy);

    assertThatThrownBy(() -> http.send(AuthRequest.get("the metadata of 127.0.0.1", uri, Map.of())))
        .isInstanceOf(McpUnavailableException.class)
        .hasMessageContaining(
            "the metadata of 127.0.0.1:" + port + " cannot be reached: connection refused")
        .hasMessageNotContaining("Exception")
        .hasMessageNotContaining("(host");
    assertThatThrownBy(() -> http.send(get(uri)))
        .hasMessageContaining(
            "the metadata (127.0.0.1:" + port + ") cannot be reached: connection refused");
  }

  @Test
  void timesOutWithoutResponse() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      AuthHttp http = OAuthTestEnvironment.http(policy.withTimeout(Duration.ofMillis(200)));

      assertThatThrownBy(
              () -> http.send(get(URI.create("http://localhost:" + silent.getLocalPort() + "/x"))))
          .hasMessageContaining("did not answer within PT0.2S");
    }
  }
}
