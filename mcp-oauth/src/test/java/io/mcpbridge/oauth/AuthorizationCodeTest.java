package io.mcpbridge.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.oauth2.sdk.pkce.CodeChallenge;
import com.nimbusds.oauth2.sdk.pkce.CodeChallengeMethod;
import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import io.mcpbridge.client.McpClient;
import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.oauth.core.ClientRegistration;
import io.mcpbridge.oauth.core.OAuthException;
import io.mcpbridge.oauth.core.UrlPolicy;
import io.mcpbridge.oauth.internal.discovery.ServerMetadata;
import io.mcpbridge.oauth.internal.http.SettingNames;
import io.mcpbridge.oauth.internal.http.UrlRules;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The authorization code flow: which requests it sends, and which responses it rejects. */
class AuthorizationCodeTest {

  private final OAuthTestEnvironment environment = new OAuthTestEnvironment();

  @AfterEach
  void close() {
    environment.close();
  }

  @Test
  void authorizesWithoutConfiguration() {
    McpClient client = environment.client(environment.credentials().build());

    assertThat(client.listTools()).isEmpty();
    client.listTools();

    assertThat(environment.prompts).hasSize(1);
    Map<String, String> page = environment.page(0);
    assertThat(page)
        .containsEntry("response_type", "code")
        .containsEntry("client_id", "dynamic")
        .containsEntry("redirect_uri", "http://localhost:3000/callback")
        .containsEntry("resource", environment.mcpUrl())
        .containsEntry("scope", "a b")
        .containsEntry("code_challenge_method", "S256");
    assertThat(page.get("state")).hasSizeGreaterThanOrEqualTo(32);
    Map<String, String> form = environment.auth.requests("/token").get(0).form();
    assertThat(form)
        .containsEntry("grant_type", "authorization_code")
        .containsEntry("code", "code-" + OAuthTestEnvironment.SECRET)
        .containsEntry("client_id", "dynamic")
        .containsEntry("redirect_uri", "http://localhost:3000/callback")
        .containsEntry("resource", environment.mcpUrl());
    assertThat(
            CodeChallenge.compute(
                    CodeChallengeMethod.S256, new CodeVerifier(form.get("code_verifier")))
                .getValue())
        .isEqualTo(page.get("code_challenge"));
  }

  @Test
  void registersAsNativeOrWebClient() {
    environment.client(environment.credentials().clientName("My tool").build()).listTools();

    assertThat(Json.readObject(environment.auth.requests("/register").get(0).body()))
        .containsEntry("client_name", "My tool")
        .containsEntry("application_type", "native")
        .containsEntry("redirect_uris", List.of("http://localhost:3000/callback"))
        .containsEntry("grant_types", List.of("authorization_code", "refresh_token"))
        .containsEntry("token_endpoint_auth_method", "none");
  }

  @ParameterizedTest
  @CsvSource({"client_secret_basic, true, false", "client_secret_post, false, true"})
  void authenticatesWithRegisteredMethod(String method, boolean header, boolean body) {
    ClientRegistration registered =
        ClientRegistration.of("the client", "top:" + OAuthTestEnvironment.SECRET)
            .at(environment.auth.url())
            .authenticatedBy(method);

    environment.client(environment.credentials().client(registered).build()).listTools();

    FakeHttpServer.Request request = environment.auth.requests("/token").get(0);
    String basic =
        Base64.getEncoder()
            .encodeToString(
                ("the+client:top%3A" + OAuthTestEnvironment.SECRET)
                    .getBytes(StandardCharsets.UTF_8));
    assertThat(request.header("Authorization")).isEqualTo(header ? "Basic " + basic : null);
    assertThat(request.form().containsKey("client_secret")).isEqualTo(body);
    assertThat(environment.auth.requests("/register")).isEmpty();
  }

  @Test
  void usesMetadataDocumentUrlAsClientId() {
    environment.metadata(Map.of("client_id_metadata_document_supported", true));
    String url = "https://tool.example.com/client.json";

    environment.client(environment.credentials().clientIdMetadataDocument(url).build()).listTools();

    assertThat(environment.page(0)).containsEntry("client_id", url);
    assertThat(environment.auth.requests("/register")).isEmpty();
  }

  @Test
  void prefersScopeOfChallenge() {
    environment.challenge = "scope=\"x y\"";

    environment.client(environment.credentials().scopes(List.of("a")).build()).listTools();

    assertThat(environment.page(0)).containsEntry("scope", "x y");
  }

  @Test
  void prefersConfiguredScopesToScopesSupported() {
    environment.client(environment.credentials().scopes(List.of("a")).build()).listTools();

    assertThat(environment.page(0)).containsEntry("scope", "a");
  }

  @Test
  void requestsOfflineAccessIfSupported() {
    environment.metadata(Map.of("scopes_supported", List.of("a", "offline_access")));

    environment.client(environment.credentials().build()).listTools();

    assertThat(environment.page(0)).containsEntry("scope", "a b offline_access");
  }

  @Test
  void requiresPkceS256Support() {
    environment.metadata(Map.of("code_challenge_methods_supported", List.of("plain")));

    assertThatThrownBy(() -> environment.client(environment.credentials().build()).listTools())
        .hasMessageContaining("S256");
    assertThat(environment.prompts).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "javascript:alert(1)",
        "file:///etc/passwd",
        "data:text/html,x",
        "http://auth.example.com/authorize",
        "https://10.0.0.1/authorize",
        "https://172.16.0.1/authorize",
        "https://192.168.1.1/authorize",
        "https://169.254.169.254/authorize",
        "https://0.0.0.0/authorize",
        "https://[fd00::1]/authorize",
        "https://[fe80::1]/authorize",
        "https://[::ffff:192.168.1.1]/authorize",
        "https://2130706433/authorize",
      })
  void rejectsInvalidAuthorizationEndpoint(String endpoint) {
    environment.metadata(Map.of("authorization_endpoint", endpoint));

    assertThatThrownBy(() -> environment.client(environment.credentials().build()).listTools())
        .hasMessageContaining("authorization_endpoint");
    assertThat(environment.prompts).isEmpty();
  }

  @Test
  void opensPrivateAuthorizationEndpointIfAllowed() {
    Map<String, Object> metadata = new HashMap<>();
    metadata.put("authorization_endpoint", "https://10.0.0.1/authorize");
    metadata.put("authorization_response_iss_parameter_supported", true);
    environment.metadata(metadata);
    OAuthCredentialsBuilder credentials =
        environment
            .credentials()
            .urlPolicy(UrlPolicy.defaults().allowLoopback().allowPrivateNetworks());

    assertThatThrownBy(() -> environment.client(credentials.build()).listTools())
        .hasMessageContaining("(iss)");
    assertThat(environment.prompts).hasSize(1);

    metadata.put("authorization_endpoint", "https://169.254.169.254/authorize");
    environment.metadata(metadata);
    assertThatThrownBy(() -> environment.client(credentials.build()).listTools())
        .hasMessageContaining("authorization_endpoint");
    assertThat(environment.prompts).hasSize(1);
  }

  @Test
  void rejectsLoopbackAuthorizationEndpointUnlessAllowed() {
    for (String host : List.of("localhost", "127.0.0.1", "[::1]")) {
      ServerMetadata server =
          new ServerMetadata(
              "https://login.example.com",
              JsonObject.of(Map.of("authorization_endpoint", "https://" + host + "/authorize")),
              new UrlRules(UrlPolicy.defaults(), SettingNames.JAVA));

      assertThatThrownBy(server::authorizationEndpoint)
          .isInstanceOf(OAuthException.class)
          .hasMessageContainingAll("authorization_endpoint", "allowLoopback");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "false, code=c&state=other, (state)",
    "false, code=c, (state)",
    "false, code=c&state=STATE&state=STATE, twice",
    "false, state=STATE, no code",
    "false, error=access_denied&state=STATE, access_denied",
    "false, code=c&state=STATE&iss=https%3A%2F%2Fattacker.example, (iss)",
    "false, code=c&state=STATE&iss=ISSUER%2F, (iss)",
    "true, code=c&state=STATE, (iss)",
    "true, error=access_denied&state=STATE, (iss)",
  })
  void rejectsResponseWithWrongStateOrIssuer(boolean namesIssuer, String query, String message) {
    environment.metadata(Map.of("authorization_response_iss_parameter_supported", namesIssuer));
    environment.userResponse =
        pending ->
            query
                .replace("STATE", pending.state())
                .replace("ISSUER", environment.auth.url().replace(":", "%3A").replace("/", "%2F"));

    assertThatThrownBy(() -> environment.client(environment.credentials().build()).listTools())
        .isInstanceOf(OAuthException.class)
        .hasMessageContaining(message);
    assertThat(environment.auth.requests("/token")).isEmpty();
  }

  @Test
  void acceptsResponseWithIssuer() {
    environment.metadata(Map.of("authorization_response_iss_parameter_supported", true));
    environment.userResponse =
        pending ->
            "code=c&state="
                + pending.state()
                + "&iss="
                + environment.auth.url().replace(":", "%3A").replace("/", "%2F");

    assertThat(environment.client(environment.credentials().build()).listTools()).isEmpty();
  }

  @Test
  void doesNotPromptAgainAfterDenial() {
    environment.userResponse = pending -> "error=access_denied&state=" + pending.state();
    McpClient client = environment.client(environment.credentials().build());

    assertThatThrownBy(client::listTools)
        .isInstanceOf(OAuthException.class)
        .hasMessageContaining("access_denied");
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(client::listTools)
          .isInstanceOf(OAuthException.class)
          .hasMessageContaining("access_denied")
          .hasMessageContaining("no new attempt before");
    }

    assertThat(environment.prompts).hasSize(1);
  }

  @Test
  void doesNotPromptAgainAfterFailedTokenRequest() {
    environment.tokens = request -> FakeHttpServer.Reply.status(503);
    McpClient client = environment.client(environment.credentials().build());

    assertThatThrownBy(client::listTools)
        .isInstanceOf(OAuthException.class)
        .hasMessageContaining("the user must grant access again")
        .hasMessageContaining("the token endpoint of localhost returned no token: HTTP status 503");
    assertThatThrownBy(client::listTools).hasMessageContaining("no new attempt before");

    assertThat(environment.prompts).hasSize(1);
  }

  @Test
  void stopsWhenServerRejectsEveryToken() {
    environment.tokens =
        request -> {
          String answer = environment.token(null);
          environment.accepted.clear();
          return FakeHttpServer.Reply.json(answer);
        };
    McpClient client = environment.client(environment.credentials().build());

    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(client::listTools).hasMessageContaining("just issued");
    }

    assertThat(environment.prompts).hasSize(1);
  }
}
