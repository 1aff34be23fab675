package io.mcpbridge.authorization;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.nimbusds.jose.JOSEException;
import io.mcpbridge.json.Json;
import io.mcpbridge.oauth.core.ClientRegistration;
import io.mcpbridge.oauth.core.OAuthException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** An application that requests tokens on its own behalf. */
class ClientCredentialsTest {

  private final Servers servers = Servers.running();
  private final ClientRegistration nightly = servers.client("nightly");
  private final int before = servers.requests().size();

  private List<String> requests() {
    List<String> all = servers.requests();
    return all.subList(before, all.size());
  }

  private ClientApp app(String resource, ClientRegistration client) {
    return ClientApp.of(servers.url(resource), credentials -> credentials.client(client));
  }

  @Test
  void authorizesWithClientSecret() {
    try (ClientApp app = app("jwt", nightly)) {
      assertThat(app.whoami()).isEqualTo("nightly");
      assertThat(app.whoami()).isEqualTo("nightly");
    }
    assertThat(requests())
        .containsExactly(
            "token grant_type=client_credentials resource="
                + servers.root()
                + " scope=tools -> 200");
  }

  @Test
  void authorizesWithPrivateKeyJwt() throws JOSEException {
    ClientRegistration signer =
        ClientRegistration.of(
            "signer", servers.key().toPrivateKey(), "ES256", servers.key().getKeyID());
    try (ClientApp app = app("jwt", signer)) {
      assertThat(app.whoami()).isEqualTo("signer");
    }
  }

  @Test
  void withDPoPBoundToken() {
    try (ClientApp app = app("bound", nightly)) {
      assertThat(app.whoami()).isEqualTo("nightly");
      assertThat(app.whoami()).as("with a proof of its own").isEqualTo("nightly");

      String token = app.tokenStore().token().accessToken();
      assertThat(status("bound", "Bearer " + token)).isEqualTo(401);
      assertThat(status("bound", "DPoP " + token)).isEqualTo(401);
    }
  }

  @Test
  void withStepUp() {
    try (ClientApp app = app("jwt", nightly)) {
      assertThat(app.whoami()).isEqualTo("nightly");
      assertThat(app.call("orders")).isEqualTo("orders of nightly");
    }
    assertThat(requests()).hasSize(2).last().asString().contains("scope=tools+orders");
  }

  @Test
  void reportsInvalidClientWithoutRetry() {
    try (ClientApp app =
        app("jwt", ClientRegistration.of("nightly", "wrong").at(servers.issuer()))) {
      OAuthException refused = catchThrowableOfType(OAuthException.class, app::whoami);
      OAuthException again = catchThrowableOfType(OAuthException.class, app::whoami);

      assertThat(refused.error()).isEqualTo("invalid_client");
      assertThat(again).hasMessageContaining("no new attempt before");
      assertThat(requests()).hasSize(1);
    }
  }

  /** Together with the other tests, this shows that the client sends {@code resource}. */
  @Test
  void serverRejectsTokenRequestedWithoutResource() {
    String basic =
        Base64.getEncoder()
            .encodeToString("nightly:the-secret-of-nightly".getBytes(StandardCharsets.UTF_8));
    Web.Answer response =
        Web.send(
            "POST",
            URI.create(servers.issuer() + "/oauth2/token"),
            Web.form(
                List.of(
                    Map.entry("grant_type", "client_credentials"), Map.entry("scope", "tools"))),
            "Authorization",
            "Basic " + basic);
    String token = String.valueOf(Json.readObject(response.body()).get("access_token"));

    assertThat(status("jwt", "Bearer " + token)).isEqualTo(401);
  }

  private int status(String resource, String authorization) {
    return Web.send(
            "POST",
            URI.create(servers.url(resource)),
            "{}",
            "Content-Type",
            "application/json",
            "Authorization",
            authorization)
        .status();
  }
}
