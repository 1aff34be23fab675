package io.mcpbridge.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.oauth.core.ClientRegistration;
import io.mcpbridge.oauth.core.OAuthException;
import io.mcpbridge.oauth.core.RegistrationKey;
import io.mcpbridge.oauth.core.StoredRegistration;
import io.mcpbridge.oauth.store.TokenStore;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** Client registration and client authentication. */
class RegistrationTest {

  private static final String DOCUMENT = "https://tool.example.com/client.json";

  private final OAuthTestEnvironment environment = new OAuthTestEnvironment();

  @AfterEach
  void close() {
    environment.close();
  }

  @Test
  void prefersConfiguredClientToMetadataDocument() {
    environment.metadata(Map.of("client_id_metadata_document_supported", true));
    ClientRegistration desk = ClientRegistration.of("desk").at(environment.issuer());

    environment
        .client(environment.credentials().client(desk).clientIdMetadataDocument(DOCUMENT).build())
        .listTools();

    assertThat(environment.page(0)).containsEntry("client_id", "desk");
    assertThat(environment.auth.requests("/register")).isEmpty();
  }

  @Test
  void sendsMetadataDocumentOnlyIfSupported() {
    environment
        .client(environment.credentials().clientIdMetadataDocument(DOCUMENT).build())
        .listTools();

    assertThat(environment.page(0)).containsEntry("client_id", "dynamic");
    assertThat(environment.auth.requests("/register").get(0).body()).doesNotContain(DOCUMENT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"http://tool.example.com/c", "https://tool.example.com", "https://t.example/"})
  void requiresHttpsUrlWithPathForMetadataDocument(String url) {
    assertThatThrownBy(() -> environment.credentials().clientIdMetadataDocument(url))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("https URL with a path");
  }

  @Test
  void namesBuilderMethodsWhenRegistrationIsUnsupported() {
    Map<String, Object> metadata = OAuthTestEnvironment.metadataOf(environment.auth, Map.of());
    metadata.remove("registration_endpoint");
    environment.auth.json("/.well-known/oauth-authorization-server", Json.write(metadata));

    assertThatThrownBy(() -> environment.client(environment.credentials().build()).listTools())
        .isInstanceOf(OAuthException.class)
        .hasMessageContainingAll("localhost", "no registration", "ClientRegistration");
    assertThat(environment.prompts).isEmpty();
  }

  @Test
  void namesPropertiesWhenRegistrationIsUnsupported() {
    Map<String, Object> metadata = OAuthTestEnvironment.metadataOf(environment.auth, Map.of());
    metadata.remove("registration_endpoint");
    environment.auth.json("/.well-known/oauth-authorization-server", Json.write(metadata));
    OAuthCredentials credentials =
        environment.credentials().propertyNames("app.oauth."::concat).build();

    assertThatThrownBy(() -> environment.client(credentials).listTools())
        .isInstanceOf(OAuthException.class)
        .hasMessageContainingAll("app.oauth.client-id", "app.oauth.issuer")
        .hasMessageNotContaining("ClientRegistration");
  }

  @Test
  void rejectionNamesRedirectUriWithoutServerText() {
    environment.auth.page(
        "/register",
        request ->
            new FakeHttpServer.Reply(
                400,
                Map.of(),
                "{\"error\":\"invalid_redirect_uri\",\"error_description\":\"its own words\"}"));

    assertThatThrownBy(() -> environment.client(environment.credentials().build()).listTools())
        .isInstanceOf(OAuthException.class)
        .hasMessageContainingAll("invalid_redirect_uri", "http://localhost:3000/callback")
        .hasMessageNotContaining("its own words");
    assertThat(environment.auth.requests("/register")).as("no retry in another form").hasSize(1);
    assertThat(environment.prompts).isEmpty();
  }

  /**
   * RFC 7591: the registered scope limits all later requests, so a step-up would fail otherwise.
   */
  @Test
  void registersAllSupportedScopes() {
    environment.challenge = "scope=\"a\"";

    environment.client(environment.credentials().build()).listTools();

    assertThat(registeredScope(0)).isEqualTo("a b");
    assertThat(environment.page(0)).containsEntry("scope", "a");
    assertThat(environment.auth.requests("/register")).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"invalid_client_metadata", "invalid_scope", "insufficient_scope"})
  void registersRequestedScopesIfAllAreRejected(String error) {
    environment.challenge = "scope=\"a\"";
    environment.auth.page(
        "/register",
        request ->
            request.body().contains("a b")
                ? new FakeHttpServer.Reply(400, Map.of(), "{\"error\":\"" + error + "\"}")
                : FakeHttpServer.Reply.json(
                    "{\"client_id\":\"dynamic\",\"token_endpoint_auth_method\":\"none\"}"));

    environment.client(environment.credentials().build()).listTools();

    assertThat(registeredScope(1)).isEqualTo("a");
    assertThat(environment.page(0))
        .containsEntry("client_id", "dynamic")
        .containsEntry("scope", "a");
  }

  @Test
  void stopsAfterTwoRejectedRegistrations() {
    environment.challenge = "scope=\"a\"";
    environment.auth.page(
        "/register",
        request ->
            new FakeHttpServer.Reply(400, Map.of(), "{\"error\":\"invalid_client_metadata\"}"));

    assertThatThrownBy(() -> environment.client(environment.credentials().build()).listTools())
        .isInstanceOf(OAuthException.class)
        .hasMessageContaining("invalid_client_metadata");
    assertThat(environment.auth.requests("/register")).hasSize(2);
  }

  private String registeredScope(int index) {
    String body = environment.auth.requests("/register").get(index).body();
    return JsonObject.of(Json.readObject(body)).string("scope");
  }

  /** With an extra slash in the configured issuer, another client is used. */
  @Test
  void warnsOnceAboutUnusedClient() {
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    Logger logger = (Logger) LoggerFactory.getLogger("io.mcpbridge.oauth");
    log.start();
    logger.addAppender(log);
    try {
      ClientRegistration desk =
          ClientRegistration.of("desk", OAuthTestEnvironment.SECRET).at(environment.issuer() + "/");
      OAuthCredentials credentials = environment.credentials().client(desk).build();
      environment.client(credentials).listTools();
      credentials.signOut();
      environment.client(credentials).listTools();
    } finally {
      logger.detachAppender(log);
    }

    assertThat(environment.prompts).hasSize(2);
    assertThat(environment.page(1)).containsEntry("client_id", "dynamic");
    assertThat(log.list)
        .filteredOn(event -> event.getLevel() == Level.WARN)
        .singleElement()
        .extracting(ILoggingEvent::getFormattedMessage)
        .asString()
        .contains(
            "desk",
            '"' + environment.issuer() + '"',
            '"' + environment.issuer() + "/\"",
            "ClientRegistration.at(issuer)")
        .doesNotContain(OAuthTestEnvironment.SECRET);
  }

  /** RFC 6749, appendix A.1. The client id occurs in log lines. */
  @ParameterizedTest
  @ValueSource(strings = {"a\\n2026 ERROR forged", "a\\u001b[31mred", "a\\u202eb", "b\\u00e4r"})
  void rejectsInvalidClientId(String clientId) {
    environment.auth.json("/register", "{\"client_id\":\"" + clientId + "\"}");
    TokenStore store = TokenStore.inMemory();

    assertThatThrownBy(
            () ->
                environment.client(environment.credentials().tokenStore(store).build()).listTools())
        .isInstanceOf(OAuthException.class)
        .hasMessageContainingAll("the registration endpoint of localhost", "client_id", "RFC 6749")
        .hasMessageNotContaining("forged");
    assertThat(store.find(new RegistrationKey(environment.mcpUrl(), environment.issuer())))
        .isNull();
    assertThat(environment.prompts).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"client_id", "client_secret"})
  void rejectsHugeClient(String member) {
    environment.auth.json(
        "/register",
        (member.equals("client_id") ? "{" : "{\"client_id\":\"desk\",")
            + "\"%s\":\"%s\"}".formatted(member, "s3cret".repeat(150_000)));

    assertThatThrownBy(() -> environment.client(environment.credentials().build()).listTools())
        .isInstanceOf(OAuthException.class)
        .hasMessageContainingAll("the registration endpoint of localhost", member, "900000")
        .hasMessageNotContaining("s3cret");
    assertThat(environment.prompts).isEmpty();
  }

  /** As stored by an earlier version. */
  @Test
  void shortensClientIdInLog() {
    TokenStore store = TokenStore.inMemory();
    store.save(
        new RegistrationKey(environment.mcpUrl(), environment.issuer()),
        new StoredRegistration(
            "a\n2026 ERROR forged\u001b[31m" + "x".repeat(5_000),
            null,
            "none",
            null,
            URI.create("http://localhost:3000/callback")));
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    Logger logger = (Logger) LoggerFactory.getLogger("io.mcpbridge.oauth");
    log.start();
    logger.addAppender(log);
    try {
      ClientRegistration desk = ClientRegistration.of("desk").at(environment.issuer() + "/");
      environment
          .client(environment.credentials().tokenStore(store).client(desk).build())
          .listTools();
    } finally {
      logger.detachAppender(log);
    }

    assertThat(log.list)
        .filteredOn(event -> event.getLevel() == Level.WARN)
        .singleElement()
        .extracting(ILoggingEvent::getFormattedMessage)
        .asString()
        .contains("a 2026 ERROR forged")
        .doesNotContain("\n", "\u001b", "x".repeat(500));
  }

  @Test
  void namesConfiguredAndActualIssuer() {
    Map<String, Object> metadata = OAuthTestEnvironment.metadataOf(environment.auth, Map.of());
    metadata.remove("registration_endpoint");
    environment.auth.json("/.well-known/oauth-authorization-server", Json.write(metadata));
    ClientRegistration desk =
        ClientRegistration.of("desk", OAuthTestEnvironment.SECRET).at(environment.issuer() + "/");

    assertThatThrownBy(
            () -> environment.client(environment.credentials().client(desk).build()).listTools())
        .isInstanceOf(OAuthException.class)
        .hasMessageContainingAll(
            '"' + environment.issuer() + '"',
            '"' + environment.issuer() + "/\"",
            "ClientRegistration.at(issuer)")
        .hasMessageNotContaining(OAuthTestEnvironment.SECRET);
  }

  @ParameterizedTest
  @CsvSource({"client_secret_post, true", "client_secret_basic, false", ", false"})
  void usesSupportedAuthenticationMethod(String offered, boolean posted) {
    environment.metadata(
        Map.of(
            "token_endpoint_auth_methods_supported",
            offered == null ? List.of() : List.of(offered)));
    ClientRegistration desk =
        ClientRegistration.of("desk", OAuthTestEnvironment.SECRET).at(environment.issuer());

    environment.client(environment.credentials().client(desk).build()).listTools();

    assertProven("desk", posted);
  }

  @ParameterizedTest
  @CsvSource({"client_secret_post, true", "client_secret_basic, false"})
  void usesRegisteredAuthenticationMethod(String method, boolean posted) {
    environment.metadata(Map.of("token_endpoint_auth_methods_supported", List.of("none")));
    environment.auth.json(
        "/register",
        Json.write(
            Map.of(
                "client_id",
                "made",
                "client_secret",
                OAuthTestEnvironment.SECRET,
                "token_endpoint_auth_method",
                method)));

    environment.client(environment.credentials().build()).listTools();

    assertProven("made", posted);
  }

  private void assertProven(String client, boolean posted) {
    FakeHttpServer.Request request = environment.auth.requests("/token").get(0);
    String pair = client + ":" + OAuthTestEnvironment.SECRET;
    String basic =
        "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    assertThat(request.header("Authorization")).isEqualTo(posted ? null : basic);
    assertThat(request.form().get("client_secret"))
        .isEqualTo(posted ? OAuthTestEnvironment.SECRET : null);
  }
}
