package io.mcpbridge.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.json.Json;
import io.mcpbridge.oauth.core.OAuthException;
import io.mcpbridge.oauth.core.UrlPolicy;
import io.mcpbridge.oauth.internal.discovery.AuthChallenge;
import io.mcpbridge.oauth.internal.discovery.Discovery;
import io.mcpbridge.oauth.internal.http.AuthHttp;
import io.mcpbridge.oauth.internal.http.SettingNames;
import io.mcpbridge.oauth.internal.http.UrlRules;
import java.net.InetAddress;
import java.net.URI;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Over plain http, an eavesdropper can read the token. */
class PlainHttpTest {

  private final FakeHttpServer httpServer = new FakeHttpServer();

  @AfterEach
  void close() {
    httpServer.close();
  }

  private static OAuthCredentialsBuilder credentials(String url) {
    return OAuthCredentials.builder(url).prompt(LoopbackPrompt.openingBrowser());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://files.example.com/mcp",
        "HTTP://files.example.com/mcp",
        "http://10.0.0.7:8080/mcp",
        "http://localhost.example.com/mcp",
        "http://files.localhost/mcp"
      })
  void rejectsPlainHttpToRemoteHost(String url) {
    assertThatThrownBy(credentials(url)::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(URI.create(url).getHost() + " is called over plain http")
        .hasMessageContaining("RFC 6750, section 5.3")
        .hasMessageContaining("allowPlainHttp()");
    assertThatCode(credentials(url).allowPlainHttp()::build).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://files.example.com/mcp",
        "http://localhost:8080/mcp",
        "http://127.0.0.1/mcp",
        "http://127.255.10.9/mcp",
        "http://[::1]:8080/mcp"
      })
  void allowsLoopbackAndHttps(String url) {
    assertThatCode(credentials(url)::build).doesNotThrowAnyException();
  }

  /** If plain http is allowed, it is used for the server's metadata, and for no other. */
  @Test
  void fetchesResourceMetadataOverAllowedPlainHttp() {
    URI server = URI.create("http://files.example.com:" + httpServer.port() + "/mcp");
    httpServer.json(
        "/.well-known/oauth-protected-resource/mcp",
        Json.write(
            Map.of(
                "resource", server.toString(),
                "authorization_servers", List.of("http://auth.example.com"))));
    AuthHttp http =
        new AuthHttp(
                new UrlRules(UrlPolicy.defaults().allowLoopback(), SettingNames.JAVA),
                null,
                null,
                host -> new InetAddress[] {InetAddress.getByName("127.0.0.1")})
            .orPlainlyTo(server);

    assertThatThrownBy(
            () ->
                new Discovery(http, true, Set.of(), Clock.systemUTC())
                    .find(server, AuthChallenge.of(List.of())))
        .isInstanceOf(OAuthException.class)
        .hasMessageContaining(
            "the issuer that the server names (host auth.example.com) is plain http");
    assertThat(httpServer.paths()).containsExactly("/.well-known/oauth-protected-resource/mcp");
  }
}
