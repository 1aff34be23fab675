package io.mcpbridge.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpUnavailableException;
import io.mcpbridge.json.Json;
import io.mcpbridge.oauth.core.OAuthException;
import io.mcpbridge.oauth.core.UrlPolicy;
import io.mcpbridge.oauth.internal.discovery.AuthChallenge;
import io.mcpbridge.oauth.internal.discovery.Discovery;
import io.mcpbridge.oauth.internal.discovery.ServerMetadata;
import java.net.URI;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The metadata URLs, their order, and the validation of the documents. */
class DiscoveryTest {

  private static final AuthChallenge SILENT = AuthChallenge.of(List.of("Bearer"));

  private final FakeHttpServer mcp = new FakeHttpServer();
  private final FakeHttpServer auth = new FakeHttpServer();
  private final URI server = mcp.uri("/mcp");

  @AfterEach
  void close() {
    mcp.close();
    auth.close();
  }

  private Discovery discovery() {
    return new Discovery(
        OAuthTestEnvironment.http(UrlPolicy.defaults().allowLoopback()),
        true,
        Set.of(),
        Clock.systemUTC());
  }

  private void resourceAt(String path, String resource, String issuer) {
    mcp.json(
        path, Json.write(Map.of("resource", resource, "authorization_servers", List.of(issuer))));
  }

  private static String metadataOf(String issuer) {
    return "{\"issuer\":\"" + issuer + "\"}";
  }

  @Test
  void usesOnlyLocationOfChallenge() {
    resourceAt("/elsewhere", server.toString(), auth.url());
    auth.json("/.well-known/oauth-authorization-server", metadataOf(auth.url()));
    AuthChallenge challenge =
        AuthChallenge.of(
            List.of(
                "Basic realm=\"x\"", "Bearer resource_metadata=\"" + mcp.uri("/elsewhere") + "\""));

    Discovery.DiscoveredServer discoveredServer = discovery().find(server, challenge);

    assertThat(discoveredServer.resource().resource()).isEqualTo(server.toString());
    assertThat(mcp.paths()).containsExactly("/elsewhere");
  }

  @Test
  void triesPathThenRoot() {
    resourceAt("/.well-known/oauth-protected-resource", mcp.url(), auth.url());
    auth.json("/.well-known/openid-configuration", metadataOf(auth.url()));

    Discovery.DiscoveredServer discoveredServer = discovery().find(server, SILENT);

    assertThat(discoveredServer.resource().resource()).isEqualTo(mcp.url());
    assertThat(mcp.paths())
        .containsExactly(
            "/.well-known/oauth-protected-resource/mcp", "/.well-known/oauth-protected-resource");
    assertThat(auth.paths())
        .containsExactly(
            "/.well-known/oauth-authorization-server", "/.well-known/openid-configuration");
  }

  @Test
  void triesThreeLocationsForIssuerWithPath() {
    String issuer = auth.url() + "/tenant";
    resourceAt("/.well-known/oauth-protected-resource/mcp", server.toString(), issuer);
    auth.json("/tenant/.well-known/openid-configuration", metadataOf(issuer));

    assertThat(discovery().find(server, SILENT).server().issuer()).isEqualTo(issuer);
    assertThat(auth.paths())
        .containsExactly(
            "/.well-known/oauth-authorization-server/tenant",
            "/.well-known/openid-configuration/tenant",
            "/tenant/.well-known/openid-configuration");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"https://evil.example.com/mcp", "ORIGIN/mc", "ORIGIN/mcp/x", "ORIGIN/mcp#a"})
  void rejectsMetadataOfOtherResource(String resource) {
    resourceAt(
        "/.well-known/oauth-protected-resource/mcp",
        resource.replace("ORIGIN", mcp.url()),
        auth.url());

    assertThatThrownBy(() -> discovery().find(server, SILENT))
        .isInstanceOf(OAuthException.class)
        .hasMessageContaining("a resource other than");
    assertThat(auth.requests()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"ISSUER/", "https://attacker.example.com"})
  void rejectsMetadataOfOtherIssuer(String issuer) {
    resourceAt("/.well-known/oauth-protected-resource/mcp", server.toString(), auth.url());
    auth.json(
        "/.well-known/oauth-authorization-server",
        metadataOf(issuer.replace("ISSUER", auth.url())));

    assertThatThrownBy(() -> discovery().find(server, SILENT))
        .hasMessageContaining("an issuer other than")
        .extracting(failure -> ((McpException) failure).setting())
        .isEqualTo("auth.oauth2.issuer");
    assertThat(auth.requests()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://169.254.169.254/latest/meta-data",
        "https://10.0.0.1/x",
        "http://example.com/x"
      })
  void checksUrlsOfMetadata(String place) {
    AuthChallenge challenge =
        AuthChallenge.of(List.of("Bearer resource_metadata=\"" + place + "\""));

    assertThatThrownBy(() -> discovery().find(server, challenge))
        .isInstanceOf(OAuthException.class);
    resourceAt("/.well-known/oauth-protected-resource/mcp", server.toString(), place);
    assertThatThrownBy(() -> discovery().find(server, SILENT)).isInstanceOf(OAuthException.class);
  }

  @Test
  void usesServerAsAuthorizationServerFor2025_03_26() {
    ServerMetadata metadata = discovery().find(server, SILENT).server();

    assertThat(metadata.tokenEndpoint()).isEqualTo(mcp.uri("/token"));
    assertThat(metadata.registrationEndpoint()).isEqualTo(mcp.uri("/register"));
    mcp.json("/.well-known/oauth-authorization-server", metadataOf(mcp.url()));
    assertThat(discovery().find(server, SILENT).server().registrationEndpoint()).isNull();
  }

  @ParameterizedTest
  @ValueSource(ints = {401, 403})
  void doesNotTreatForbiddenAsMissingMetadata(int status) {
    mcp.page(
        "/.well-known/oauth-protected-resource/mcp", any -> FakeHttpServer.Reply.status(status));

    assertThatThrownBy(() -> discovery().find(server, SILENT))
        .isInstanceOf(OAuthException.class)
        .hasMessageContaining("HTTP status " + status);
  }

  @ParameterizedTest
  @ValueSource(ints = {408, 425, 429, 500, 503})
  void doesNotTreatServerErrorAsMissingMetadata(int status) {
    mcp.page(
        "/.well-known/oauth-protected-resource/mcp", any -> FakeHttpServer.Reply.status(status));

    assertThatThrownBy(() -> discovery().find(server, SILENT))
        .isInstanceOf(McpUnavailableException.class)
        .hasMessageContaining("HTTP status " + status);
  }

  @Test
  void reportsMetadataThatDisappeared() {
    resourceAt("/.well-known/oauth-protected-resource/mcp", server.toString(), auth.url());
    auth.json("/.well-known/oauth-authorization-server", metadataOf(auth.url()));
    Discovery discovery = discovery();
    discovery.find(server, SILENT);
    discovery.forget();

    mcp.removePage("/.well-known/oauth-protected-resource/mcp");

    assertThatThrownBy(() -> discovery.find(server, SILENT))
        .isInstanceOf(OAuthException.class)
        .hasMessageContaining("was not found at");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "Bearer | bearer | null | null",
        "Bearer scope=\"a b\", error=\"insufficient_scope\" | bearer | a b | insufficient_scope",
        "BEARER Scope=a , Error=x | bearer | a | x",
        "Basic realm=\"a, Bearer scope=q\", Bearer scope=\"r\" | bearer | r | null",
        "Negotiate abc==, DPoP error=\"use_dpop_nonce\" | dpop | null | use_dpop_nonce",
        "Bearer error=\"a\\\"b\" | bearer | null | a\"b",
        "Bearer scope=\"unended | bearer | unended | null",
        "Basic | `` | null | null",
        "= , ,\" | `` | null | null",
      })
  void parsesLenientChallenges(String header, String scheme, String scope, String error) {
    AuthChallenge challenge = AuthChallenge.of(List.of(header));

    assertThat(challenge.scheme()).isEqualTo(scheme);
    assertThat(String.valueOf(challenge.scope())).isEqualTo(scope);
    assertThat(challenge.error()).isEqualTo(error.equals("null") ? "" : error);
  }
}
