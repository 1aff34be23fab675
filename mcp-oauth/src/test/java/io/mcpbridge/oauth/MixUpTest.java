package io.mcpbridge.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.mcpbridge.json.Json;
import io.mcpbridge.oauth.core.AuthorizationRequiredException;
import io.mcpbridge.oauth.core.ClientRegistration;
import io.mcpbridge.oauth.core.OAuthException;
import io.mcpbridge.oauth.core.UrlPolicy;
import io.mcpbridge.oauth.internal.token.SameSite;
import io.mcpbridge.oauth.store.AuthorizationStore;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The metadata of a hostile authorization server redirects the user to the page of an honest one,
 * and the code back to its own token endpoint (RFC 9700, section 4.4). The honest one does not
 * support {@code iss} (RFC 9207).
 */
class MixUpTest {

  private static final String METADATA = "/.well-known/oauth-authorization-server";

  private final OAuthTestEnvironment hostile = new OAuthTestEnvironment();
  private final FakeHttpServer honest = new FakeHttpServer();

  @AfterEach
  void close() {
    hostile.close();
    honest.close();
  }

  private Map<String, Object> withPageOf(FakeHttpServer server) {
    return Map.of("authorization_endpoint", server.url() + "/authorize");
  }

  @Test
  void rejectsTokenEndpointOnOtherSite() {
    hostile.metadata(withPageOf(honest));

    assertThatThrownBy(() -> hostile.client(hostile.credentials().build()).listTools())
        .isInstanceOf(OAuthException.class)
        .hasMessageContainingAll(
            "authorization_endpoint",
            "token_endpoint",
            "authorization_response_iss_parameter_supported",
            "allowCrossSiteTokenEndpoint");
    assertThat(hostile.prompts).isEmpty();
    assertThat(hostile.auth.requests("/token")).isEmpty();
    assertThat(hostile.auth.requests("/register")).isEmpty();
  }

  /** The response of the honest server, which has no {@code iss}, is then rejected. */
  @Test
  void allowsOtherSiteWithIssuerInResponses() {
    Map<String, Object> metadata = new LinkedHashMap<>(withPageOf(honest));
    metadata.put("authorization_response_iss_parameter_supported", true);
    hostile.metadata(metadata);

    assertThatThrownBy(() -> hostile.client(hostile.credentials().build()).listTools())
        .hasMessageContaining("(iss)");
    assertThat(hostile.prompts).hasSize(1);
    assertThat(hostile.auth.requests("/token")).isEmpty();
  }

  @Test
  void allowsOtherSiteIfConfigured() {
    hostile.metadata(withPageOf(honest));

    assertThat(
            hostile.client(hostile.credentials().allowCrossSiteTokenEndpoint().build()).listTools())
        .isEmpty();
  }

  /** As at Google. Its own page could redirect the user as well. */
  @Test
  void allowsTokenEndpointElsewhereIfPageIsOfIssuer() {
    honest.page("/token", request -> hostile.tokens.apply(request));
    hostile.metadata(Map.of("token_endpoint", honest.url() + "/token"));

    assertThat(hostile.client(hostile.credentials().build()).listTools()).isEmpty();
    assertThat(honest.requests("/token")).hasSize(1);
  }

  /** Without a page, there is no code. */
  @Test
  void clientCredentialsAllowOtherSite() {
    hostile.metadata(withPageOf(honest));
    ClientRegistration desk =
        ClientRegistration.of("desk", OAuthTestEnvironment.SECRET).at(hostile.issuer());
    OAuthCredentials credentials =
        OAuthCredentials.builder(hostile.mcpUrl())
            .urlPolicy(UrlPolicy.defaults().allowLoopback())
            .client(desk)
            .build();

    assertThat(hostile.client(credentials).listTools()).isEmpty();
  }

  /** The callback reads the metadata again, possibly in another instance. */
  @Test
  void sendsCodeToTokenEndpointOfRequest() {
    AuthorizationStore authorizations = AuthorizationStore.inMemory();
    Map<String, Object> bothHonest = new LinkedHashMap<>(withPageOf(honest));
    bothHonest.put("token_endpoint", honest.url() + "/token");
    hostile.metadata(bothHonest);
    OAuthCredentials credentials = instance(authorizations);
    URI page =
        catchThrowableOfType(
                AuthorizationRequiredException.class, () -> hostile.client(credentials).listTools())
            .url();
    assertThat(page.toString()).startsWith(honest.url() + "/authorize?");
    String state = FakeHttpServer.parameters(page.getRawQuery()).get("state");

    hostile.auth.json(
        METADATA, Json.write(OAuthTestEnvironment.metadataOf(hostile.auth, Map.of())));
    assertThatThrownBy(() -> instance(authorizations).complete("code=c&state=" + state))
        .isInstanceOf(OAuthException.class)
        .hasMessageContaining("token endpoint");

    assertThat(hostile.auth.requests("/token")).isEmpty();
  }

  private OAuthCredentials instance(AuthorizationStore authorizations) {
    return OAuthCredentials.builder(hostile.mcpUrl())
        .urlPolicy(UrlPolicy.defaults().allowLoopback())
        .client(ClientRegistration.of("desk").at(hostile.issuer()))
        .redirectUri("https://app.example.com/mcp/callback")
        .principal(() -> "ann")
        .authorizationStore(authorizations)
        .build();
  }

  @ParameterizedTest
  @CsvSource({
    "https://www.example.com/authorize, https://api.example.com/token, true",
    "https://example.co.uk/authorize, https://login.example.co.uk:8443/token, true",
    "https://example.com/a, https://example.com/b, true",
    "https://honest.co.uk/authorize, https://evil.co.uk/token, false",
    "https://honest.github.io/authorize, https://evil.github.io/token, false",
    "https://example.com/authorize, https://example.org/token, false",
    "https://example.com/authorize, https://example.com.evil.org/token, false",
    "http://localhost:1/authorize, http://localhost:2/token, false",
    "http://127.0.0.1:1/authorize, http://127.0.0.1:1/token, true",
    "https://10.0.0.1/authorize, https://10.0.0.2/token, false",
    "https://[2606:4700::1]/authorize, https://[2606:4700::2]/token, false",
    "https://login/authorize, https://token/token, false",
  })
  void comparesRegistrableDomains(String page, String token, boolean expected) {
    assertThat(SameSite.of(URI.create(page), URI.create(token))).isEqualTo(expected);
  }
}
