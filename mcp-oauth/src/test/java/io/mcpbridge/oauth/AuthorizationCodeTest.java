package io.mcpbridge.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.oauth2.sdk.pkce.CodeChallenge;
import com.nimbusds.oauth2.sdk.pkce.CodeChallengeMethod;
import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import io.mcpbridge.client.McpClient;
import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;
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

  private final World world = new World();

  @AfterEach
  void close() {
    world.close();
  }

  @Test
  void aProtectedServerJustWorks() {
    McpClient client = world.client(world.credentials().build());

    assertThat(client.listTools()).isEmpty();
    client.listTools();

    assertThat(world.asked).hasSize(1);
    Map<String, String> page = world.page(0);
    assertThat(page)
        .containsEntry("response_type", "code")
        .containsEntry("client_id", "dynamic")
        .containsEntry("redirect_uri", "http://localhost:3000/callback")
        .containsEntry("resource", world.mcpUrl())
        .containsEntry("scope", "a b")
        .containsEntry("code_challenge_method", "S256");
    assertThat(page.get("state")).hasSizeGreaterThanOrEqualTo(32);
    Map<String, String> form = world.auth.asked("/token").get(0).form();
    assertThat(form)
        .containsEntry("grant_type", "authorization_code")
        .containsEntry("code", "code-" + World.SECRET)
        .containsEntry("client_id", "dynamic")
        .containsEntry("redirect_uri", "http://localhost:3000/callback")
        .containsEntry("resource", world.mcpUrl());
    assertThat(
            CodeChallenge.compute(
                    CodeChallengeMethod.S256, new CodeVerifier(form.get("code_verifier")))
                .getValue())
        .isEqualTo(page.get("code_challenge"));
  }

  @Test
  void registersAsWhatItIs() {
    world.client(world.credentials().clientName("My tool").build()).listTools();

    assertThat(Json.readObject(world.auth.asked("/register").get(0).body()))
        .containsEntry("client_name", "My tool")
        .containsEntry("application_type", "native")
        .containsEntry("redirect_uris", List.of("http://localhost:3000/callback"))
        .containsEntry("grant_types", List.of("authorization_code", "refresh_token"))
        .containsEntry("token_endpoint_auth_method", "none");
  }

  @ParameterizedTest
  @CsvSource({"client_secret_basic, true, false", "client_secret_post, false, true"})
  void provesToBeTheClientThatWasRegistered(String method, boolean header, boolean body) {
    ClientRegistration registered =
        ClientRegistration.of("the client", "top:" + World.SECRET)
            .at(world.auth.url())
            .authenticatedBy(method);

    world.client(world.credentials().client(registered).build()).listTools();

    Site.Asked request = world.auth.asked("/token").get(0);
    String basic =
        Base64.getEncoder()
            .encodeToString(("the+client:top%3A" + World.SECRET).getBytes(StandardCharsets.UTF_8));
    assertThat(request.header("Authorization")).isEqualTo(header ? "Basic " + basic : null);
    assertThat(request.form().containsKey("client_secret")).isEqualTo(body);
    assertThat(world.auth.asked("/register")).isEmpty();
  }

  @Test
  void aClientWithAMetadataDocumentIsItsUrl() {
    world.metadata(Map.of("client_id_metadata_document_supported", true));
    String url = "https://tool.example.com/client.json";

    world.client(world.credentials().clientIdMetadataDocument(url).build()).listTools();

    assertThat(world.page(0)).containsEntry("client_id", url);
    assertThat(world.auth.asked("/register")).isEmpty();
  }

  @Test
  void theScopeOfTheChallengeGoesBeforeAll() {
    world.challenge = "scope=\"x y\"";

    world.client(world.credentials().scopes(List.of("a")).build()).listTools();

    assertThat(world.page(0)).containsEntry("scope", "x y");
  }

  @Test
  void theDeveloperMayWantLessThanTheServerLists() {
    world.client(world.credentials().scopes(List.of("a")).build()).listTools();

    assertThat(world.page(0)).containsEntry("scope", "a");
  }

  @Test
  void offlineAccessIsAskedForWhereItIsKnown() {
    world.metadata(Map.of("scopes_supported", List.of("a", "offline_access")));

    world.client(world.credentials().build()).listTools();

    assertThat(world.page(0)).containsEntry("scope", "a b offline_access");
  }

  @Test
  void whoDoesNotSayThatItChecksTheVerifierIsNotUsed() {
    world.metadata(Map.of("code_challenge_methods_supported", List.of("plain")));

    assertThatThrownBy(() -> world.client(world.credentials().build()).listTools())
        .hasMessageContaining("S256");
    assertThat(world.asked).isEmpty();
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
  void aPageThatIsNoPageIsNotOpened(String endpoint) {
    world.metadata(Map.of("authorization_endpoint", endpoint));

    assertThatThrownBy(() -> world.client(world.credentials().build()).listTools())
        .hasMessageContaining("authorization_endpoint");
    assertThat(world.asked).isEmpty();
  }

  @Test
  void aPageInAPrivateNetworkIsOpenedWhereThoseAreAllowed() {
    Map<String, Object> within = new HashMap<>();
    within.put("authorization_endpoint", "https://10.0.0.1/authorize");
    within.put("authorization_response_iss_parameter_supported", true);
    world.metadata(within);
    OAuthCredentialsBuilder credentials =
        world.credentials().urlPolicy(UrlPolicy.defaults().allowLoopback().allowPrivateNetworks());

    assertThatThrownBy(() -> world.client(credentials.build()).listTools())
        .hasMessageContaining("(iss)");
    assertThat(world.asked).hasSize(1);

    within.put("authorization_endpoint", "https://169.254.169.254/authorize");
    world.metadata(within);
    assertThatThrownBy(() -> world.client(credentials.build()).listTools())
        .hasMessageContaining("authorization_endpoint");
    assertThat(world.asked).hasSize(1);
  }

  @Test
  void aPageOnThisMachineIsNotOpenedWhereThatIsNotAllowed() {
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
  void anAnswerThatIsNotForUsIsDropped(boolean namesIssuer, String query, String said) {
    world.metadata(Map.of("authorization_response_iss_parameter_supported", namesIssuer));
    world.person =
        pending ->
            query
                .replace("STATE", pending.state())
                .replace("ISSUER", world.auth.url().replace(":", "%3A").replace("/", "%2F"));

    assertThatThrownBy(() -> world.client(world.credentials().build()).listTools())
        .isInstanceOf(OAuthException.class)
        .hasMessageContaining(said);
    assertThat(world.auth.asked("/token")).isEmpty();
  }

  @Test
  void anAnswerThatNamesTheIssuerIsTaken() {
    world.metadata(Map.of("authorization_response_iss_parameter_supported", true));
    world.person =
        pending ->
            "code=c&state="
                + pending.state()
                + "&iss="
                + world.auth.url().replace(":", "%3A").replace("/", "%2F");

    assertThat(world.client(world.credentials().build()).listTools()).isEmpty();
  }

  @Test
  void whoSaidNoIsNotAskedAgainAtOnce() {
    world.person = pending -> "error=access_denied&state=" + pending.state();
    McpClient client = world.client(world.credentials().build());

    assertThatThrownBy(client::listTools)
        .isInstanceOf(OAuthException.class)
        .hasMessageContaining("access_denied");
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(client::listTools)
          .isInstanceOf(OAuthException.class)
          .hasMessageContaining("access_denied")
          .hasMessageContaining("not tried again before");
    }

    assertThat(world.asked).hasSize(1);
  }

  @Test
  void norIsWhoSaidYesWhereThatCameToNothing() {
    world.tokens = request -> Site.Reply.status(503);
    McpClient client = world.client(world.credentials().build());

    assertThatThrownBy(client::listTools)
        .isInstanceOf(OAuthException.class)
        .hasMessageContaining("permission was given, and has to be given once more")
        .hasMessageContaining("the token endpoint of localhost gave no token: HTTP status 503");
    assertThatThrownBy(client::listTools).hasMessageContaining("not tried again before");

    assertThat(world.asked).hasSize(1);
  }

  @Test
  void aServerThatRefusesEveryTokenIsNotAskedForEver() {
    world.tokens =
        request -> {
          String answer = world.token(null);
          world.accepted.clear();
          return Site.Reply.json(answer);
        };
    McpClient client = world.client(world.credentials().build());

    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(client::listTools).hasMessageContaining("just gave");
    }

    assertThat(world.asked).hasSize(1);
  }
}
